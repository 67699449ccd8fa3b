import type { Rendered } from "@llmstxt-service/document";
import type { DocumentCounts } from "@llmstxt-service/document/document-counts";
import { count } from "../describe.ts";
import type { GenerateProgress } from "../jobs/generate/generate.ts";
import type { AnswersLost } from "../jobs/journal/journal.ts";
import { countsByReason, leftOutLines } from "../left-out-words.ts";
import { madeChanges } from "../overlay-json.ts";
import { describeOverlayFinding } from "../overlay-words.ts";
import type { CRAWLING } from "./crawling.ts";
import type { Rows } from "./fact.ts";
import { failedStep } from "./failure-facts.ts";

/** Most findings of an overlay with a line of their own. */
const MAX_FINDINGS = 20;

const ENDS = {
  complete: [],
  limit: ["Maximum pages limit reached"],
  timeout: ["Crawl timeout exceeded"],
  asked: ["Crawl ended on request"],
} as const;

const LOST: { readonly [Why in AnswersLost["why"]]: (lost: AnswersLost) => string } = {
  damaged: ({ bytes = 0 }) => `${count(bytes, "byte")} of the kept answers cannot be read: they are damaged`,
  otherVersion: () => "The kept answers are of another version of this program",
  otherSettings: () => "The kept answers are of a process with other settings",
  unread: ({ reason }) => `The kept answers cannot be read: ${reason}`,
};

/** Facts about kept answers, and from the end of the crawl to the finished text. */
export const WRITING: Rows<Exclude<GenerateProgress, { type: keyof typeof CRAWLING }>> = {
  answersLost: {
    warning: (lost) => `${LOST[lost.why](lost)}; their pages are requested again`,
    log: ({ type: _, ...lost }) => ["Kept answers are lost: their pages are requested again", lost],
  },
  crawled: {
    info: ({ why, pages }) => [...ENDS[why], `Crawl complete: ${count(pages, "page")}`],
    stage: "crawl pages",
  },
  rendered: {
    info: ({ rendered, counts, leftOut }) => [...renderedLines(rendered, counts), ...leftOutLines(leftOut)],
    log: ({ leftOut }) => ["Left out", countsByReason(leftOut), leftOut.length > 0 ? "info" : "debug"],
    event: ({ rendered: { shortened }, counts: { pages, characters, tokens, sections } }) => ({
      type: "rendered",
      pages,
      characters,
      tokens,
      sections: sections.length,
      shortened,
    }),
    stage: "write document",
  },
  overlaid: {
    notice: ({ changes, findings }) => [
      `Made ${count(changes, "change")} of the overlay`,
      ...findings.slice(0, MAX_FINDINGS).map((finding) => `Overlay: ${describeOverlayFinding(finding)}`),
      ...(findings.length > MAX_FINDINGS ? [`Overlay: ${count(findings.length - MAX_FINDINGS, "finding")} more`] : []),
    ],
    event: (fact) => ({ type: "overlaid", ...madeChanges(fact) }),
    log: ({ changes, findings }) => [
      "Overlay applied",
      { changes, codes: findings.map(({ code }) => code) },
      findings.length > 0 ? "warn" : "debug",
    ],
  },
  enhanceSkipped: { notice: () => "Enhancement skipped: no language model is set up here" },
  enhancing: { step: ({ piece, pieces }) => `Enhancing with the language model: part ${piece} of ${pieces}` },
  pieceKept: {
    warning: ({ piece, pieces, why }) => `Kept part ${piece} of ${pieces} as it was: ${why}`,
    event: ({ piece, pieces, why }) => ({ type: "pieceKept", piece, pieces, reason: why }),
    counts: () => [["calls", 1, { outcome: "kept" }]],
  },
  tokens: {
    step: ({ tokensIn, tokensOut }) =>
      `Language model: ${count(tokensIn, "token")} in, ${count(tokensOut, "token")} out`,
    event: ({ tokensIn, tokensOut }) => ({ type: "tokens", in: tokensIn, out: tokensOut }),
    counts: ({ tokensIn, tokensOut }) => [
      ["tokens", tokensIn, { direction: "in" }],
      ["tokens", tokensOut, { direction: "out" }],
    ],
  },
  modelEstimate: {
    notice: ({ calls, tokens }) => `Language model: ${count(calls, "call")} to make, about ${count(tokens, "token")}`,
  },
  described: {
    detail: ({ isNew, url }) => `Described by the language model${isNew ? "" : " in an earlier run"}: ${url}`,
    counts: ({ isNew }) => (isNew ? [["calls", 1, { outcome: "improved" }]] : []),
  },
  notDescribed: {
    detail: ({ url, why }) => `Left without a description: ${url}: ${why}`,
    event: ({ url, why }) => ({ type: "notDescribed", url, reason: why }),
    counts: () => [["calls", 1, { outcome: "kept" }]],
  },
  enhanced: {
    info: ({ piecesReplaced, pieces }) => `Enhanced ${piecesReplaced} of ${count(pieces, "part")}`,
    counts: ({ piecesReplaced }) => [["calls", piecesReplaced, { outcome: "improved" }]],
    stage: "enhance",
  },
  enhanceFailed: { ...failedStep("Enhancement failed, keeping the original:", "Enhancement failed"), stage: "enhance" },
};

function renderedLines(
  { shortened, over }: Rendered,
  { pages, characters, tokens, sections }: DocumentCounts,
): readonly string[] {
  return [
    `llms.txt: ${count(pages, "page")} in ${count(sections.length, "section")}, ${count(characters, "character")}, about ${count(tokens, "token")}`,
    ...(shortened > 0
      ? [`Shortened ${count(shortened, "excerpt")} to keep the file small enough to be read whole`]
      : []),
    ...(over > 0 ? [`The document is ${count(over, "character")} over its budget; --publish divides it`] : []),
  ];
}
