import { textKey } from "../entry.ts";
import { METADATA } from "../metadata.ts";
import { isBoilerplate } from "../wording/wording.ts";
import type { ParsedLlmsTxt } from "./parse.ts";
import type { ParsedItem, ParsedLink } from "./parse-item.ts";
import type { ReportFault } from "./report.ts";

/** Different pages below which a list is short. */
const FEW_PAGES = 5;

/** The list as a whole: how many pages it names, and how much it says of them. A valid file can be poor in each. */
export function checkQuality({ details, links, sections }: ParsedLlmsTxt, report: ReportFault): void {
  checkNumber(links, statedPages(details.map(({ text }) => text)), report);
  const incomplete = links.filter(({ url }) => !/^https?:$/.test(URL.parse(url)?.protocol ?? ""));
  if (incomplete.length * 2 >= links.length) report("urls-incomplete", incomplete[0]?.line ?? 1);
  const items = sections.flatMap((section) => section.items);
  if (items.length === 0) report("sections-missing", links[0]?.line ?? 1);
  else checkWords(items, report);
  // `Optional` may be passed over, so its links need no description.
  const main = sections.flatMap((section) => (section.name === "Optional" ? [] : section.items));
  checkExcerpts(main.length === 0 ? items : main, report);
}

/** A site that has no more pages than its list names is listed in full, however few they are. */
function checkNumber(links: readonly ParsedLink[], stated: number | undefined, report: ReportFault): void {
  const pages = new Set(links.map(({ url }) => url.replace(/#.*$/s, ""))).size;
  if (stated !== undefined && pages >= stated - 1) return;
  const [{ line } = { line: 1 }] = links;
  if (pages <= 1) report("links-single", line);
  else if (pages < FEW_PAGES) report("links-few", line);
}

/** Pages of the site by the file's own line of facts. */
function statedPages(details: readonly string[]): number | undefined {
  const line = details.find((text) => METADATA.test(text));
  return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(" ")));
}

/** Titles that are there, are no addresses, and are not those of other links. */
function checkWords(items: readonly ParsedItem[], report: ReportFault): void {
  const said = new Set(items.flatMap(({ title, url }) => (title === url ? [] : [textKey(title)])));
  said.delete("");
  if (said.size * 2 < items.length) report("titles-missing", items[0]?.line ?? 1);
}

/** The share of the links with words of their own behind them. */
function checkExcerpts(items: readonly ParsedItem[], report: ReportFault): void {
  const said = new Set(
    items.flatMap(({ title, excerpt = "" }) =>
      textKey(excerpt) === textKey(title) || isBoilerplate(excerpt) ? [] : [textKey(excerpt)],
    ),
  );
  said.delete("");
  const line = items.find(({ excerpt }) => excerpt === undefined)?.line ?? items[0]?.line ?? 1;
  if (said.size * 10 < items.length || said.size === 0) report("excerpts-missing", line);
  else if (said.size * 2 < items.length) report("excerpts-few", line);
}
