import { settingsList } from "../../config.ts";

/** Every setting with its default, as `serve --help` prints it. */
export function settingsHelp(): string {
  const settings = settingsList();
  const width = Math.max(...settings.map(({ name }) => name.length));
  const lines = settings.map(({ name, about, fallback }) => `  ${name.padEnd(width)}  ${about} (${fallback})`);
  return `Settings, from the environment or from .env in the folder where it starts, and what they are when unset:\n\n${lines.join("\n")}\n`;
}
