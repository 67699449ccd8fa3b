import { HIDDEN } from "@llmstxt-service/page/visible";
import { codePoints } from "../budget.ts";
import { type Item, itemLine } from "../document.ts";
import { DESC_LENGTH, MAX_SUMMARY, MAX_TITLE } from "../limits.ts";
import { itemsOf, parseLlmsTxt } from "./parse.ts";
import type { Rule } from "./rules.ts";

/** Mends that need no page and no words of a person. `leaveOut`: the line goes. */
type Mend =
  | { readonly type: "item"; readonly mend: (item: Item) => Item }
  | { readonly type: "line"; readonly mend: (line: string) => string }
  | { readonly type: "leaveOut" }
  /** The line moves to `## Optional` at the end. */
  | { readonly type: "toOptional" }
  | { readonly type: "text"; readonly mend: (text: string) => string };

const item = (mend: (item: Item) => Item): Mend => ({ type: "item", mend });
const line = (mend: (line: string) => string): Mend => ({ type: "line", mend });
const text = (mend: (text: string) => string): Mend => ({ type: "text", mend });

/** An item without its excerpt, for excerpts that say nothing. */
export const withoutExcerpt = ({ title, url }: Item): Item => ({ title, url });

/** The whole sentences or else words that fit. */
function shortened(long: string, most: number): string {
  if (codePoints(long) <= most) return long;
  const start = [...long].slice(0, most - 1).join("");
  const sentence = start.search(/[.!?。！？][^.!?。！？]*$/u);
  if (sentence > most / 2) return start.slice(0, sentence + 1);
  // Bound: the limit of a text.
  return `${start.replace(/\s+\S*$/u, "")}…`;
}

/** A text's words without links and tags. */
const wordsOnly = (marked: string): string =>
  // Bound: each part is at most 2,048 characters.
  marked.replace(/\[([^[\]]{1,500})\]\([^()\s]{1,2048}\)/g, "$1").replace(/<\/?[a-z][^<>]{0,500}>/gi, "");

const withWordsOnly = ({ title, url, excerpt }: Item): Item => ({
  title: wordsOnly(title),
  url,
  ...(excerpt !== undefined && { excerpt: wordsOnly(excerpt) }),
});

const headed = (marks: string) => (own: string) => `${marks} ${own.replace(/^\s*#*\s*/, "")}`;

const MENDS = {
  "byte-order-mark": text((own) => own.replace(/^\uFEFF/, "")),
  "carriage-return": text((own) => own.replace(/\r\n?/g, "\n")),
  "final-newline": text((own) => `${own.trimEnd()}\n`),
  "hidden-character": line((own) => [...own].filter((one) => !HIDDEN.test(one)).join("")),
  "name-repeated": line(headed("##")),
  "heading-depth": line(headed("##")),
  "heading-space": line((own) => own.replace(/^\s*(#+)\s*/, "$1 ")),
  "optional-form": line(() => "## Optional"),
  "section-empty": { type: "leaveOut" },
  "summary-length": line((own) => `> ${shortened(own.replace(/^>\s*/, ""), MAX_SUMMARY)}`),
  "item-form": item((own) => own),
  "item-space": item((own) => own),
  "excerpt-form": item((own) => own),
  "excerpt-boilerplate": item(withoutExcerpt),
  "excerpt-menu": item(withoutExcerpt),
  "excerpt-repeated": item(withoutExcerpt),
  "excerpt-title": item(withoutExcerpt),
  "excerpt-length": item(({ excerpt = "", ...rest }) => ({ ...rest, excerpt: shortened(excerpt, DESC_LENGTH.max) })),
  "title-length": item(({ title, ...rest }) => ({ ...rest, title: shortened(title, MAX_TITLE) })),
  "live-link": item(withWordsOnly),
  html: item(withWordsOnly),
  "url-fragment": item(({ url, ...rest }) => ({ ...rest, url: url.split("#", 1)[0] ?? url })),
  "url-repeated": { type: "leaveOut" },
  "url-scheme": { type: "leaveOut" },
  "page-versions": { type: "leaveOut" },
  "page-translated": { type: "leaveOut" },
  "page-facet": { type: "leaveOut" },
  "other-site": { type: "leaveOut" },
  "dead-link": { type: "leaveOut" },
  "order-secondary": { type: "toOptional" },
} as const satisfies Readonly<Partial<Record<Rule, Mend>>>;

/** A rule whose breach a program can mend by the text alone. */
export type MendableRule = keyof typeof MENDS;

export const isMendable = (rule: string): rule is MendableRule => Object.hasOwn(MENDS, rule);

/** The way a rule is mended. */
export const mendOf = (rule: MendableRule): Mend => MENDS[rule];

/**
 * The text with a rule mended on these lines, 1-based; other lines stay as they are, to the byte. Never throws; time grows
 * with the text's length only.
 */
export function mendText(whole: string, rule: MendableRule, lines: ReadonlySet<number>): string {
  const mend = mendOf(rule);
  if (mend.type === "text") return mend.mend(whole);
  const items = new Map(itemsOf(parseLlmsTxt(whole)).map((one) => [one.line, one]));
  const moved: string[] = [];
  const left = whole.split("\n").flatMap((own, index) => {
    if (!lines.has(index + 1)) return [own];
    const read = items.get(index + 1);
    switch (mend.type) {
      case "line":
        return [mend.mend(own)];
      case "item":
        return [read === undefined ? own : itemLine(mend.mend(read))];
      case "leaveOut":
        return [];
      case "toOptional":
        moved.push(own);
        return [];
    }
    mend satisfies never;
    return [];
  });
  return moved.length === 0 ? left.join("\n") : withOptional(left, moved);
}

/** The lines below `## Optional`, which is made at the end where there is none. */
function withOptional(lines: readonly string[], moved: readonly string[]): string {
  const end = lines.findLastIndex((own) => own.trim() !== "") + 1;
  const own = lines.slice(0, end);
  const head = own.lastIndexOf("## Optional");
  const next = own.findIndex((one, index) => index > head && one.startsWith("## "));
  if (head < 0) return `${[...own, "", "## Optional", "", ...moved].join("\n")}\n`;
  const at = next < 0 ? own.length : own.slice(0, next).findLastIndex((one) => one.trim() !== "") + 1;
  return `${own.toSpliced(at, 0, ...moved).join("\n")}\n`;
}

/** One page's item after a mend; `hide`: it is no longer listed. */
export interface MendedItem {
  readonly url: string;
  readonly title?: string;
  readonly description?: string;
  readonly section?: string;
  readonly hide?: true;
}

/** True if all that the mend changes is single pages' titles, descriptions and places: an owner's edits can hold it. */
export const isItemMend = (rule: MendableRule): boolean => ITEM_MENDS.has(rule);

/**
 * Rules whose mend cannot be an owner's edit: a page that is listed twice would be hidden twice, and edits change no
 * address.
 */
const NOT_EDITS: readonly MendableRule[] = [
  "section-empty",
  "url-repeated",
  "url-fragment",
  "item-form",
  "item-space",
  "excerpt-form",
];

const ITEM_MENDS: ReadonlySet<MendableRule> = new Set(
  Object.keys(MENDS)
    .filter(isMendable)
    .filter((rule) => !["line", "text"].includes(mendOf(rule).type) && !NOT_EDITS.includes(rule)),
);

/** A mend as changes to items, for a document that every crawl makes anew. */
export function mendedItems(whole: string, rule: MendableRule, lines: ReadonlySet<number>): readonly MendedItem[] {
  const mend = mendOf(rule);
  return itemsOf(parseLlmsTxt(whole))
    .filter((one) => lines.has(one.line))
    .map(({ url, title, excerpt = "" }): MendedItem => {
      if (mend.type === "leaveOut") return { url, hide: true };
      if (mend.type !== "item") return { url, section: "Optional" };
      const after = mend.mend({ url, title, excerpt });
      return {
        url,
        ...(after.title !== title && { title: after.title }),
        ...((after.excerpt ?? "") !== excerpt && { description: after.excerpt ?? "" }),
      };
    });
}
