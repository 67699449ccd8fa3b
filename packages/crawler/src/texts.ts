// Finds equal texts, texts contained in others, and soft 404s. Pure.
import { hash } from "node:crypto";
import type { Page } from "@llmstxt-service/page";

/** Shortest compared line, most characters compared, and number of pages from which on a line is a notice. */
const [LINE, LOOKED_AT, NOTICE] = [40, 100, 5];
/** Share of a text's lines that another text must have to contain it, and least lines. */
const [WITHIN, LINES] = [0.85, 3];
/** A text that contains three others repeats them, and so does one that is mostly two others. */
const [HELD, MOST] = [3, 0.7];
/** Longest text that counts as equal if only its numbers and dates differ: a day without an event. */
const DATED = 600;

/** Relation of a text to earlier ones. */
export interface Found {
  /** Page with the same text. */
  readonly same?: string;
  /** Equal to other pages except for its date and numbers. */
  readonly isDated?: true;
  /** Pages whose texts it contains. */
  readonly holds?: readonly string[];
  /** Page that contains its text. */
  readonly within?: string;
}

interface Text {
  readonly url: string;
  readonly title: string;
  /** Number of its lines. */
  readonly size: number;
}

const isWhole = (count: number, of: number): boolean => count >= LINES && count >= WITHIN * of;

export class Texts {
  readonly #digests = new Map<string, string>();
  readonly #dated = new Map<string, number>();
  readonly #texts: Text[] = [];
  /** The homepage: the first page that was added. */
  #home: Pick<Page, "url" | "title" | "contentDigest"> | undefined;
  /** Numbers of the texts that contain each line; most lines are in one text. */
  readonly #lines = new Map<number, number | number[]>();

  /** Records a page's new address. */
  moved(url: string, page: Page): Found {
    this.#digests.set(digestOf(page), url);
    return {};
  }

  /** The page with the same text and title. A copy of the homepage may have a longer title. */
  sameAs(page: Page): string | undefined {
    const home = this.#home?.contentDigest === page.contentDigest ? this.#home : undefined;
    return this.#digests.get(digestOf(page)) ?? (home && isTitled(page.title, home.title) ? home.url : undefined);
  }

  /** Compares a text with the earlier texts, and keeps it. */
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

  /** True from the third page of a form on whose text differs only in dates and numbers. */
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
    // Two texts that contain each other are one page if one title is the other with a word added: "Ropes (print)".
    const twin = held.find((one) => isWhole(one.count, lines.size) && isTitled(title, one.title));
    if (twin !== undefined) return { same: twin.url };
    const sum = held.reduce((total, { count }) => total + count, 0);
    const isMost = held.length === HELD - 1 && sum >= lines.size * MOST;
    // Texts that share lines with one another come from one template.
    if (sum <= lines.size && (held.length >= HELD || isMost)) return { holds: held.map(({ url }) => url) };
    return holder === undefined ? {} : { within: holder.url };
  }
}

const isTitled = (one: string, other: string): boolean =>
  one !== other && (one.startsWith(other) || one.endsWith(other) || other.startsWith(one) || other.endsWith(one));

let dates: RegExp | undefined;

/** An address or a text without numbers and names of months and days: equal for all pages of a calendar. */
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

/** Hashes (FNV-1a) of a text's comparable lines: the texts themselves need not be kept. */
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

/** The title counts, too: pages that differ only in it are different pages, whose text may be a notice. */
const digestOf = ({ contentDigest, title }: Page): string => `${contentDigest} ${title}`;

/** Texts are equal from this share of common words on. */
const SAME_WORDS = 0.85;

/** True for a soft 404: the page equals the site's answer to a made-up address, except for the address. */
export function isSameAnswer(page: Page, missing: Page | undefined): boolean {
  if (missing === undefined || missing.textLength === 0 || page.textLength > 2 * missing.textLength) return false;
  // Many sites that answer 200 to any address differ only in titles: their pages are real.
  if (nameless(page, page.title) !== nameless(missing, missing.title)) return false;
  const words = new Set(missing.text.split(/\s+/));
  const said = nameless(page, page.text).split(/\s+/);
  return said.filter((word) => words.has(word)).length >= said.length * SAME_WORDS;
}

/** A text without the last segment of the page's address. */
function nameless({ url }: Page, text: string): string {
  const path = new URL(url).pathname.replace(/^\/|\/$/g, "");
  const name = path.slice(path.lastIndexOf("/") + 1);
  return path === "" ? text : text.replaceAll(path, "").replaceAll(name, "").trim();
}
