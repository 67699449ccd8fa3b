// Lets a language model improve the wording of a document without changing its links.

import { parse } from "../check/parse.ts";
import { excerptLimit, judge, promptFor, type Wording, worded } from "./answer.ts";
import type { AskModel, ModelOptions } from "./model.ts";

export type { ModelOptions } from "./model.ts";

export type EnhanceProgress =
  | { readonly type: "enhancing"; readonly piece: number; readonly pieces: number }
  /** A piece keeps its wording. */
  | { readonly type: "pieceKept"; readonly piece: number; readonly pieces: number; readonly why: string }
  /** A call has ended: its tokens, as far as the endpoint counts them, and whether it was answered. */
  | { readonly type: "asked"; readonly answered: boolean; readonly tokensIn: number; readonly tokensOut: number };

export interface Enhanced {
  /** A valid document with exactly the original links. */
  readonly text: string;
  readonly pieces: number;
  /** Number of pieces with new wording. */
  readonly replaced: number;
  readonly tokensIn: number;
  readonly tokensOut: number;
}

/** @throws Error that says why no piece could be improved: the text then stays. */
export type Enhance = (
  text: string,
  onProgress: (progress: EnhanceProgress) => void,
  signal: AbortSignal,
) => Promise<Enhanced>;

/** Most characters of a piece: about 4,000 tokens in and out, which small models can handle. */
const PIECE = 12_000;
/** Most calls at once: each takes some seconds, and a local model answers them one by one. */
const AT_ONCE = 4;
/** After this many unanswered calls no more are made. */
const MAX_UNANSWERED = 3;

/** Words for the reasons why a model stops early (`finish_reason`). */
const UNFINISHED: Readonly<Record<string, string>> = {
  length: "the answer was cut off at the model's limit",
  content_filter: "the model's filter held the answer back",
};

/**
 * Nothing is loaded or sent before the first document comes.
 * @throws Error for a base URL that is no plain http(s) URL
 */
export function openEnhance(options: ModelOptions): Enhance {
  const url = URL.parse(options.baseUrl);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "")
    throw new Error("The language model's base URL must be an http(s) URL without user name and password");
  let model: Promise<AskModel> | undefined;
  return async (text, onProgress, signal) => {
    model ??= import("./model.ts").then(({ openModel }) => openModel(options));
    const excerptLength = excerptLimit(text);
    const pieces = piecesOf(text, PIECE);
    const asking = new Asking({ ask: await model, excerptLength, pieces, onProgress });
    const outcomes = await asking.all(signal);
    const wordings = outcomes.map((outcome) => ("why" in outcome ? undefined : outcome));
    const replaced = wordings.filter((wording) => wording !== undefined).length;
    for (const [at, outcome] of outcomes.entries())
      if ("why" in outcome) onProgress({ type: "pieceKept", piece: at + 1, pieces: pieces.length, why: outcome.why });
    const [first] = outcomes;
    if (replaced === 0) throw new Error(first !== undefined && "why" in first ? first.why : "nothing was sent");
    // The summary comes from the first piece, which holds the start of the site.
    const summary = wordings[0]?.summary;
    const excerpts = new Map(wordings.flatMap((wording) => [...(wording?.excerpts ?? [])]));
    const { tokensIn, tokensOut } = asking;
    return {
      text: worded(text, { excerpts, ...(summary !== undefined && { summary }) }, excerptLength),
      pieces: pieces.length,
      replaced,
      tokensIn,
      tokensOut,
    };
  };
}

type Outcome = Wording | { readonly why: string };

interface AskingOptions {
  readonly ask: AskModel;
  readonly excerptLength: number;
  readonly pieces: readonly string[];
  readonly onProgress: (progress: EnhanceProgress) => void;
}

/** The calls for one document. */
class Asking {
  tokensIn = 0;
  tokensOut = 0;
  readonly #options: AskingOptions;
  #unanswered = 0;

  constructor(options: AskingOptions) {
    this.#options = options;
  }

  /** One outcome for each piece, in order; after repeated failures the remaining pieces are not sent. */
  async all(signal: AbortSignal): Promise<Outcome[]> {
    const { pieces } = this.#options;
    const outcomes: Outcome[] = pieces.map(() => ({ why: "the model did not answer before" }));
    const queue = pieces.entries();
    const work = async () => {
      for (const [at, piece] of queue)
        if (this.#unanswered < MAX_UNANSWERED) outcomes[at] = await this.#one(piece, at, signal);
    };
    const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, work));
    for (const end of ends) if (end.status === "rejected") throw end.reason;
    return outcomes;
  }

  async #one(piece: string, at: number, signal: AbortSignal): Promise<Outcome> {
    const { ask, excerptLength, pieces, onProgress } = this.#options;
    onProgress({ type: "enhancing", piece: at + 1, pieces: pieces.length });
    const answer = await ask(promptFor(piece, excerptLength), signal);
    const isFailure = "why" in answer;
    const { tokensIn, tokensOut } = isFailure ? { tokensIn: 0, tokensOut: 0 } : answer;
    this.tokensIn += tokensIn;
    this.tokensOut += tokensOut;
    onProgress({ type: "asked", answered: !isFailure, tokensIn, tokensOut });
    if (isFailure) {
      this.#unanswered += answer.isFinal ? MAX_UNANSWERED : 1;
      return { why: answer.why };
    }
    const unfinished = UNFINISHED[answer.finish];
    return unfinished === undefined ? judge(piece, answer.text, excerptLength) : { why: unfinished };
  }
}

/**
 * Documents of at most `budget` characters, each with the head of the whole; a larger section is divided between items.
 * At least one; every item is in exactly one, unchanged.
 */
export function piecesOf(text: string, budget: number): string[] {
  const lines = text.split("\n");
  const { sections } = parse(text);
  const head = lines
    .slice(0, (sections[0]?.line ?? lines.length + 1) - 1)
    .join("\n")
    .trimEnd();
  const room = budget - head.length;
  const runs = sections.flatMap(({ line, items }) => {
    const heading = lines[line - 1] ?? "";
    const own = items.map((item) => lines[item.line - 1] ?? "");
    return packed(own, room - heading.length).map((run) => `${heading}\n\n${run.join("\n")}`);
  });
  const pieces = packed(runs, room).map((group) => `${[head, ...group].join("\n\n")}\n`);
  return pieces.length === 0 ? [text] : pieces;
}

/** Groups texts, as many as fit into `room` with two line feeds each; a larger text is a group of its own. */
function packed(texts: readonly string[], room: number): string[][] {
  const groups: string[][] = [];
  let left = 0;
  for (const text of texts) {
    const size = text.length + 2;
    const group = groups.at(-1);
    if (group === undefined || size > left) {
      groups.push([text]);
      left = room - size;
    } else {
      group.push(text);
      left -= size;
    }
  }
  return groups;
}
