// Applies an owner's changes to a document, after each crawl.
import { METADATA } from "@llmstxt-service/page/our-files";
import { Keys } from "../address.ts";
import { type Parsed, type ParsedItem, parse } from "../check/parse.ts";
import { MOST } from "../check/rules.ts";
import { charactersOf, cut } from "../text.ts";
import { layout, prose, titled } from "../write.ts";
import type { Overlay } from "./file.ts";

export type { Overlay } from "./file.ts";

/** A document without its owner's changes. */
export interface OverlayBase {
  readonly text: string;
  /** The pages of the crawl: an entry may name a page whose Markdown is listed by its own address. */
  readonly pages?: readonly { readonly url: string; readonly markdownUrl?: string }[];
}

/** An entry without an effect, or with another effect than intended. The overlay itself stays as it is. */
export interface OverlayFinding {
  /** Path in the overlay, as keys and 0-based indexes: `["pages", 3, "title"]`. */
  readonly path: readonly (string | number)[];
  readonly message: string;
}

export interface Overlaid {
  readonly text: string;
  readonly findings: readonly OverlayFinding[];
}

const DESC_LENGTH = 500;
const MAX_NOTE = 1_000;

/**
 * The document with an owner's changes, always as valid as before. Each page is listed once or hidden, each section has
 * a page and its own name, `Optional` is last. Linear.
 */
export function overlaid(
  base: OverlayBase,
  overlay: Overlay,
  options: { readonly descLength?: number } = {},
): Overlaid {
  const document = parse(base.text);
  const findings: OverlayFinding[] = [];
  const report = (path: OverlayFinding["path"], message: string) => void findings.push({ path, message });
  const text = cleaner(report);
  const source = METADATA.exec(document.metadata ?? "")?.groups?.source ?? "";
  const changes = pageChanges({ document, base, source }, overlay.pages ?? [], report);
  const { sections, hidden } = arranged(document, overlay, { changes, text, ...options });
  reportSections(document, overlay, report);
  const isEmpty = sections.length === 0;
  if (isEmpty && hidden > 0)
    report(["pages"], "Every page is hidden: the homepage is listed, as no document is without a link");
  const name = (overlay.name && text(overlay.name, MOST.title, ["name"])) || document.name;
  const summary = overlay.summary == null ? document.summary : text(overlay.summary, MOST.summary, ["summary"]);
  const notes = overlay.notes?.flatMap((note, at) => text(note, MAX_NOTE, ["notes", at]) ?? []);
  return {
    text: layout({
      name,
      summary: summary ?? "",
      metadata: withFewerPages(document.metadata ?? "", hidden),
      notes: notes ?? document.notes.map((note) => note.text),
      sections: isEmpty ? [{ name: "Pages", items: [{ title: name, url: source, excerpt: "" }] }] : sections,
    }),
    findings,
  };
}

type Report = (path: OverlayFinding["path"], message: string) => void;
type CleanText = (text: string, most: number, path: OverlayFinding["path"]) => string | undefined;

/** An owner's texts are cleaned like untrusted ones, since models read both; undefined if nothing is left. */
function cleaner(report: Report): CleanText {
  return (text, most, path) => {
    const cleaned = prose(text);
    const characters = charactersOf(cleaned);
    if (characters > most) report(path, `The text is cut: it has ${characters} characters, and ${most} are the most`);
    return cleaned === "" ? undefined : cut(cleaned, most);
  };
}

// Bound: the metadata line.
const withFewerPages = (metadata: string, fewer: number): string =>
  metadata.replace(/\d+(?=(?: \(stopped early\))?$)/, (pages) => String(Math.max(1, Number(pages) - fewer)));

type PageChange = NonNullable<Overlay["pages"]>[number];

interface FoundChange {
  readonly change: PageChange;
  readonly index: number;
}

/** The change of each item. The first of two changes counts. */
function pageChanges(
  { document, base, source }: { readonly document: Parsed; readonly base: OverlayBase; readonly source: string },
  changes: readonly PageChange[],
  report: Report,
): ReadonlyMap<ParsedItem, FoundChange> {
  const keys = new Keys();
  const items = new Map<string, ParsedItem>();
  for (const item of document.sections.flatMap((section) => section.items)) items.set(keys.of(item.url), item);
  for (const { url, markdownUrl } of base.pages ?? []) {
    const item = markdownUrl === undefined ? undefined : items.get(keys.of(markdownUrl));
    if (item !== undefined && !items.has(keys.of(url))) items.set(keys.of(url), item);
  }
  const found = new Map<ParsedItem, FoundChange>();
  for (const [index, change] of changes.entries()) {
    const page = change.url ?? change.path ?? "";
    const key = keys.of(URL.parse(page, source)?.href ?? page);
    const item = items.get(key);
    const path = ["pages", index];
    if (item === undefined)
      report(
        path,
        source !== "" && key === keys.of(source)
          ? `${page} is the homepage, the head of the document: use name and summary`
          : `${page} is not listed: the entry waits until it is`,
      );
    else if (found.has(item)) report(path, `${page} has an entry already, which counts`);
    else found.set(item, { change, index });
    if (change.pin && change.hide) report(path, `${page} is pinned and hidden: it is hidden`);
  }
  return found;
}

interface OpenSection {
  readonly name: string;
  readonly pinned: { readonly item: LineItem; readonly index: number }[];
  readonly own: LineItem[];
  readonly moved: LineItem[];
}
type LineItem = { readonly title: string; readonly url: string; readonly excerpt: string };

/** Names that differ only in case are one section to some readers; any form of `optional` is `Optional`. */
const sectionName = (text: string): string => {
  const name = titled(text);
  return /^optional[^\p{L}\p{N}]*$/iu.test(name) ? "Optional" : name;
};
const keyOf = (name: string): string => sectionName(name).toLowerCase();

const entryOf = (entry: NonNullable<Overlay["sections"]>[number]) =>
  typeof entry === "string" ? { name: entry, as: undefined } : entry;

interface Arranging {
  readonly changes: ReadonlyMap<ParsedItem, FoundChange>;
  readonly text: CleanText;
  readonly descLength?: number;
}

/** Arranges the items: pinned ones first, then the section's own, then those moved there. */
function arranged(document: Parsed, overlay: Overlay, { changes, text, descLength = DESC_LENGTH }: Arranging) {
  const open = new Map<string, OpenSection>();
  const listed = (overlay.sections ?? []).map(entryOf);
  const renamed = new Map(
    listed.flatMap(({ name, as }) => (as ? [[keyOf(name), sectionName(cut(as, MOST.title))]] : [])),
  );
  const known = new Map(document.sections.map(({ name }) => [keyOf(name), name]));
  const section = (wanted: string): OpenSection => {
    const name = renamed.get(keyOf(wanted)) ?? known.get(keyOf(wanted)) ?? sectionName(cut(wanted, MOST.title));
    const made = open.get(keyOf(name)) ?? { name, pinned: [], own: [], moved: [] };
    open.set(keyOf(name), made);
    return made;
  };
  for (const { name } of [...listed, ...document.sections]) section(name);
  let hidden = 0;
  for (const { name, items } of document.sections)
    for (const item of items) {
      const { change, index = 0 } = changes.get(item) ?? {};
      const { title, description, section: to, pin, hide } = change ?? {};
      if (hide) {
        hidden++;
        continue;
      }
      const path = ["pages", index];
      const excerpt = description == null ? item.excerpt : text(description, descLength, [...path, "description"]);
      const line = {
        title: (title && text(title, MOST.title, [...path, "title"])) || item.title,
        url: item.url,
        excerpt: excerpt ?? "",
      };
      const own = section(name);
      const target = to ? section(to) : own;
      if (pin) target.pinned.push({ item: line, index });
      else (target === own ? target.own : target.moved).push(line);
    }
  const filled = [...open.values()].map(({ name, pinned, own, moved }) => ({
    name,
    items: [...pinned.sort((a, b) => a.index - b.index).map(({ item }) => item), ...own, ...moved],
  }));
  const isLast = ({ name }: { readonly name: string }) => name === "Optional";
  const ordered = [...filled.filter((one) => !isLast(one)), ...filled.filter(isLast)];
  return { sections: ordered.filter(({ items }) => items.length > 0), hidden };
}

function reportSections({ sections }: Parsed, overlay: Overlay, report: Report): void {
  const known = new Set(sections.map(({ name }) => keyOf(name)));
  const wanted = new Set((overlay.pages ?? []).flatMap(({ section }) => (section ? [keyOf(section)] : [])));
  const seen = new Set<string>();
  for (const [index, entry] of (overlay.sections ?? []).entries()) {
    const { name, as } = entryOf(entry);
    const path = ["sections", index];
    if (seen.has(keyOf(name))) report(path, `${name} has an entry already, which counts`);
    else if (![name, as ?? name].some((one) => known.has(keyOf(one)) || wanted.has(keyOf(one))))
      report(path, `There is no section ${name}: the entry waits until there is`);
    seen.add(keyOf(name));
  }
}
