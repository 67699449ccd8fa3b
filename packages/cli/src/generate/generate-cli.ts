import { REQUEST_DEFAULTS } from "@llmstxt-service/service/jobs/request";
import { type Command, Option } from "commander";
import { documentFlags } from "../document-flags.ts";
import { EXIT } from "../exit.ts";
import { pageCount } from "../in-range.ts";
import type { Stopping } from "../stopping.ts";
import type { GenerateFlags } from "./generate-command.ts";

/** Name of the main job, which `llmstxt` runs without a command. */
export const MAIN_JOB = "generate";

export const repeatable = (value: string, before: readonly string[] = []) => [...before, value];

/** Declares the main job, which is imported when it runs. */
export function generateCommand(program: Command, stopping: Stopping): Command {
  const generate = program
    .command(MAIN_JOB, { isDefault: true })
    .description("Crawl a site and write its llms.txt (the default command)")
    .argument(
      "[url, folder or record]",
      "address of the site, with http:// or https://; or the folder it is built into; or a record of it (.warc, .warc.gz, .wacz)",
    )
    .optionsGroup("Pages:")
    .option("--max-pages <number>", `most pages to read (default: ${REQUEST_DEFAULTS.maxPages})`, pageCount)
    .option("--include <glob>", "only paths that match; may be repeated", repeatable)
    .option("--exclude <glob>", "no paths that match; may be repeated", repeatable)
    .addOption(
      new Option("--scope <scope>", "domain: list the whole site; path: only pages under the address's path")
        .choices(["domain", "path"])
        .default(REQUEST_DEFAULTS.scope),
    )
    .option("--sitemap <url>", "read this sitemap in place of the usual ones; may be repeated", repeatable)
    .option("--urls <file>", "exactly the pages of this list, an address a line, in its order; - is standard input")
    .option("--language <tag>", "language of the pages, such as en (default: the homepage's)")
    .optionsGroup("Text:");
  for (const flag of documentFlags("crawl", "document")) generate.addOption(flag);
  return sourceFlags(outputFlags(generate)).action(async (source: string | undefined, flags: GenerateFlags) => {
    if (source === undefined && flags.urls === undefined)
      generate.error("error: missing required argument 'url, folder or record'");
    const isGiven = (flag: string) => generate.getOptionValueSource(flag) === "cli";
    const { runGenerate } = await import("./generate-command.ts");
    process.exitCode = EXIT[await runGenerate(source, flags, { stopping, isGiven })];
  });
}

function outputFlags(generate: Command): Command {
  generate
    .option("--overlay <file>", "apply the changes in this YAML file: names, order, words, hidden pages")
    .option("--llm-enhance", "let the configured language model improve the text")
    .option("--llm-cache <file>", "keep the model's sentences in this file, so that unchanged pages cost nothing")
    .optionsGroup("Output:")
    .option("-o, --output <file>", "write llms.txt here instead of to stdout")
    .option(
      "--full [file]",
      "also write llms-full.txt, the text of all pages as Markdown; with --publish no file is needed",
    )
    .option("--pages <folder>", "also write each page's Markdown into this folder")
    .option(
      "--publish <folder>",
      "also write files for agents into this folder: llms.txt, Markdown, settings for servers",
    )
    .addOption(
      new Option(
        "--annotate [action]",
        "write links to the Markdown and the index into the folder's pages, or remove them",
      )
        .choices(["write", "remove"])
        .preset("write"),
    )
    .option("--publish-base <url>", "address of the published folder (default: the site's own)");
  for (const flag of documentFlags("crawl", "bundle")) generate.addOption(flag);
  return generate
    .option("--agents-md [file]", "also write an index of the site's pages into this file (default: AGENTS.md)")
    .option("--check", "write nothing; print the difference and exit with 1 if a file is out of date")
    .option("--summary <file>", "append a report in Markdown to this file")
    .option("--audit <file>", "also write what became of each address of the site, with evidence, as JSON lines")
    .option("--record <file>", "also keep every answer of the crawl as WARC: the file stands for the site afterwards")
    .option("--json", "print one JSON event a line instead of the text");
}

function sourceFlags(generate: Command): Command {
  return generate
    .optionsGroup("Source:")
    .option(
      "--origin <url>",
      "with a folder: the address at which it is published; with a record: the address to begin at",
    )
    .option("--header <field>", "send 'Name: value' to the site only; may be repeated", repeatable)
    .option("--cookies <file>", "send the site's cookies from a Netscape cookie file")
    .option("--use-proxy", "allow the configured scraping-proxy browser (default: as configured)")
    .option("--fresh", "ask for every page, also for those that a crawl had which was stopped")
    .optionsGroup("Progress:")
    .option("-q, --quiet", "print no progress")
    .option("-v, --verbose", "print every fetch and every decision");
}
