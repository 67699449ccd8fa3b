import { PARTS, type Part } from "@llmstxt-service/crawler/parts";
import type { SettingLine } from "@llmstxt-service/service/settings/config";
import { Argument, type Command } from "commander";
import { EXIT } from "./exit.ts";

/** `serve` and related commands, which take settings from the environment and not flags. */
export function serviceCommands(program: Command, signal: AbortSignal): void {
  withSettings(program.command("serve"), async () => {
    const [{ serve }, { loadConfig }, { guarded }] = await Promise.all([
      import("@llmstxt-service/service/serve"),
      import("@llmstxt-service/service/settings/config"),
      import("@llmstxt-service/service/guarded"),
    ]);
    const config = loadConfig(process.cwd());
    await serve(config, signal, { log: guarded(config) });
    // Work that hangs must not keep the process alive.
    process.exit(EXIT.done);
  }).description("Serve HTTP, WebSocket and the web page, and recrawl enrolled sites");
  addCommand(program);
}

function addCommand(program: Command): void {
  const parts = Object.entries(PARTS).map(([part, { use }]) => `${part} (${use})`);
  program
    .command("add")
    .description("Install a part that this package leaves out to stay small")
    .addArgument(new Argument("<part>", parts.join("; ")).choices(Object.keys(PARTS)))
    .action(async (part: Part) => {
      const { runAdd } = await import("./add-command.ts");
      await runAdd(part);
    });
}

/** A command whose help ends with its settings, which are imported only for the help or when it runs. */
function withSettings(command: Command, run: () => Promise<void>): Command {
  return command
    .helpOption(false)
    .option("-h, --help", "display help and every setting")
    .action(async ({ help }: { readonly help?: true }) => {
      if (!help) return run();
      const { settingsList } = await import("@llmstxt-service/service/settings/config");
      process.stdout.write(`${command.helpInformation()}\n${settingsHelp(settingsList())}`);
    });
}

/** Every setting with its default, by group. */
function settingsHelp(settings: readonly SettingLine[]): string {
  const width = Math.max(...settings.map(({ name }) => name.length));
  const groups = [...Map.groupBy(settings, ({ group }) => group)].map(
    ([title, ofGroup]) =>
      `${title}:\n${ofGroup.map(({ name, about, fallback }) => `  ${name.padEnd(width)}  ${about} (${fallback})\n`).join("")}`,
  );
  return `Settings, from the environment or from .env in the current folder; defaults in parentheses.\n\n${groups.join("\n")}`;
}
