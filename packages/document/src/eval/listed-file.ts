import { tryPageUrl } from "@llmstxt-service/page/address/page-url";
import { codePoints } from "../budget.ts";
import { type ParsedItem, type ParsedSection, parseLlmsTxt } from "../check/check.ts";
import { textKey } from "../entry.ts";
import { pageKey } from "../page-key.ts";

/** Most links of a file that are measured. */
const MAX_ITEMS = 10_000;

/** One link of a file under test. */
export interface FileLink {
  /** Key of the page that the link leads to (`pageKey`). */
  readonly key: string;
  readonly url: string;
  readonly title: string;
  readonly section: string;
  /** Note behind the link; empty if it has none. */
  readonly note: string;
  /** The llms.txt that it leads to, in place of a page. */
  readonly part?: ListedFile;
}

/** A file under test, as far as it can be searched. */
export interface ListedFile {
  /** Name of the file, as the caller gave it. */
  readonly name: string;
  /** Code points of the file itself, without its parts. */
  readonly characters: number;
  /** Links in the order of the file, without those that lead neither to a page nor to a part that was read. */
  readonly items: readonly FileLink[];
  /** Texts of the file and its parts, each as `textKey` has it. */
  readonly keys: readonly string[];
  /** The page the file stands for, where it says so: what its metadata line names, else the folder it lies in. */
  readonly home?: string;
}

export interface FileSource {
  readonly name: string;
  readonly text: string;
  /** Address it was fetched from; relative links are resolved against it. */
  readonly url?: string;
  /** Each llms.txt that it leads to, and that was read, by address. */
  readonly parts?: ReadonlyMap<string, FileSource>;
}

/** True for the address of an llms.txt, by its name. */
export const isIndexAddress = (url: string): boolean => /\/llms[\w-]*\.txt$/i.test(URL.parse(url)?.pathname ?? "");

/** The other llms.txt that a file leads to, each once. */
export const partsNamedIn = ({ text, url: base }: FileSource): readonly string[] => [
  ...new Set(linksIn(text, base).flatMap(({ url }) => (isIndexAddress(url) && url !== base ? url : []))),
];

/** The pages that a file and its parts list. */
export const pagesOf = ({ items }: Pick<ListedFile, "items">): readonly FileLink[] =>
  items.flatMap((item) => (item.part === undefined ? item : pagesOf(item.part)));

/** Reads an llms.txt from any author. Never throws. */
export function listedFile({ name, text, url: base, parts }: FileSource): ListedFile {
  const links = linksIn(text, base).flatMap((link): FileLink[] => {
    const part = parts?.get(link.url);
    if (part !== undefined) return [{ ...link, part: listedFile(part) }];
    return isIndexAddress(link.url) ? [] : [link];
  });
  const home = tryPageUrl(SOURCE.exec(text)?.[1] ?? "") ?? (base === undefined ? undefined : tryPageUrl(".", base));
  return {
    name,
    characters: codePoints(text),
    items: links.slice(0, MAX_ITEMS),
    keys: [textKey(text), ...links.flatMap(({ part }) => part?.keys ?? [])],
    ...(home !== undefined && { home }),
  };
}

/** The file with pages that have several keys under one of them. */
export function withAliases(file: ListedFile, aliases: ReadonlyMap<string, string>): ListedFile {
  if (aliases.size === 0) return file;
  const items = file.items.map((item) => ({
    ...item,
    key: aliases.get(item.key) ?? item.key,
    ...(item.part && { part: withAliases(item.part, aliases) }),
  }));
  return { ...file, items };
}

function linksIn(text: string, base: string | undefined): FileLink[] {
  const links: FileLink[] = [];
  for (const { name: section, items } of sectionsOf(text)) {
    for (const { title, url: address, excerpt = "" } of items) {
      const url = tryPageUrl(address, base);
      const key = url === undefined ? undefined : pageKey(url);
      if (url !== undefined && key !== undefined) links.push({ key, url, title, section, note: excerpt });
    }
  }
  return links;
}

/** Our own metadata line. */
const SOURCE = /^Generated: [^|\n]{1,40} \| Source: (\S{1,2048}) \| Pages: \d+(?: \(stopped early\))?$/m;

/** A file may list pages before its first section, too. */
function sectionsOf(text: string): readonly Pick<ParsedSection, "name" | "items">[] {
  const { details, sections } = parseLlmsTxt(text);
  const lines = details.map(({ text: line }) => line).filter((line) => /^\s*[-*+] /.test(line));
  const items: readonly ParsedItem[] = parseLlmsTxt(`## \n${lines.join("\n")}`).sections.flatMap((one) => one.items);
  return [{ name: "", items }, ...sections];
}
