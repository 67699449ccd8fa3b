import type { LeftOutReason } from "@llmstxt-service/page/address/left-out";
import { CrawlError } from "@llmstxt-service/page/errors";
import type { Generated, LeftOutGroup } from "@llmstxt-service/service/jobs/generate";
import { expect, test } from "vitest";
import { validateLlmsTxt } from "../../../document/src/check/validate.ts";
import { countsOf } from "../../../document/src/document-counts.ts";
import { finalSummary } from "./final-summary.ts";
import { RunStats } from "./run-stats.ts";

const TEXT =
  "# Tides\n\n> High water.\n\nMore of it.\n\n## Docs\n\n- [Start](https://tides.example/start): How to begin.\n";

const generated = (text = TEXT) =>
  ({
    counts: countsOf(text),
    text,
    validation: validateLlmsTxt(text, { profile: "strict" }),
  }) as unknown as Generated; // what the summary reads of it

const none = { document: undefined, published: undefined, isOnScreen: false, delivered: [] };
const ended = (stats = new RunStats()) => ({ stats, maxPages: 50, maxPagesLimit: 1000, ...none });
const lines = (text: string) => text.trimEnd().split("\n");

/** Of a run that left these out. */
function statsOf(leftOut: Readonly<Partial<Record<LeftOutReason, number>>>): RunStats {
  const stats = new RunStats();
  const groups = Object.entries(leftOut).map(([reason, count]) => ({ reason, count, examples: [] }));
  stats.add({ ...generated(), type: "rendered", leftOut: groups as unknown as readonly LeftOutGroup[] });
  return stats;
}

/** Without what the score misses. */
const rest = (text: string) => lines(text).filter((line) => !line.startsWith("Could be better: "));

test("the summary names pages, size, score and what would raise it, and for a pipe nothing more", () => {
  const [first, better, ...more] = lines(finalSummary(generated(), ended()));
  expect(first).toMatch(/^1 page in \d+\.\d s: 100 characters, about 25 tokens, score \d+ of 100\.$/);
  expect(better).toMatch(/^Could be better: The file leads to a single page \(line 9, \+\d+\)/);
  expect(more).toEqual([]);
});

test("the summary says in words why pages were left out, and how many failed", () => {
  const stats = statsOf({ noindex: 2, robots: 1 });
  stats.add({
    type: "failed",
    url: "https://x.dev/d",
    error: new CrawlError("timeout", { timeoutMs: 10_000 }),
  } as never);
  expect(rest(finalSummary(generated(), ended(stats))).slice(1)).toEqual([
    "Left out: 2 marked noindex; 1 kept out by robots.txt.",
    "Could not be read: 1 page.",
  ]);
});

test("the summary names the files, and says which of them had no change", () => {
  const delivered = [
    { file: "llms.txt", state: "unchanged" },
    { file: "llms-full.txt", state: "written" },
    { file: "2 files in pages", state: "written" },
  ] as const;
  expect(rest(finalSummary(generated(), { ...ended(), delivered })).slice(1)).toEqual([
    "Wrote llms-full.txt, 2 files in pages.",
    "Unchanged: llms.txt.",
  ]);
});

test("files that are not read are named by kind", () => {
  const stats = statsOf({ image: 4_951, "scanned pdf": 1 });
  expect(finalSummary(generated(), ended(stats))).toContain(
    "Left out: 4,951 image (not read); 1 PDF without text (scanned).",
  );
});

test("the summary says the one thing to do next", () => {
  const next = (change: object, text = TEXT) =>
    lines(finalSummary(generated(text), { ...ended(), ...change })).at(-1) ?? "";
  expect(next({ isOnScreen: true })).toBe("Next: -o llms.txt writes it into a file.");
  const document = "out/llms.txt";
  expect(next({ document })).toMatch(/^Next: (put it at \/llms\.txt|llmstxt validate out\/llms\.txt)/);
  expect(next({ document }, TEXT.replace("How to begin", "Start"))).toBe(
    "Next: llmstxt validate out/llms.txt --profile strict shows what costs points.",
  );
  expect(next({ document, published: "public" })).toBe(
    "Next: serve public with your site; the settings for your server are in public/.llmstxt.",
  );
});

test("where pages are left over, it names a limit that reads them, and never one that is refused", () => {
  const next = (maxPages: number, left: number) => {
    const stats = statsOf({ "over the limit": left });
    return lines(finalSummary(generated(), { ...ended(stats), maxPages, document: "llms.txt" })).at(-1);
  };
  expect(next(5, 11)).toBe("Next: --max-pages 20 reads more of the site.");
  expect(next(50, 11)).toBe("Next: --max-pages 70 reads more of the site.");
  expect(next(900, 200)).toBe("Next: --max-pages 1000 reads more of the site.");
  expect(next(1000, 200)).not.toContain("--max-pages");
});
