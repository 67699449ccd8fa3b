import { CrawlError, type FailureCode } from "../../errors.ts";
import type { Fetch, Fetched } from "../../fetch/fetch.ts";

/** Milliseconds; most answers have no body. */
const PROBE_MS = 5_000;

/** A server that leaves so many probes without an answer is not asked again. */
const MAX_SILENCES = 3;
const SILENCE: readonly FailureCode[] = ["timeout", "connection", "unreachable"];

/** What is looked at of a body; it is also what an endless answer to a GET is cut at. */
const MAX_BYTES = 4096;

/**
 * Says whether an address is a Markdown text: it answers 200 itself, with a Markdown or plain type, and not with HTML. The
 * first answer of each type and ending is looked into; for the others their heads will do. Each address is asked for once.
 */
export class MarkdownProbe {
  readonly #fetch: Fetch;
  readonly #mayAsk: (url: string) => boolean;
  readonly #answers = new Map<string, Promise<boolean>>();
  /** Whether the bodies of this type and ending are what they are called. */
  readonly #bodies = new Map<string, Promise<boolean>>();
  #method: "HEAD" | "GET" = "HEAD";
  #silences = 0;
  #asked = 0;

  /** @param mayAsk robots.txt's word */
  constructor(fetch: Fetch, mayAsk: (url: string) => boolean) {
    this.#fetch = fetch;
    this.#mayAsk = mayAsk;
  }

  /** Requests made so far. */
  get asked(): number {
    return this.#asked;
  }

  isKnown(url: string): boolean {
    return this.#answers.has(url);
  }

  /** Never rejects: what cannot be had is no Markdown. */
  isMarkdown(url: string, signal: AbortSignal): Promise<boolean> {
    const answer = this.#answers.get(url) ?? this.#look(url, signal);
    this.#answers.set(url, answer);
    return answer;
  }

  async #look(url: string, signal: AbortSignal): Promise<boolean> {
    if (!this.#mayAsk(url) || this.#silences >= MAX_SILENCES || signal.aborted) return false;
    const method = this.#method;
    const answer = await this.#ask(url, method, signal);
    if (method === "GET") return isMarkdownText(answer);
    if (answer?.status === 405 || answer?.status === 501) return isMarkdownText(await this.#ask(url, "GET", signal));
    return hasMarkdownHead(answer) && this.#isTrusted(url, answer, signal);
  }

  /** One body of each type and ending is looked into, and counts for the others. */
  #isTrusted(url: string, answer: Fetched | undefined, signal: AbortSignal): Promise<boolean> {
    const key = `${typeOf(answer)} ${endingOf(url)}`;
    const body = this.#bodies.get(key) ?? this.#ask(url, "GET", signal).then(isMarkdownText);
    this.#bodies.set(key, body);
    return body;
  }

  async #ask(url: string, method: "HEAD" | "GET", signal: AbortSignal): Promise<Fetched | undefined> {
    const cut = method === "GET" ? { cut: true as const } : {};
    const request = { url, method, accept: "text/markdown, text/plain;q=0.5", maxRedirects: 0, ...cut };
    this.#asked += 1;
    try {
      const answer = await this.#fetch({ ...request, timeoutMs: PROBE_MS, maxBytes: MAX_BYTES }, signal);
      if (method === "HEAD" && (answer.status === 405 || answer.status === 501)) this.#method = "GET";
      return answer;
    } catch (thrown) {
      if (thrown instanceof CrawlError && SILENCE.includes(thrown.code)) this.#silences += 1;
      return undefined;
    }
  }
}

/** `index.html.md` of `/a/index.html.md`, `.md` of `/a/b.md`. */
function endingOf(url: string): string {
  const name = url.slice(url.lastIndexOf("/") + 1);
  return name.startsWith("index.") ? name : name.slice(Math.max(0, name.indexOf(".")));
}

const typeOf = (answer: Fetched | undefined): string => answer?.headers["content-type"] ?? "";

const hasMarkdownHead = (answer: Fetched | undefined): boolean =>
  answer?.status === 200 && /^text\/(plain|(x-)?markdown)\b/i.test(typeOf(answer));

const isMarkdownText = (answer: Fetched | undefined): boolean => hasMarkdownHead(answer) && !isHtml(answer);

const isHtml = (answer: Fetched | undefined): boolean => {
  const start = Buffer.from(answer?.body.subarray(0, 1024) ?? [])
    .toString("latin1")
    .replace(/^\xef\xbb\xbf/, "");
  return /^<(!doctype|html|head|body|script|meta|title)\b/i.test(start.trimStart());
};
