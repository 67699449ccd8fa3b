// The same text again, texts that stand whole in others, and what a site answers to an address that does not exist. Pure.
import { hash } from "node:crypto";
import type { Page } from "@llmstxt-service/page";

/** Least characters of a line that is compared, and most that are looked at; a line of so many pages is a notice. */
const [LINE, LOOKED_AT, NOTICE] = [40, 100, 5];
/** Share of a text's lines that stand in another's for it to stand in it whole, and least lines. */
const [WITHIN, LINES] = [0.85, 3];
/** A text that holds three others repeats them, as does one that holds two, and hardly more. */
const [HELD, MOST] = [3, 0.7];
/** Most characters of a text that says nothing but its date: a day without an event. */
const DATED = 600;

/** What a text is beside those before it. */
export interface Found {
  /** Page with the same text. */
  readonly same?: string;
  /** Same text but for its date and numbers, as other pages of this shape have it. */
  readonly isDated?: true;
  /** Pages whose texts stand whole in it. */
  readonly holds?: readonly string[];
  /** Page in which it stands whole. */
  readonly within?: string;
}

interface Text {
  readonly url: string;
  readonly title: string;
  /** How many lines it has. */
  readonly size: number;
}

const isWhole = (count: number, of: number): boolean => count >= LINES && count >= WITHIN * of;

export class Texts {
  readonly #digests = new Map<string, string>();
  readonly #dated = new Map<string, number>();
  readonly #texts: Text[] = [];
  /** The first that was added. */
  #home: Pick<Page, "url" | "title" | "contentDigest"> | undefined;
  /** The texts of each line, by their numbers; most lines have one. */
  readonly #lines = new Map<number, number | number[]>();

  /** The page is known by another address from now on. */
  moved(url: string, page: Page): Found {
    this.#digests.set(digestOf(page), url);
    return {};
  }

  /** The page that has the same text and title; the homepage is known by its text, and a word more in the title. */
  sameAs(page: Page): string | undefined {
    const home = this.#home?.contentDigest === page.contentDigest ? this.#home : undefined;
    return this.#digests.get(digestOf(page)) ?? (home && isTitled(page.title, home.title) ? home.url : undefined);
  }

  /** Compares a text with those before it, and remembers it. */
  add(url: string, page: Page): Found {
    const digest = digestOf(page);
    const same = this.sameAs(page);
    if (same !== undefined) return { same };
    this.#home ??= { url, title: page.title, contentDigest: page.contentDigest };
    this.#digests.set(digest, url);
    const lines = linesOf(page.text);
    const found = this.#compare(lines, page.title);
    const at = this.#texts.push({ url, title: page.title, size: lines.size }) - 1;
    for (const line of lines) {
      const texts = this.#lines.get(line);
      if (texts === undefined) this.#lines.set(line, at);
      else if (typeof texts === "number") this.#lines.set(line, [texts, at]);
      else if (texts.length < NOTICE) texts.push(at);
    }
    return this.#isDated(url, page) ? { ...found, isDated: true } : found;
  }

  /** True from the third page of a shape on whose text differs in dates and numbers only. */
  #isDated(url: string, { text, textLength, title }: Page): boolean {
    if (textLength > DATED || !/\d/.test(url)) return false;
    const key = hash("sha256", shapeOf(`${url}\n${title}\n${text}`));
    const count = (this.#dated.get(key) ?? 0) + 1;
    this.#dated.set(key, count);
    return count >= 3;
  }

  #compare(lines: ReadonlySet<number>, title: string): Found {
    const counts = new Map<number, number>();
    for (const line of lines) {
      const found = this.#lines.get(line) ?? [];
      const texts = typeof found === "number" ? [found] : found;
      if (texts.length < NOTICE) for (const other of texts) counts.set(other, (counts.get(other) ?? 0) + 1);
    }
    const shared = [...counts].flatMap(([at, count]) => (this.#texts[at] ? { ...this.#texts[at], count } : []));
    const held = shared.filter(({ count, size }) => isWhole(count, size));
    const holder = shared.find(({ count }) => isWhole(count, lines.size));
    // Two that stand whole in each other are one, where one title has the other's and a word: "Ropes (print)".
    const twin = held.find((one) => isWhole(one.count, lines.size) && isTitled(title, one.title));
    if (twin !== undefined) return { same: twin.url };
    const sum = held.reduce((total, { count }) => total + count, 0);
    const isMost = held.length === HELD - 1 && sum >= lines.size * MOST;
    // Texts that share their lines with each other as well are made from one template.
    if (sum <= lines.size && (held.length >= HELD || isMost)) return { holds: held.map(({ url }) => url) };
    return holder === undefined ? {} : { within: holder.url };
  }
}

const isTitled = (one: string, other: string): boolean =>
  one !== other && (one.startsWith(other) || one.endsWith(other) || other.startsWith(one) || other.endsWith(one));

let dates: RegExp | undefined;

/** An address or a text without numbers and the names of months and days: those of a calendar's pages are one. */
export function shapeOf(text: string): string {
  // Bound: some 130 names; an address, 2,048 characters, or a text of 600.
  dates ??= new RegExp(
    `\\d+|\\b(?:${["en", "de", "fr", "es", "it", "nl", "pt"].flatMap(dateNames).join("|")})\\b`,
    "gi",
  );
  return text.replace(dates, "#");
}

function dateNames(language: string): string[] {
  const name = (day: Date, part: Intl.DateTimeFormatOptions) => day.toLocaleDateString(language, part);
  return Array.from({ length: 12 }, (_, at) => [
    name(new Date(2024, at, 1), { month: "long" }),
    name(new Date(2024, 0, at + 1), { weekday: "long" }),
  ]).flat();
}

/** A text's lines that are compared, as numbers (FNV-1a): the texts themselves need not be kept. */
function linesOf(text: string): ReadonlySet<number> {
  const lines = new Set<number>();
  for (let from = 0, to = 0; from < text.length; from = to + 1) {
    to = text.indexOf("\n", from);
    if (to < 0) to = text.length;
    if (to - from < LINE) continue;
    const end = Math.min(to, from + LOOKED_AT);
    let line = to - from;
    for (let at = from; at < end; at++) line = Math.imul(line ^ text.charCodeAt(at), 0x01000193);
    lines.add(line);
  }
  return lines;
}

/** Pages of which only the title differs are ones that the site keeps apart: what was read of them may be a notice. */
const digestOf = ({ contentDigest, title }: Page): string => `${contentDigest} ${title}`;

/** Share of a text's words that stand in another's, from which on it says the same. */
const SAME_WORDS = 0.85;

/** True for a page that says what the site answers to an address that does not exist, but for the address. */
export function isSameAnswer(page: Page, missing: Page | undefined): boolean {
  if (missing === undefined || missing.textLength === 0 || page.textLength > 2 * missing.textLength) return false;
  // Of many a site that answers to any address only the titles differ: those are pages that it keeps apart.
  if (nameless(page, page.title) !== nameless(missing, missing.title)) return false;
  const words = new Set(missing.text.split(/\s+/));
  const said = nameless(page, page.text).split(/\s+/);
  return said.filter((word) => words.has(word)).length >= said.length * SAME_WORDS;
}

/** A text without the name of the page's address. */
function nameless({ url }: Page, text: string): string {
  const path = new URL(url).pathname.replace(/^\/|\/$/g, "");
  const name = path.slice(path.lastIndexOf("/") + 1);
  return path === "" ? text : text.replaceAll(path, "").replaceAll(name, "").trim();
}
