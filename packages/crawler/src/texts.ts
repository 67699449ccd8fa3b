// Finds equal texts, texts contained in others, and soft 404s. Pure.
import { hash, randomInt } from "node:crypto";
import type { Page } from "@llmstxt-service/page";

/** Shortest compared line, most characters compared, and number of pages from which on a line is a notice. */
const [LINE, LOOKED_AT, NOTICE] = [40, 100, 5];
/** Share of a text's lines that another text must have to contain it, and least lines. */
const [WITHIN, LINES] = [0.85, 3];
/** A text that contains three others repeats them, and so does one that is mostly two others. */
export const HELD = 3;
const MOST = 0.7;
/** Longest text that counts as equal if only its numbers and dates differ: a day without an event. */
const DATED = 600;

/** Relation of a text to earlier ones. */
export interface Relation {
  /** Page with the same text. */
  readonly same?: string;
  /** Equal to other pages except for its date and numbers. */
  readonly isDated?: true;
  /** Pages whose texts it contains. */
  readonly holds?: readonly string[];
  /** Page that contains its text. */
  readonly within?: string;
}

/** A text by its page, with the number of its lines. */
interface Text {
  readonly url: string;
  readonly title: string;
  readonly size: number;
}

const isWhole = (count: number, of: number): boolean => count >= WITHIN * of;

export class Texts {
  readonly #digests = new Map<string, string>();
  readonly #dated = new Map<string, number>();
  readonly #texts: Text[] = [];
  readonly #lines = new Lines();

  /** Compares a text with the earlier ones, and keeps it. @param isMoved true if the page with the same text moves here */
  add(url: string, page: Page, isMoved: (same: string) => boolean = () => false): Relation {
    // The title counts, too: pages that differ only in it are different pages, whose text may be a notice.
    const digest = `${page.contentDigest} ${page.title}`;
    const same = this.#digests.get(digest);
    if (same !== undefined && !isMoved(same)) return { same };
    this.#digests.set(digest, url);
    if (same !== undefined) return {};
    const { size, counts } = this.#lines.add(page.text, this.#texts.length);
    const several = [...counts].filter(([, count]) => count >= LINES);
    const shared = several.flatMap(([at, count]) => (this.#texts[at] ? { ...this.#texts[at], count } : []));
    this.#texts.push({ url, title: page.title, size });
    const found = relationOf(shared, size, page.title);
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
}

/** Relation of a text to those that share lines with it. `count`: number of these. */
function relationOf(shared: readonly (Text & { readonly count: number })[], lines: number, title: string): Relation {
  const held = shared.filter(({ count, size }) => isWhole(count, size));
  // Two texts that contain each other are one page if one title is the other with a word added: "Ropes (print)".
  const twin = held.find((one) => isWhole(one.count, lines) && isTitled(title, one.title));
  if (twin !== undefined) return { same: twin.url };
  const sum = held.reduce((total, { count }) => total + count, 0);
  const isMost = held.length === HELD - 1 && sum >= lines * MOST;
  // Texts that share lines with one another come from one template.
  if (sum <= lines && (held.length >= HELD || isMost)) return { holds: held.map(({ url }) => url) };
  const holder = shared.find(({ count }) => isWhole(count, lines));
  return holder === undefined ? {} : { within: holder.url };
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

/**
 * The lines of all texts as pairs in one flat table, since a large site has millions: a line's hash (FNV-1a), and one more
 * than the number of a text that contains it, at the first free place behind the hash's own.
 */
class Lines {
  #pairs = new Int32Array(2 ** 11);
  #used = 0;
  /** Odd and random: a site cannot choose lines that all have one place (multiply-shift hashing). */
  readonly #factor = randomInt(2 ** 31) * 2 + 1;

  /** Adds a text's lines. @returns their number, and how many each earlier text has, notices left out */
  add(text: string, number: number) {
    const counts = new Map<number, number>();
    let size = 0;
    for (let from = 0, to = 0; from < text.length; from = to + 1) {
      to = text.indexOf("\n", from);
      if (to < 0) to = text.length;
      if (to - from < LINE) continue;
      const end = Math.min(to, from + LOOKED_AT);
      let line = to - from;
      for (let at = from; at < end; at++) line = Math.imul(line ^ text.charCodeAt(at), 0x01000193);
      if (this.#put(line, number + 1, counts)) size++;
    }
    return { size, counts };
  }

  /** @returns false if the text has this line already */
  #put(line: number, text: number, counts: Map<number, number>): boolean {
    const pairs = this.#pairs;
    const last = pairs.length - 1;
    const place = (Math.imul(line, this.#factor) >>> Math.clz32(last)) & ~1;
    let [at, others, latest] = [place, 0, 0];
    for (; pairs[at + 1] !== 0; at = (at + 2) & last) {
      if (pairs[at] !== line) continue;
      if (pairs[at + 1] === text) return false;
      others++;
      latest = at;
    }
    // A notice's texts do not count. Its last one is replaced, so that the line is known within this text.
    if (others >= NOTICE) at = latest;
    else
      for (let other = place; others > 0; other = (other + 2) & last) {
        if (pairs[other] !== line) continue;
        const earlier = (pairs[other + 1] ?? 0) - 1;
        counts.set(earlier, (counts.get(earlier) ?? 0) + 1);
        others--;
      }
    if (pairs[at + 1] === 0) this.#used++;
    pairs[at] = line;
    pairs[at + 1] = text;
    if (this.#used * 3 > pairs.length) this.#grow();
    return true;
  }

  #grow(): void {
    const old = this.#pairs;
    this.#pairs = new Int32Array(old.length * 2);
    this.#used = 0;
    const counts = new Map<number, number>();
    for (let at = 0; at < old.length; at += 2) if (old[at + 1] !== 0) this.#put(old[at] ?? 0, old[at + 1] ?? 0, counts);
  }
}

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
