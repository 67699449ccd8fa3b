import { expect, test } from "vitest";
import { type Rule, validateLlmsTxt } from "./check.ts";

const rooms = [
  "tides",
  "lamps",
  "ropes",
  "sails",
  "charts",
  "anchors",
  "bells",
  "pilots",
  "knots",
  "buoys",
  "masts",
  "keels",
];
interface Line {
  readonly title: string;
  readonly url: string;
  readonly note: string;
}
const lines: readonly Line[] = rooms.map((room, n) => ({
  title: `The ${room}`,
  url: `https://x.dev/${n % 2 === 0 ? "upper" : "lower"}/${room}`,
  note: `Everything about ${room}, with ${n + 10} pieces from yard ${"abcdefghijkl"[n]}${n}.`,
}));
const written = (own: readonly Line[]) => own.map(({ title, url, note }) => `- [${title}](${url}): ${note}\n`).join("");
const checked = (...sections: (readonly Line[])[]) => {
  const text = `# Harbour\n\n> A museum.\n\n${sections.map((own, n) => `## Floor ${"AB"[n]}oo\n\n${written(own)}`).join("\n")}`;
  const { findings, score } = validateLlmsTxt(text);
  return { score, of: (rule: Rule) => findings.filter((one) => one.rule === rule) };
};
const next = (n: number) => lines[(n + 5) % lines.length] ?? lines[0];

test("descriptions of other pages are found from the text alone, each on its line", () => {
  const right = checked(lines);
  expect(right.of("excerpt-misplaced")).toEqual([]);
  const wrong = checked(lines.map((line, n) => ({ ...line, note: next(n)?.note ?? "" })));
  expect(wrong.of("excerpt-misplaced")).toHaveLength(lines.length);
  expect(wrong.score).toBeLessThan(right.score / 2);
});

test("titles of other pages are found by the addresses, and weigh as links that lead elsewhere", () => {
  expect(checked(lines).of("title-misplaced")).toEqual([]);
  const wrong = checked(lines.map((line, n) => ({ ...line, title: next(n)?.title ?? "" })));
  expect(wrong.of("title-misplaced")).toHaveLength(lines.length);
  expect(wrong.of("title-misplaced")[0]).toMatchObject({ part: "links" });
});

test("a description may name another page, and one that shares no word with any line is its own", () => {
  const told = lines.map((line, n) => ({ ...line, note: n === 3 ? `See also ${next(n)?.title}.` : line.note }));
  expect(checked(told).of("excerpt-misplaced")).toEqual([]);
  const plain = lines.map((line) => ({ ...line, note: `Opened in spring, closed in ${line.url.length} weeks.` }));
  expect(checked(plain).of("excerpt-misplaced")).toEqual([]);
});

test("half of the descriptions on wrong lines cost less than all of them, and more than none", () => {
  const of = (share: number) =>
    checked(
      lines.map((line, n) =>
        n % share === 0 ? { ...line, note: lines[(n + share) % lines.length]?.note ?? "" } : line,
      ),
    );
  expect(of(1).of("excerpt-misplaced").length).toBeGreaterThan(of(2).of("excerpt-misplaced").length);
  expect(of(2).score).toBeLessThan(checked(lines).score);
});

test("sections across the folders of pages are mixed, and sections by folders are not", () => {
  const floor = (even: boolean) => lines.filter((_, n) => (n % 2 === 0) === even);
  expect(checked(floor(true), floor(false)).of("section-mixed")).toEqual([]);
  expect(checked(lines.slice(0, 6), lines.slice(6)).of("section-mixed")).toHaveLength(1);
});

test("texts that a program cut at one length are told, sentences of one length are not", () => {
  const cut = lines.map((line) => ({ ...line, note: line.note.slice(0, 24) }));
  expect(checked(cut).of("excerpt-cut").length).toBeGreaterThan(lines.length / 2);
  expect(checked(cut.map((line) => ({ ...line, note: `${line.note}.` }))).of("excerpt-cut")).toEqual([]);
});

test("links of other sites are found by what the file states, or by most links; sub-domains are the site's own", () => {
  const fern = { title: "Ferns", url: "https://ferns.example/kinds", note: "How ferns grow." };
  const help = { title: "Help", url: "https://help.x.dev/desk", note: "Who to ask at the desk." };
  expect(checked([...lines, help, fern]).of("other-site")).toMatchObject([{ line: 20 }]);
});
