import type { Item } from "../document.ts";
import { withoutEnd } from "../trim.ts";
import type { Fault } from "./rules.ts";

export interface ParsedItem extends Item {
  /** 1-based. */
  readonly line: number;
}

/** The only form that both official parsers read whole. */
const ITEM = /^- \[([^[\]]+)\]\(([^()\s<>]+)\)(?:: (\S.*|\S))?$/u;

/** Reads one line of a section; undefined where it holds no link at all. */
export function readItem(text: string, line: number, faults: Fault[]): ParsedItem | undefined {
  const strict = ITEM.exec(text);
  if (strict !== null && text === text.trim()) {
    const [, title = "", url = "", excerpt] = strict;
    return itemOf({ title, url, excerpt, line });
  }
  const loose = looseItem(text, line);
  faults.push({ rule: loose === undefined ? "section-prose" : faultOf(text), line });
  return loose;
}

function faultOf(text: string): Fault["rule"] {
  if (!text.startsWith("- [")) return "item-form";
  if (text !== text.trim()) return "item-space";
  const afterUrl = text.slice(text.indexOf("](") + 2);
  if (/^[^\s<>)]*\(/.test(afterUrl)) return "url-parenthesis";
  if (/^[^)]*[\s<>]/.test(afterUrl)) return "url-form";
  return text.slice(0, text.indexOf("](")).slice(3).search(/[[\]]/) >= 0 ? "item-form" : "excerpt-form";
}

/** The first link of a line, however it is written. */
function looseItem(text: string, line: number): ParsedItem | undefined {
  const open = text.indexOf("[");
  const middle = text.indexOf("](", open + 1);
  if (open < 0 || middle < 0) return undefined;
  const end = closing(text, middle + 2);
  if (end < 0) return undefined;
  const [written = ""] = text
    .slice(middle + 2, end)
    .trim()
    .replace(/^<\s*/, "")
    .split(/\s/, 1);
  const url = withoutEnd(written, ">");
  const excerpt = text
    .slice(end + 1)
    .trim()
    .replace(/^[\s*_:–—-]+/, "");
  return itemOf({ title: text.slice(open + 1, middle), url, excerpt, line });
}

/** Where the parenthesis opened before `from` closes; -1 where it does not. */
function closing(text: string, from: number): number {
  let depth = 1;
  for (let index = from; index < text.length; index++) {
    if (text[index] === "(") depth++;
    if (text[index] === ")") depth--;
    if (depth === 0) return index;
  }
  return text.indexOf(")", from);
}

type ItemParts = Omit<ParsedItem, "excerpt"> & { readonly excerpt: string | undefined };

function itemOf({ title, url, excerpt, line }: ItemParts): ParsedItem {
  return { title: title.trim(), url, ...(excerpt ? { excerpt } : {}), line };
}
