// The same text again, texts that stand whole in others, and what a site answers to an address that does not exist. Pure.
import { hash } from "node:crypto";
import type { Page } from "@llmstxt-service/page";

/** Least characters of a line that is compared; a line of so many pages is a notice. */
const [LINE, NOTICE] = [40, 5];
/** Share of a text's lines that stand in another's for it to stand in it whole, and least lines. */
const [WITHIN, LINES] = [0.85, 3];
/** A text that holds three others repeats them, as does one that holds two, and hardly more. */
const [HELD, MOST] = [3, 0.7];
/** Most characters of a text that says nothing but its numbers: a day without an event. */
const NUMBERED = 600;

/** What a text is beside those before it. */
export interface Found {
  /** Page with the same text. */
  readonly same?: string;
  /** Same text but for its numbers, as other pages of this shape have it. */
  readonly isNumbered?: true;
  /** Pages whose texts stand whole in it. */
  readonly holds?: readonly string[];
  /** Page in which it stands whole. */
  readonly within?: string;
}

export class Texts {
  readonly #digests = new Map<string, string>();
  readonly #numbered = new Map<string, number>();
  /** How many lines each text has, and the texts of each line. */
  readonly #lines = new Map<string, number>();
  readonly #holders = new Map<number, string[]>();

  /** The page is known by another address from now on. */
  moved(url: string, page: Page): Found {
    this.#digests.set(digestOf(page), url);
    return {};
  }

  /** The page that has the same text and title. */
  sameAs(page: Page): string | undefined {
    return this.#digests.get(digestOf(page));
  }

  /**
   * Compares a text with those before it, and remembers it.
   * @param shape the address without its numbers
   */
  add(url: string, page: Page, shape: string): Found {
    const digest = digestOf(page);
    const same = this.#digests.get(digest);
    if (same !== undefined) return { same };
    this.#digests.set(digest, url);
    const lines = linesOf(page.text);
    const found = this.#compare(lines);
    for (const line of lines) {
      const holders = this.#holders.get(line);
      if (holders === undefined) this.#holders.set(line, [url]);
      else if (holders.length < NOTICE) holders.push(url);
    }
    this.#lines.set(url, lines.size);
    return this.#isNumbered(page, shape) ? { ...found, isNumbered: true } : found;
  }

  /** True from the third page of a shape on whose text differs in numbers only. */
  #isNumbered({ text, textLength, title }: Page, shape: string): boolean {
    if (!shape.includes("#") || textLength > NUMBERED) return false;
    const key = hash("sha256", `${shape}\n${title}\n${text}`.replace(/\d+/g, "#"));
    const count = (this.#numbered.get(key) ?? 0) + 1;
    this.#numbered.set(key, count);
    return count >= 3;
  }

  #compare(lines: ReadonlySet<number>): Found {
    const shared = new Map<string, number>();
    for (const line of lines) {
      const holders = this.#holders.get(line) ?? [];
      if (holders.length < NOTICE) for (const other of holders) shared.set(other, (shared.get(other) ?? 0) + 1);
    }
    if (shared.size === 0) return {};
    const isWhole = (count: number, of: number) => count >= LINES && count >= WITHIN * of;
    const held = [...shared].filter(([other, count]) => isWhole(count, this.#lines.get(other) ?? Infinity));
    const sum = held.reduce((total, [, count]) => total + count, 0);
    const isMost = held.length === HELD - 1 && sum >= lines.size * MOST;
    // Texts that share their lines with each other as well are made from one template.
    if (sum <= lines.size && (held.length >= HELD || isMost)) return { holds: held.map(([url]) => url) };
    const within = [...shared].find(([, count]) => isWhole(count, lines.size))?.[0];
    return within === undefined ? {} : { within };
  }
}

/** A text's lines that are compared, as numbers (FNV-1a): the texts themselves need not be kept. */
function linesOf(text: string): ReadonlySet<number> {
  const lines = new Set<number>();
  for (let from = 0, to = 0; from < text.length; from = to + 1) {
    to = text.indexOf("\n", from);
    if (to < 0) to = text.length;
    if (to - from < LINE) continue;
    let line = 0;
    for (let at = from; at < to; at++) line = Math.imul(line ^ text.charCodeAt(at), 0x01000193);
    lines.add(line);
  }
  return lines;
}

/** Pages of which only the title differs are ones that the site keeps apart: what was read of them may be a notice. */
const digestOf = ({ contentDigest, title }: Page): string => `${contentDigest} ${title}`;

/** True for a page that is what the site answers to an address that does not exist. */
export function isSameAnswer(page: Page, missing: Page | undefined): boolean {
  if (missing === undefined || missing.textLength === 0) return false;
  // Of many a site that answers to any address only the titles differ: those are pages that it keeps apart.
  const isAsLong = Math.abs(page.textLength - missing.textLength) <= missing.textLength * 0.1;
  return page.title === missing.title && isAsLong;
}
