import { CrawlError, type FailureCode } from "../errors.ts";
import type { Fetch, Fetched } from "../fetch/fetch.ts";

/** Milliseconds; most answers have no body. */
const PROBE_MS = 5_000;

/** A server that leaves so many probes without an answer is not asked again. */
const MOST_SILENCES = 3;
const SILENCE: readonly FailureCode[] = ["timeout", "connection", "unreachable"];

/** Larger is nothing to read; it is also what an endless answer to a GET is cut at. */
const MOST_BYTES = 2 * 1024 * 1024;

/** Says whether an address is a Markdown text: it answers 200 itself, with a Markdown or plain type, and not with HTML. */
export class TwinProbe {
  readonly #fetch: Fetch;
  readonly #mayAsk: (url: string) => boolean;
  #method: "HEAD" | "GET" = "HEAD";
  /** Whether this server's plain text was looked into and was no HTML. */
  #isPlainTrusted = false;
  #silences = 0;

  /** @param mayAsk robots.txt's word */
  constructor(fetch: Fetch, mayAsk: (url: string) => boolean) {
    this.#fetch = fetch;
    this.#mayAsk = mayAsk;
  }

  /** Never rejects: what cannot be had is no twin. */
  async isTwin(url: string, signal: AbortSignal): Promise<boolean> {
    if (!this.#mayAsk(url) || this.#silences >= MOST_SILENCES || signal.aborted) return false;
    const method = this.#method;
    const answer = await this.#ask(url, method, signal);
    if (method === "HEAD" && this.#needsBody(answer)) return this.#isTwinByBody(url, signal);
    return hasMarkdownHead(answer) && !isHtml(answer);
  }

  #needsBody(answer: Fetched | undefined): boolean {
    if (answer?.status === 405 || answer?.status === 501) return true;
    return hasMarkdownHead(answer) && /plain/i.test(typeOf(answer)) && !this.#isPlainTrusted;
  }

  async #isTwinByBody(url: string, signal: AbortSignal): Promise<boolean> {
    const answer = await this.#ask(url, "GET", signal);
    if (!hasMarkdownHead(answer)) return false;
    if (!isHtml(answer)) this.#isPlainTrusted = true;
    return !isHtml(answer);
  }

  async #ask(url: string, method: "HEAD" | "GET", signal: AbortSignal): Promise<Fetched | undefined> {
    const request = { url, method, accept: "text/markdown, text/plain;q=0.5", maxRedirects: 0 };
    try {
      const answer = await this.#fetch({ ...request, timeoutMs: PROBE_MS, maxBytes: MOST_BYTES }, signal);
      if (method === "HEAD" && (answer.status === 405 || answer.status === 501)) this.#method = "GET";
      return answer;
    } catch (thrown) {
      if (thrown instanceof CrawlError && SILENCE.includes(thrown.code)) this.#silences += 1;
      return undefined;
    }
  }
}

const typeOf = (answer: Fetched | undefined): string => answer?.headers["content-type"] ?? "";

const hasMarkdownHead = (answer: Fetched | undefined): boolean =>
  answer?.status === 200 && /^text\/(plain|(x-)?markdown)\b/i.test(typeOf(answer));

const isHtml = (answer: Fetched | undefined): boolean =>
  /^\s*<(!doctype|html)/i.test(Buffer.from(answer?.body.subarray(0, 200) ?? []).toString("latin1"));
