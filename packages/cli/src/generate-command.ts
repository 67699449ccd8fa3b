// The main job's flags.
import { type Command, InvalidArgumentError, Option } from "commander";

/** Flags of `llmstxt generate`, as commander returns them. */
export interface GenerateFlags {
  readonly maxPages?: number;
  readonly descLength: number;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly scope: "domain" | "path";
  readonly language?: string;
  readonly sitemap?: readonly string[];
  readonly urls?: string;
  readonly skipBlocks?: readonly string[];
  readonly header?: readonly string[];
  readonly overlay?: string;
  readonly llmEnhance?: true;
  readonly useProxy?: true;
  readonly origin?: string;
  readonly output?: string;
  /** File of llms-full.txt; `true`: in the published folder. */
  readonly full?: string | true;
  readonly publish?: string;
  readonly annotate?: "write" | "remove";
  /** Name of the file; `true` for AGENTS.md. */
  readonly agentsMd?: string | true;
  readonly summary?: string;
  readonly check?: true;
  readonly json?: true;
  readonly quiet?: true;
  readonly verbose?: true;
}

/** Defaults of a request (the specification's table); the help shows them, so they load no schema. */
export const REQUEST_DEFAULTS = { maxPages: 50, descLength: 500, scope: "domain" } as const;

export const repeatable = (value: string, before: readonly string[] = []) => [...before, value];

/** A parser of whole numbers in a range. */
export const wholeNumber = (min: number, max: number) => (typed: string) => {
  const number = Number(typed);
  if (/^\d+$/.test(typed) && number >= min && number <= max) return number;
  throw new InvalidArgumentError(`It must be a whole number between ${min} and ${max}.`);
};

/** Flags that `-h` leaves out. */
const SELDOM: ReadonlySet<string> = new Set([
  ...["--desc-length", "--scope", "--sitemap", "--urls", "--skip-blocks", "--header", "--llm-enhance", "--use-proxy"],
  ...["--annotate", "--agents-md", "--summary", "--json", "--quiet"],
]);

export const isSeldom = ({ long }: { readonly long?: string | null | undefined }): boolean => SELDOM.has(long ?? "");

export function generateCommand(program: Command): Command {
  return program
    .command("generate", { isDefault: true })
    .description("Crawl a site and write its llms.txt (the default command)")
    .argument("[url or folder]", "address of the site, or the folder it is built into")
    .optionsGroup("Pages:")
    .option(
      "--max-pages <number>",
      `most pages to read (default: ${REQUEST_DEFAULTS.maxPages})`,
      wholeNumber(1, 1_000_000),
    )
    .option("--include <glob>", "only paths that match; may be repeated", repeatable)
    .option("--exclude <glob>", "no paths that match; may be repeated", repeatable)
    .addOption(
      new Option("--scope <scope>", "path: only pages below the address's path")
        .choices(["domain", "path"])
        .default(REQUEST_DEFAULTS.scope),
    )
    .option("--language <tag>", "language of the pages (default: the homepage's)")
    .option("--sitemap <url>", "read this sitemap instead of the usual; may be repeated", repeatable)
    .option("--urls <file>", "exactly these pages, an address a line; - is standard input")
    .optionsGroup("Text:")
    .addOption(
      new Option("--desc-length <number>", "most characters of an excerpt")
        .argParser(wholeNumber(100, 2_000))
        .default(REQUEST_DEFAULTS.descLength),
    )
    .option("--skip-blocks <selector>", "leave these blocks out of the text; may be repeated", repeatable)
    .option("--overlay <file>", "your changes, in YAML: names, order, words, hidden pages")
    .option("--llm-enhance", "let the configured language model improve the text")
    .optionsGroup("Source:")
    .option("--origin <url>", "with a folder: the address it is published at")
    .option("--header <field>", "send 'Name: value' to the site; may be repeated", repeatable)
    .option("--use-proxy", "allow the configured scraping-proxy browser")
    .optionsGroup("Output:")
    .option("-o, --output <file>", "write llms.txt here instead of to standard output")
    .option("--full [file]", "also llms-full.txt: all pages as Markdown")
    .option("--publish <folder>", "also the files that agents read: llms.txt and Markdown")
    .addOption(
      new Option("--annotate [action]", "links to Markdown in the folder's pages; or: remove")
        .choices(["write", "remove"])
        .preset("write"),
    )
    .option("--agents-md [file]", "also an index of the pages in AGENTS.md")
    .option("--check", "write nothing; exit with 1 if a file is out of date")
    .option("--summary <file>", "append a report in Markdown to this file")
    .option("--json", "print one JSON event a line instead of the text")
    .option("-q, --quiet", "print no progress")
    .option("-v, --verbose", "print every fetch and every decision");
}
