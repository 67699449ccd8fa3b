import { settingsList } from "@llmstxt-service/service/settings/config";

/** Every setting with its default, by group, as `serve --help` prints it. */
export function settingsHelp(): string {
  const settings = settingsList();
  const width = Math.max(...settings.map(({ name }) => name.length));
  const groups = [...Map.groupBy(settings, ({ group }) => group)].map(
    ([title, ofGroup]) =>
      `${title}:\n${ofGroup.map(({ name, about, fallback }) => `  ${name.padEnd(width)}  ${about} (${fallback})\n`).join("")}`,
  );
  return `Settings, from the environment or from .env in the current folder; defaults in parentheses.\n\n${groups.join("\n")}`;
}
