import { tagsTyped } from "../parts/tag-field.tsx";
import { checkAddress } from "../words/addresses.ts";
import { type CsvRecord, readCsv } from "./csv.ts";
import { Store } from "./store.ts";

/** Text with which the dialog for adding sites opens. */
export const sitesToAdd = new Store("");

/** Addresses in a pasted text, if it has several; otherwise empty. */
export function severalAddresses(pasted: string): readonly string[] {
  const words = pasted.split(/[\s,;]+/).filter(Boolean);
  return words.length > 1 && words.every((word) => checkAddress(word).type === "good") ? words : [];
}

/** A site to add, as a line describes it. */
export interface SiteItem {
  readonly baseUrl: string;
  readonly recrawlIntervalMinutes?: number;
  readonly maxPages?: number;
  readonly descLength?: number;
  readonly tags?: readonly string[];
}

/** A line, and its fault if one is visible before it is sent. */
export interface SiteLine {
  readonly line: number;
  readonly raw: string;
  readonly typed: string;
  readonly verdict:
    | { readonly type: "ready"; readonly item: SiteItem; readonly addedHttps: boolean }
    | { readonly type: "wrong"; readonly why: string };
}

export interface SiteLines {
  readonly lines: readonly SiteLine[];
  /** The line of headings, if the text is CSV. */
  readonly head: string | undefined;
  /** Headings that have no meaning here. */
  readonly unused: readonly string[];
}

type Column = "address" | "interval" | "tags" | "maxPages" | "descLength";

const HEADINGS: Readonly<Record<Column, readonly string[]>> = {
  address: ["address", "url", "site", "website", "domain", "base url", "baseurl"],
  interval: ["interval", "every", "recrawl interval", "recrawlintervalminutes", "minutes"],
  tags: ["tags", "tag", "client", "clients", "label", "labels"],
  maxPages: ["page limit", "pages", "max pages", "maxpages", "limit"],
  descLength: ["excerpt", "excerpt length", "desclength"],
};

const columnOf = (heading: string): Column | undefined => {
  const [words = ""] = heading.toLowerCase().split("(", 1);
  const name = words.replace(/[\s_-]+/g, " ").trim();
  const columns: readonly Column[] = ["address", "interval", "tags", "maxPages", "descLength"];
  return columns.find((column) => HEADINGS[column].includes(name));
};

/** Reads addresses, one a line, or CSV whose first line has headings. */
export function readSiteLines(text: string): SiteLines {
  const clean = text.replace(/^\ufeff/, "");
  const [first = ""] = clean.trimStart().split("\n", 1);
  const separator = [",", ";", "\t"].toSorted((a, b) => first.split(b).length - first.split(a).length)[0] ?? ",";
  const [head] = readCsv(first, separator);
  if (head?.cells.some((cell) => columnOf(cell) === "address")) return readTable(clean, separator);
  const lines = clean.split("\n").map((raw, index) => judge({ raw: raw.trim(), line: index + 1 }, { address: raw }));
  return { lines: lines.filter(({ raw }) => raw !== ""), head: undefined, unused: [] };
}

function readTable(text: string, separator: string): SiteLines {
  const [head, ...records] = readCsv(text, separator);
  const columns = head?.cells.map(columnOf) ?? [];
  const cellsOf = ({ cells }: CsvRecord): Cells =>
    Object.fromEntries(columns.flatMap((column, index) => (column ? [[column, cells[index] ?? ""]] : [])));
  return {
    lines: records.map((record) => judge(record, cellsOf(record))),
    head: head?.raw,
    unused: head?.cells.filter((cell, index) => cell !== "" && columns[index] === undefined) ?? [],
  };
}

type Cells = Partial<Record<Column, string>>;

function judge({ raw, line }: Pick<CsvRecord, "raw" | "line">, cells: Cells): SiteLine {
  const typed = (cells.address ?? "").trim();
  const wrong = (why: string): SiteLine => ({ line, raw, typed, verdict: { type: "wrong", why } });
  const address = checkAddress(typed);
  if (address.type === "empty") return wrong("The address is missing.");
  if (address.type === "wrong") return wrong(address.why);
  const addedHttps = address.url !== typed;
  const minutes = cells.interval ? minutesOf(cells.interval) : undefined;
  if (cells.interval && minutes === undefined)
    return wrong(`“${cells.interval}” is not an interval. Write, for example, 7 d or daily.`);
  const [maxPages, descLength] = [cells.maxPages, cells.descLength].map((cell) => (cell ? Number(cell) : undefined));
  if (Number.isNaN(maxPages)) return wrong(`“${cells.maxPages}” is not a number of pages.`);
  if (Number.isNaN(descLength)) return wrong(`“${cells.descLength}” is not a number of characters.`);
  const item = {
    baseUrl: address.url,
    ...(minutes !== undefined && { recrawlIntervalMinutes: minutes }),
    ...(maxPages !== undefined && { maxPages }),
    ...(descLength !== undefined && { descLength }),
    ...(cells.tags && { tags: tagsTyped(cells.tags) }),
  };
  return { line, raw, typed, verdict: { type: "ready", item, addedHttps } };
}

const UNITS: readonly (readonly [minutes: number, pattern: RegExp])[] = [
  [1, /^(m|mins?|minutes?)$/],
  [60, /^(h|hours?|hourly)$/],
  [1_440, /^(d|days?|daily)$/],
  [10_080, /^(w|weeks?|weekly)$/],
  [43_200, /^(mo|months?|monthly)$/],
];

/** Minutes in a text: `daily`, `6 hours`, `7d`; a plain number is minutes. */
export function minutesOf(text: string): number | undefined {
  const words = text.trim().toLowerCase().split(/\s+/).join(" ");
  const [, number, unit] = /^(?:every )?(\d{1,6})? ?([a-z]{0,8})$/.exec(words) ?? [];
  if (number === undefined && !unit) return undefined;
  const size = unit ? UNITS.find(([, pattern]) => pattern.test(unit))?.[0] : 1;
  return size === undefined ? undefined : Number(number ?? 1) * size;
}
