import { expect, test } from "vitest";
import { PhraseCount } from "./phrases.ts";
import { BEGINNING, tokenOf } from "./prose-token.ts";

const counted = (text: string) => {
  const count = new PhraseCount();
  let before = BEGINNING;
  for (const written of text.split(" ")) {
    const token = tokenOf(written);
    count.add({ token, alone: count.alone(token) }, before);
    if (token.ends) count.end();
    before = token;
  }
  return count.phrases().map((phrase) => ({ ...phrase, text: count.textOf(phrase) }));
};

test("phrases that stand twice are counted wherever they stand, with all of their parts", () => {
  const counts = counted("the spring tide is high, the spring tide is low").map(({ text, count }) => [text, count]);
  const twice = [
    "the",
    "spring",
    "the spring",
    "tide",
    "spring tide",
    "the spring tide",
    "is",
    "tide is",
    "spring tide is",
  ];
  expect(counts.filter(([, count]) => count === 2)).toEqual(twice.map((text) => [text, 2]));
  // Of what stands once no longer phrase is kept.
  expect(counts.filter(([, count]) => count === 1)).toEqual([
    ["high", 1],
    ["low", 1],
  ]);
});

test("a name within a sentence is counted though it stands once; words of a sentence's beginning are no name", () => {
  const names = counted("High water at Leith Docks today.").filter(({ capitals }) => capitals > 0);
  expect(names.map(({ text }) => text)).toEqual(["Leith", "Docks", "Leith Docks", "Docks today", "Leith Docks today"]);
});

test("a phrase that is written small somewhere is told so, else with its capital", () => {
  const texts = counted("Spring tides come. We like spring tides. See Neap Tides, Neap Tides.").map(({ text }) => text);
  expect(texts).toContain("spring tides");
  expect(texts).toContain("Neap Tides");
});

test("a phrase without spaces is one phrase, whatever words it is made of", () => {
  const count = new PhraseCount();
  for (const word of ["数据", "库", "数", "据库"])
    count.add({ token: unspaced(word), alone: count.alone(unspaced(word)) }, unspaced(word));
  const twice = count.phrases().filter((phrase) => phrase.count === 2);
  expect(twice.map((phrase) => count.textOf(phrase))).toEqual(["数据库"]);
});

const unspaced = (text: string) => ({ ...BEGINNING, endsSentence: false, text, lower: text, space: "", isPlain: true });
