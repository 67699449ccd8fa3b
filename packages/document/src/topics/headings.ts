import { codePoints } from "../budget.ts";
import type { Item } from "../document.ts";
import { type Entry, textKey } from "../entry.ts";
import { noteText } from "../text.ts";
import { isTelling, wordsOf } from "../words.ts";
import { isShared, rarity, type Spread, spreadOf, type Topic } from "./topic.ts";

/** Longer headings are sentences. */
const MAX_CODE_POINTS = 80;

/** Headings of a page that are looked at. */
export const MAX_HEADINGS = 100;

/** The headings of each page that say something its title and excerpt do not, in its order; without those that many pages have. */
export function headingTopics(entries: readonly Entry[], items: readonly Item[]): readonly (readonly Topic[])[] {
  const headings = entries.map(headingsOf);
  const whole: Spread = { pages: entries.length, of: spreadOf(headings.map((one) => one.keys())) };
  const words = headings.map((one) => new Set([...one.keys()].flatMap(wordsOf)));
  const spread: Spread = { pages: entries.length, of: spreadOf(words) };
  return headings.map((one, index) => {
    const { title = "", excerpt = "" } = items[index] ?? {};
    const said = new Set(wordsOf(`${title} ${excerpt}`));
    return [...one].flatMap(([key, heading]) => {
      const text = isShared(key, whole) ? "" : noteText(heading, MAX_CODE_POINTS + 1);
      const fresh = new Set(wordsOf(key).filter((word) => isTelling(word) && !said.has(word)));
      if (text === "" || codePoints(text) > MAX_CODE_POINTS || fresh.size === 0) return [];
      const told = [...fresh].reduce((sum, word) => sum + rarity(word, spread), 0);
      // Whole numbers: every heading goes before every single word.
      return [{ text, worth: 1 + told / text.length }];
    });
  });
}

/** Each once, by what it says. */
function headingsOf({ page }: Entry): ReadonlyMap<string, string> {
  const headings = new Map<string, string>();
  for (const { text } of page.headings.slice(0, MAX_HEADINGS)) {
    const key = textKey(text);
    if (key !== "" && !headings.has(key)) headings.set(key, text);
  }
  return headings;
}
