// All commands except the main job. Their code is imported only when they run.
import { type Command, Option } from "commander";
import type { Stopping } from "./exit.ts";
import { repeatable, wholeNumber } from "./generate-command.ts";
import type { SiteFlags } from "./sites.ts";

export function otherCommands(program: Command, stopping: Stopping): void {
  const { signal } = stopping;
  const load = () => import("./document.ts");
  program
    .command("validate")
    .description("Check an llms.txt: every finding with its line")
    .argument("<file or url>", "- is standard input")
    .option("--live", "ask for its links, too")
    .option("--json", "print the findings as JSON")
    .action(async (source: string, flags: { live?: true; json?: true }) => {
      process.exitCode = await (await load()).validateCommand(source, flags, signal);
    });
  program
    .command("diff")
    .description("Compare two files: pages added, removed, changed, moved")
    .argument("<old>", "file or address; - is standard input")
    .argument("<new>", "file or address")
    .option("--json", "print the difference as JSON")
    .action(async (before: string, after: string, flags: { json?: true }) =>
      (await load()).diffCommand(before, after, flags, signal),
    );
  program
    .command("overlay")
    .description("Write a first overlay for a document, to edit")
    .argument("<file or url>", "- is standard input")
    .action(async (source: string) => (await load()).overlayCommand(source, signal));
  program
    .command("mcp")
    .description("Model Context Protocol over stdio: search and read the pages")
    .argument("<folder or url>", "published folder, or address of an llms.txt")
    .action(async (source: string) => (await load()).mcpCommand(source, program.version() ?? "", signal));
  serviceCommands(program);
  siteCommands(program, signal);
}

function serviceCommands(program: Command): void {
  const settings = async () => (await import("@llmstxt-service/service/settings")).loadSettings();
  program
    .command("serve")
    .description("Run the service: HTTP, WebSocket, web page, recrawls")
    .action(async () => (await import("@llmstxt-service/service/serve")).serve(await settings()));
  program
    .command("worker")
    .description("Run a recrawl worker, as many as wanted")
    .action(async () => (await import("@llmstxt-service/service/serve")).work(await settings()));
  program
    .command("migrate")
    .description("Bring the database's schema up to date")
    .action(async () => {
      await (await import("@llmstxt-service/service/admin")).migrate(await settings());
      process.stderr.write("The schema is up to date.\n");
    });
}

function siteCommands(program: Command, signal: AbortSignal): void {
  const sites = program.command("sites").description("Enrolled sites, in the service's database").helpCommand(false);
  const load = () => import("./sites.ts");
  sites
    .command("list")
    .description("List the sites, those that need attention first")
    .option("--search <text>", "only addresses with this text")
    .option("--json", "one JSON object a line")
    .action(async (flags: { search?: string; json?: true }) => (await load()).listSites(flags, signal));
  const options = (command: Command) =>
    command
      .addOption(new Option("--interval <minutes>", "minutes between recrawls").argParser(wholeNumber(1, 525_600)))
      .addOption(new Option("--max-pages <number>", "most pages to read").argParser(wholeNumber(1, 1_000_000)))
      .addOption(
        new Option("--desc-length <number>", "most characters of an excerpt").argParser(wholeNumber(100, 2_000)),
      )
      .option("--include <glob>", "only paths that match; may be repeated", repeatable)
      .option("--exclude <glob>", "no paths that match; may be repeated", repeatable)
      .addOption(new Option("--scope <scope>", "domain, or path: below the address").choices(["domain", "path"]))
      .option("--language <tag>", "language of the pages")
      .option("--overlay <file>", "your changes, in YAML");
  options(sites.command("add").description("Enrol sites; each is due at once").argument("<url...>")).action(
    async (urls: string[], flags: SiteFlags) => (await load()).addSites(urls, flags, signal),
  );
  options(sites.command("set").description("Change the settings of a site").argument("<url>")).action(
    async (url: string, flags: SiteFlags) => (await load()).setSite(url, flags, signal),
  );
  sites
    .command("remove")
    .description("End the recrawls of sites; stored texts stay")
    .argument("<url...>")
    .action(async (urls: string[]) => (await load()).removeSites(urls));
  sites
    .command("export")
    .description("Write all sites as JSON lines")
    .action(async () => (await load()).exportSites(signal));
  sites
    .command("import")
    .description("Read sites from JSON lines")
    .argument("<file>", "- is standard input")
    .action(async (file: string) => (await load()).importSites(file, signal));
}
