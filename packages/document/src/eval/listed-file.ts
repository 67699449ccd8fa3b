import { tryPageUrl } from "@llmstxt-service/page/address/page-url";
import { codePoints } from "../budget.ts";
import { type ParsedItem, type ParsedSection, parseLlmsTxt } from "../check/check.ts";
import { textKey } from "../entry.ts";
import { pageKey } from "../page-key.ts";

/** A file longer than this is read by nobody; its other links do not count. */
const MAX_ITEMS = 10_000;

/** One link of a file under test. */
export interface FileLink {
  /** Of the page it leads to: `pageKey`. */
  readonly key: string;
  readonly url: string;
  readonly title: string;
  readonly section: string;
  /** Empty where it has none. */
  readonly note: string;
}

/** A file under test, as far as it can be searched. */
export interface ListedFile {
  /** As it was named by who asks. */
  readonly name: string;
  readonly characters: number;
  /** In the order of the file; those that lead to no page, or to another llms.txt, are left away. */
  readonly items: readonly FileLink[];
  /** All of it as `textKey` has it. */
  readonly key: string;
  /** The page the file stands for, where it says so: what its metadata line names, else the folder it lies in. */
  readonly home?: string;
}

export interface FileSource {
  readonly name: string;
  readonly text: string;
  /** Address it was fetched from; relative links are resolved against it. */
  readonly url?: string;
}

/** Reads a file by whoever's hand. Never throws. */
export function listedFile({ name, text, url: base }: FileSource): ListedFile {
  const items: FileLink[] = [];
  for (const { name: section, items: listed } of sectionsOf(text)) {
    for (const { title, url: address, excerpt = "" } of listed) {
      const url = tryPageUrl(address, base);
      const key = url === undefined ? undefined : pageKey(url);
      if (url === undefined || key === undefined || /\/llms[\w-]*\.txt$/i.test(key)) continue;
      if (items.length < MAX_ITEMS) items.push({ key, url, title, section, note: excerpt });
    }
  }
  const home = tryPageUrl(SOURCE.exec(text)?.[1] ?? "") ?? (base === undefined ? undefined : tryPageUrl(".", base));
  return { name, characters: codePoints(text), items, key: textKey(text), ...(home !== undefined && { home }) };
}

/** Our own metadata line. */
const SOURCE = /^Generated: [^|\n]{1,40} \| Source: (\S{1,2048}) \| Pages: \d+$/m;

/** A file may list pages before its first section, too. */
function sectionsOf(text: string): readonly Pick<ParsedSection, "name" | "items">[] {
  const { details, sections } = parseLlmsTxt(text);
  const lines = details.map(({ text: line }) => line).filter((line) => /^\s*[-*+] /.test(line));
  const items: readonly ParsedItem[] = parseLlmsTxt(`## \n${lines.join("\n")}`).sections.flatMap((one) => one.items);
  return [{ name: "", items }, ...sections];
}
