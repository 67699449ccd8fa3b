import type { HostPart } from "@llmstxt-service/service/sites/moving";
import { SITE_FILTERS } from "@llmstxt-service/service/sites/site-query";
import { type Command, InvalidArgumentError, Option } from "commander";
import { documentFlags } from "./document-flags.ts";
import { EXIT } from "./exit.ts";
import { inRange, pageCount } from "./in-range.ts";
import type { PruneFlags } from "./prune-command.ts";
import { withAlertFlags } from "./sites/alert-commands.ts";
import type { ListFlags, SetFlags, SiteFlags } from "./sites/sites-cli.ts";

/**
 * `worker`, `migrate` and `sites`: commands that run beside the server, or without it. Imported when one of them runs.
 */
export function recrawlCommands(program: Command, signal: AbortSignal): void {
  program
    .command("worker")
    .description("Run recrawl jobs; start any number of workers with the same DATABASE_URL")
    .action(async () => {
      const [{ runWorker }, { guarded }] = await Promise.all([
        import("@llmstxt-service/service/worker"),
        import("@llmstxt-service/service/guarded"),
      ]);
      const config = await settings();
      await runWorker(config, signal, guarded(config));
      // Work that hangs must not keep the process alive.
      process.exit(EXIT.done);
    });
  program
    .command("migrate")
    .description("Update the database schema (serve and worker also do it when they start)")
    .action(async () => {
      const { migrateDatabase } = await import("./sites/sites-cli.ts");
      await migrateDatabase(await settings(), print);
    });
  program
    .command("prune")
    .description("Delete stored files that no site and no version refers to any more")
    .option("--dry-run", "only list them", false)
    .addOption(
      new Option("--older-than <days>", "only files whose name has a date at least so many days ago")
        .default(1)
        .argParser(pruneDays),
    )
    .action(async (flags: PruneFlags) => {
      const { pruneFiles } = await import("./prune-command.ts");
      await pruneFiles(await settings(), flags, { print, signal });
    });
  siteCommands(program.command("sites").description("List, add, change and remove enrolled sites"), signal);
}

const HOSTS = "only hosts of one part of many, such as 1/3: a host is always in the same";

function siteCommands(sites: Command, signal: AbortSignal): void {
  const cli = () => import("./sites/sites-cli.ts");
  const moving = () => import("./sites/moving-commands.ts");
  const json = ["--json", "print JSON, a site a line", false] as const;
  sites
    .command("list")
    .description("List all sites, the most urgent first")
    .addOption(new Option("--filter <status>", "only sites with this status").choices(SITE_FILTERS).default("all"))
    .option("--search <text>", "only addresses that contain it")
    .option("--tag <tag>", "only sites with this tag")
    .option(...json)
    .action(async (flags: ListFlags) => (await cli()).listSites(await settings(), flags, { print, signal }));
  sites
    .command("show")
    .description("Show one site")
    .argument("<url>")
    .option(...json)
    .action(async (url: string, flags: { json: boolean }) =>
      (await cli()).showSite(await settings(), url, flags, print),
    );
  withSiteFlags(sites.command("add").description("Enrol a site; the next run crawls it").argument("<url>")).action(
    async (url: string, flags: SiteFlags) => (await cli()).addSite(await settings(), url, flags, { print, signal }),
  );
  sites
    .command("remove")
    .description("Remove a site, or those of a part of all hosts after they were moved; their files stay")
    .argument("[url]")
    .option("--hosts <part>", HOSTS, hostPart)
    .action(async (url: string | undefined, { hosts }: { hosts?: HostPart }) =>
      (await cli()).removeSites(await settings(), { url, hosts }, print),
    );
  withAlertFlags(withSiteFlags(sites.command("set").description("Change a site").argument("<url>")))
    .option("--pause", "no recrawls until --resume")
    .option("--resume", "recrawl it again")
    .option("--webhook-secret <secret>", "set it; `new` makes one and prints it, `none` removes it")
    .action(async (url: string, flags: SetFlags) =>
      (await cli()).setSite(await settings(), url, flags, { print, signal }),
    );
  sites
    .command("export")
    .description("Export all sites with their texts as JSON lines, to move them to another database")
    .argument("[file]", "written whole or not at all; without it standard output")
    .option("--secrets", "include webhook secrets and encrypted credentials", false)
    .option("--hosts <part>", HOSTS, hostPart)
    .action(async (file: string | undefined, flags: { secrets: boolean; hosts?: HostPart }) =>
      (await moving()).exportToFile(await settings(), { file, ...flags }, signal),
    );
  sites
    .command("import")
    .description("Import exported sites, in pieces of 500 lines; a site that exists is replaced")
    .argument("[file]", "without it standard input")
    .option("--from <line>", "go on with this line; those before were imported", lineNumber)
    .action(async (file: string | undefined, flags: { from?: number }) =>
      (await moving()).importFromFile(await settings(), { file, ...flags }, { print, signal }),
    );
  sites
    .command("recrawl")
    .description("Queue the recrawl of a site, or of all that are due; workers do it")
    .argument("[url]")
    .action(async (url: string | undefined) => (await cli()).queueRecrawl(await settings(), url, print));
}

/** Number of days; a fraction for hours. */
function pruneDays(text: string): number {
  const days = Number(text);
  if (!/^[\d.]{1,10}$/.test(text) || !(days >= 1 && days <= 36_500))
    throw new InvalidArgumentError("must be a number of days from 1 to 36500");
  return days;
}

function withSiteFlags(command: Command): Command {
  command
    .option("--interval <minutes>", "minutes between recrawls", inRange("recrawlIntervalMinutes"))
    .option("--max-pages <number>", "most pages to read", pageCount);
  for (const flag of documentFlags("site")) command.addOption(flag);
  return command
    .addOption(new Option("--scope <scope>", "path: only pages under the URL's path").choices(["domain", "path"]))
    .option("--include <glob...>", "only pages whose path matches one of these")
    .option("--exclude <glob...>", "no pages whose path matches one of these")
    .option("--sitemap <url...>", "read these sitemaps in place of the usual ones")
    .option("--urls <file>", "exactly the pages of this list, an address a line, in its order; - is standard input")
    .option("--no-urls", "the pages that are found")
    .option("--language <tag>", "language of the pages, such as en")
    .option("--use-proxy", "let the scraping-proxy browser read pages that cannot be read otherwise")
    .option("--no-use-proxy", "do not use the scraping-proxy browser")
    .option("--tag <tag...>", "tags of the site, such as a client's name; they replace its present tags")
    .option("--no-tag", "remove all tags")
    .option("--publish", "also store the files for agents")
    .option("--no-publish", "store only the llms.txt");
}

async function settings() {
  const { loadConfig } = await import("@llmstxt-service/service/settings/config");
  return loadConfig(process.cwd());
}

const print = (line: string) => void process.stdout.write(`${line}\n`);

const MAX_PARTS = 1_000;

/** Part of all hosts: `1/3` is the first of three. */
function hostPart(text: string): HostPart {
  const [, index = 0, of = 0] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []).map(Number);
  if (index >= 1 && index <= of && of <= MAX_PARTS) return { index, of };
  throw new InvalidArgumentError(`must be like 1/3: a part and the number of parts, ${MAX_PARTS} at most.`);
}

function lineNumber(text: string): number {
  if (/^[1-9]\d{0,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("must be the number of a line, from 1 on.");
}
