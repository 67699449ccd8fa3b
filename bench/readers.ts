// Measures whether readers find pages: a word search over the lines of a file, with questions that a person would ask.
// npm run bench -- readers FOLDER
// FOLDER/NAME.llms.txt for each NAME.txt of bench/questions; with NAME.own.txt beside
// it, that file is asked the same. A question counts as right if the page about it is among the first lines found.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "@llmstxt-service/document/check";
import MiniSearch from "minisearch";
import { keepResult, table } from "./results.ts";

const QUESTIONS = join(import.meta.dirname, "questions");
const [folder = "docs/examples"] = process.argv.slice(2);

/** One key for a page: its Markdown version and its index file count as the page. */
const keyOf = (url: string): string =>
  (URL.parse(url)?.pathname ?? url).replace(/(?:index)?(?:\.html)?(?:\.md)?$/, "").replace(/\/$/, "");

interface Found {
  readonly first: number;
  readonly third: number;
  readonly characters: number;
}

function asked(file: string, questions: readonly (readonly [question: string, url: string])[]): Found {
  const text = readFileSync(file, "utf8");
  const search = new MiniSearch({ fields: ["title", "section", "excerpt"], storeFields: ["url"] });
  const lines = parse(text).sections.flatMap(({ name, items }) => items.map((item) => ({ ...item, section: name })));
  search.addAll(lines.map(({ title, url, excerpt, section }, id) => ({ id, title, url, excerpt, section })));
  let [first, third] = [0, 0];
  for (const [question, url] of questions) {
    const at = search
      .search(question, { fuzzy: 0.2, prefix: true })
      .findIndex((found) => keyOf(found.url) === keyOf(url));
    if (at === 0) first++;
    if (at >= 0 && at < 3) third++;
  }
  return { first, third, characters: text.length };
}

const rows = readdirSync(QUESTIONS).flatMap((name) => {
  const site = name.replace(".txt", "");
  const questions = readFileSync(join(QUESTIONS, name), "utf8")
    .split("\n")
    .flatMap((line) => {
      const [, question = "", url = ""] = /^([^#].*) (https:\S+)$/.exec(line) ?? [];
      return question === "" ? [] : [[question, url] as const];
    });
  const files = [
    ["ours", join(folder, `${site}.llms.txt`)],
    ["its own", join(folder, `${site}.own.txt`)],
  ] as const;
  return files.flatMap(([whose, file]) => {
    if (!existsSync(file)) return [];
    const { first, third, characters } = asked(file, questions);
    return [[site, whose, String(questions.length), String(first), String(third), characters.toLocaleString("en")]];
  });
});
keepResult(
  "npm run bench -- readers",
  table(["site", "file", "questions", "first", "among three", "characters"], rows),
);
