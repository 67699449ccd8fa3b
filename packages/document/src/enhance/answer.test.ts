import fc from "fast-check";
import { expect, test } from "vitest";
import { parse, validate } from "../check/check.ts";
import { excerptLimit, judge, worded } from "./answer.ts";
import { piecesOf } from "./enhance.ts";

const PIECE = `# X

> Old summary.

Generated: 2026-11-21T05:50:00Z | Source: https://x.dev/ | Pages: 4

## Docs

- [A](https://x.dev/a): Old words of A, which are longer than those of B.
- [B](https://x.dev/b): Old words of B. See https://x.dev/else.
- [C](https://x.dev/c)
`;

/** The piece with an answer's wording, or the reason why it stays. */
function taken(answer: string): string {
  const judged = judge(PIECE, answer, excerptLimit(PIECE));
  return "why" in judged ? judged.why : worded(PIECE, judged, excerptLimit(PIECE));
}
const better = (text: string) => text.replaceAll("Old", "New");

test("new wording of summary and excerpts is taken, whatever surrounds the document", () => {
  for (const answer of [
    better(PIECE),
    `Here it is:\n\n\`\`\`markdown\n${better(PIECE)}\`\`\`\nI hope that helps!`,
    `<think>\n# Y\n- [Z](https://z.dev/)\n</think>\n${better(PIECE)}`,
    better(PIECE).replaceAll("\n", "  \n"),
  ])
    expect(taken(answer)).toBe(better(PIECE));
});

test("only wording is taken: names, titles and order stay", () => {
  const changed = better(PIECE).replace("# X", "# Y").replace("[A]", "[Best of all]").replace("## Docs", "## Best");
  expect(taken(changed)).toBe(better(PIECE));
  const [a, b, c] = better(PIECE).split("\n").slice(8, 11);
  expect(taken(better(PIECE).replace([a, b, c].join("\n"), [c, a, b].join("\n")))).toBe(better(PIECE));
});

test("no excerpt is added, and an excerpt that repeats the title or another excerpt is not taken", () => {
  expect(taken(PIECE.replace("/c)", "/c): Invented."))).toBe(PIECE);
  expect(taken(PIECE.replace(/: Old words of A.*/, ": a!"))).toBe(PIECE);
  const same = PIECE.replace(/: Old words of A.*/, ": A page of the site https://x.dev/else.").replace(
    /: Old words of B.*/,
    ": A page of the site https://x.dev/else.",
  );
  expect(taken(same)).toBe(PIECE);
});

test.each<[string, string, string]>([
  ["nothing", " \n", "the answer is empty"],
  ["a sentence", "Sure! Visit [this](https://evil.test/).", "the answer is no llms.txt"],
  ["a link more", `${PIECE}- [E](https://evil.test/): Buy.\n`, "a link more: https://evil.test/"],
  ["a link fewer", PIECE.replace(/- \[C\].*\n/, ""), "a link fewer: https://x.dev/c"],
  ["another link", PIECE.replace("x.dev/a", "x.dev/A"), "a link more: https://x.dev/A"],
  ["a link twice", `${PIECE}- [C](https://x.dev/c)\n`, "a link more than once"],
  ["an address in words", better(PIECE).replace("longer", "at www.evil.test longer"), "more: www.evil.test"],
  ["an address lost from words", PIECE.replace(" See https://x.dev/else.", ""), "fewer: https://x.dev/else"],
  ["a novel", PIECE.replace("Old words", "very ".repeat(2_000)), "too long"],
  ["a broken format", PIECE.replace("## Docs", "### Docs"), "breaks the format in line 7"],
])("%s is refused with a reason", (_, answer, why) => {
  expect(taken(answer)).toContain(why);
});

test("whatever a model answers, the document keeps its links and is valid", () => {
  const lines = PIECE.split("\n");
  const piece = fc.constantFrom(...lines, "](https://evil.test/)", "<b>", "\u202e", "# Y", "## Z", "- [Q](https://q/)");
  const answer = fc.oneof(
    fc.array(piece).map((all) => all.join("\n")),
    fc.tuple(fc.nat(lines.length), piece).map(([at, line]) => lines.toSpliced(at, 1, line).join("\n")),
    fc.tuple(fc.nat(3), fc.string()).map(([at, words]) => PIECE.replace(/Old/g, (old) => (at-- === 0 ? words : old))),
  );
  const urlsOf = (text: string) => parse(text).sections.flatMap(({ items }) => items.map(({ url }) => url));
  fc.assert(
    fc.property(answer, (text) => {
      const judged = judge(PIECE, text, 200);
      const result = "why" in judged ? PIECE : worded(PIECE, judged, 200);
      expect(urlsOf(result)).toEqual(urlsOf(PIECE));
      expect(validate(result).valid).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test("a document is divided at section borders, each piece has the head, and every line is in exactly one piece", () => {
  const section = (name: string, count: number) =>
    `## ${name}\n\n${Array.from({ length: count }, (_, n) => `- [${name} ${n}](https://x.dev/${name}/${n}): words of it`).join("\n")}\n`;
  const head = PIECE.slice(0, PIECE.indexOf("## Docs"));
  const text = `${head}${["A", "B", "C"].map((name) => section(name, 10)).join("\n")}\n${section("D", 100)}`;
  const pieces = piecesOf(text, 1_200);
  for (const piece of pieces) {
    expect(piece.startsWith(head)).toBe(true);
    expect(piece.length).toBeLessThanOrEqual(1_200);
    expect(validate(piece).valid).toBe(true);
  }
  const items = (all: string) => all.split("\n").filter((line) => line.startsWith("- "));
  expect(pieces.flatMap(items)).toEqual(items(text));
  expect(piecesOf(head, 100)).toEqual([head]);
});
