import type { Item } from "../document.ts";
import { type LineLink, linksIn } from "./links.ts";
import type { Fault } from "./rules.ts";

export interface ParsedItem extends Item {
  /** 1-based. */
  readonly line: number;
}

/** A link wherever it stands: in a list, a sentence, a table; with `[title](url)` or as an address alone. */
export interface ParsedLink {
  /** The address itself where it stands alone. */
  readonly title: string;
  /** Address as written; it may be relative. */
  readonly url: string;
  /** 1-based. */
  readonly line: number;
}

interface ReadLine {
  readonly items: readonly ParsedItem[];
  readonly links: readonly ParsedLink[];
  /** Place at which it strays from `- [title](url): excerpt`. */
  readonly fault?: Fault["rule"];
}

/** The only form that both official parsers read whole. */
const ITEM = /^- \[([^[\]]+)\]\(([^()\s<>]+)\)(?:: (\S.*|\S))?$/u;

const BULLET = /^\s*(?:[-*+•]|\d{1,9}[.)])\s+/;

/** Marks that may stand before an item's link: emphasis, a table's border, a box to tick, a pictograph. */
const BEFORE = /^(?:\[[ x]\]|[\s|*_>~:–—-]|\p{Extended_Pictographic}|\uFE0F)*$/iu;

/** Text between links that share a line. Bound: 20 characters. */
const BETWEEN = /^[\s,;|/&+·•、*_-]*(?:and|or)?[\s*_]*$/i;
const MAX_BETWEEN = 20;

/** Text that may stand between a link and its notes. */
const BEFORE_NOTES = /^[\s*_|:–—-]+/;

/** Reads one line of a section, however its links are written. A sentence that holds links is no item. */
export function readLine(text: string, line: number): ReadLine {
  const found = linksIn(text);
  const links = found.map(({ title, url }) => ({ title, url, line }));
  const strict = ITEM.exec(text);
  if (strict !== null && text === text.trim()) {
    const [, title = "", url = "", excerpt] = strict;
    return { items: [itemOf({ title, url, excerpt, line })], links };
  }
  const items = itemsIn(text, found).map((item) => itemOf({ excerpt: undefined, ...item, line }));
  return { items, links, fault: items.length === 0 ? "section-prose" : faultOf(text) };
}

function itemsIn(text: string, links: readonly LineLink[]): Item[] {
  const [bullet = ""] = BULLET.exec(text) ?? [];
  const named = links.findIndex(({ isNamed }) => isNamed);
  const first = Math.max(0, named);
  const lead = text.slice(bullet.length, links[first]?.start).trimStart();
  if (links[first] === undefined || (bullet === "" && !BEFORE.test(lead))) return [];
  const items: Item[] = [];
  for (let at = first; at < links.length; at++) {
    const link = links[at];
    const next = links[at + 1];
    if (link === undefined) break;
    const between = text.slice(link.end, next?.start);
    const isShared = next !== undefined && between.length <= MAX_BETWEEN && BETWEEN.test(between);
    const excerpt = isShared ? "" : text.slice(link.end).replace(BEFORE_NOTES, "").trim();
    items.push({ title: titleOf(link, lead), url: link.url, ...(excerpt && { excerpt }) });
    if (!isShared) break;
  }
  return items;
}

/** An address alone is called what stands before it; a bracket that nothing closes belongs to the title. */
function titleOf({ title, isNamed }: LineLink, lead: string): string {
  if (isNamed) return lead.startsWith("[") && !lead.includes("]") ? `${lead.slice(1)}[${title}` : title;
  return lead.replace(/^[*_~`]+/, "").replace(/[\s*_~`:<(–—-]{1,20}$/, "") || title;
}

function faultOf(text: string): Fault["rule"] {
  if (!text.startsWith("- [")) return "item-form";
  if (text !== text.trim()) return "item-space";
  const afterUrl = text.slice(text.indexOf("](") + 2);
  if (/^[^\s<>)]*\(/.test(afterUrl)) return "url-parenthesis";
  if (/^[^)]*[\s<>]/.test(afterUrl)) return "url-written";
  return text.slice(0, text.indexOf("](")).slice(3).search(/[[\]]/) >= 0 ? "item-form" : "excerpt-form";
}

type ItemParts = Omit<ParsedItem, "excerpt"> & { readonly excerpt: string | undefined };

function itemOf({ title, url, excerpt, line }: ItemParts): ParsedItem {
  return { title: title.trim(), url, ...(excerpt ? { excerpt } : {}), line };
}
