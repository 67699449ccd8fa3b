import { expect, test } from "vitest";
import { PhraseCount } from "./phrases.ts";
import { BEGINNING } from "./prose-token.ts";
import { Vocabulary } from "./vocabulary.ts";

const vocabulary = new Vocabulary();

const counted = (text: string) => {
  const count = new PhraseCount(vocabulary, vocabulary.begin());
  let before = BEGINNING;
  for (const written of text.split(" ")) {
    const met = vocabulary.met(written);
    count.add(met, before);
    if (met.token.ends) count.end();
    before = met.token;
  }
  return count.phrases().map((phrase) => ({ ...phrase, text: count.textOf(phrase) }));
};

test("phrases that stand twice are counted wherever they stand, with all of their parts", () => {
  const counts = counted("with spring tide goes high, with spring tide goes down").map(({ text, count }) => [
    text,
    count,
  ]);
  const twice = [
    "with",
    "spring",
    "with spring",
    "tide",
    "spring tide",
    "with spring tide",
    "goes",
    "tide goes",
    "spring tide goes",
  ];
  expect(counts.filter(([, count]) => count === 2)).toEqual(twice.map((text) => [text, 2]));
  // Of what stands once no longer phrase is kept.
  expect(counts.filter(([, count]) => count === 1)).toEqual([
    ["high", 1],
    ["down", 1],
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
  const count = new PhraseCount(vocabulary, vocabulary.begin());
  for (const word of ["数据", "库", "数", "据库"]) {
    const token = { ...BEGINNING, endsSentence: false, text: word, lower: word, space: "", isPlain: true };
    count.add({ token, counts: [], alone: vocabulary.phrase(word), parts: [] }, token);
  }
  const twice = count.phrases().filter((phrase) => phrase.count === 2);
  expect(twice.map((phrase) => count.textOf(phrase))).toEqual(["数据库"]);
});

test("what one page says counts for no other, also when its words were forgotten meanwhile", () => {
  const read = () => counted("Spring tides come. We like spring tides.").map(({ page: _, ...phrase }) => phrase);
  const first = read();
  expect(read()).toEqual(first);
  for (let number = 0; number <= 20_000; number++) vocabulary.met(`word-${number}`);
  expect(read()).toEqual(first);
});
