// How well the main text of pages is found, on pages that people have labelled.
//   npm run bench -- labelled FOLDER
// FOLDER keeps clones of the public repositories that hold the pages: they are no part of this one.
import { readPage } from "../packages/page/src/page.ts";
import { f1, wordsOf } from "../test/page/word-overlap.ts";
import { type LabelledPage, labelledPages } from "./labelled/pages.ts";
import { isSmoke, keepResult, table } from "./results.ts";

const EXCERPT = 500;

interface Score {
  readonly half: string;
  readonly kind: string;
  readonly f1: number;
  readonly isGood: boolean;
  readonly isBad: boolean;
}

const threes = (words: readonly string[]): readonly string[] =>
  words.slice(0, -2).map((_, at) => words.slice(at, at + 3).join(" "));

function scoreOf({ half, kind, url, bytes, text, without }: LabelledPage): Score {
  const read = readPage(bytes, { url, contentType: "text/html" });
  const excerpt = read.excerpt.slice(0, EXCERPT);
  const wanted = wordsOf(text);
  const known = new Set(threes(wanted));
  const own = threes(wordsOf(excerpt));
  const isGood = own.length > 0 && own.filter((three) => known.has(three)).length >= 0.7 * own.length;
  const isBad = without.some((words) => excerpt.toLowerCase().includes(words.toLowerCase()));
  return { half, kind, f1: f1(wordsOf(read.text), wanted), isGood, isBad };
}

const share = (scores: readonly Score[], what: (score: Score) => number | boolean): string =>
  (scores.reduce((sum, score) => sum + Number(what(score)), 0) / scores.length).toFixed(3);

const row = (name: string, scores: readonly Score[]): readonly string[] => [
  name,
  String(scores.length),
  share(scores, (score) => score.f1),
  share(scores, (score) => score.isGood),
  share(scores, (score) => score.isBad),
];

const [folder] = process.argv.slice(2).filter((argument) => !argument.startsWith("-"));
if (folder === undefined || isSmoke) {
  console.log("usage: npm run bench -- labelled FOLDER");
} else {
  const scores = labelledPages(folder).map(scoreOf);
  const parts = ["A", "B", "C", "D"].map((half) => {
    const own = scores.filter((score) => score.half === half);
    const kinds = [...new Set(own.map(({ kind }) => kind))].sort();
    const rows = kinds.map((kind) =>
      row(
        kind,
        own.filter((score) => score.kind === kind),
      ),
    );
    return table([`part ${half}`, "pages", "F1", "excerpt good", "excerpt bad"], [row("all", own), ...rows]);
  });
  keepResult(
    "npm run bench -- labelled FOLDER",
    `Faults are mended on pages of A, B and C. D was labelled before any of it was read; nobody looked at what goes wrong there.\n\n${parts.join("\n\n")}`,
  );
}
