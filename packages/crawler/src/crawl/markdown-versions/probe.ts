import { CrawlError } from "@llmstxt-service/page/errors";
import type { FailureCode } from "@llmstxt-service/page/failures";
import { isOurPageFile } from "@llmstxt-service/page/our-files";
import type { Fetch, Fetched } from "../../fetch/fetch.ts";

/** Milliseconds that a probe may take; most answers have no body. */
const PROBE_MS = 5_000;

/** Probes without an answer after which the server is not asked again. */
const MAX_SILENCES = 3;
const SILENCE: readonly FailureCode[] = ["timeout", "connection", "unreachable"];

/** Most bytes of a body that are read; a longer one is cut. */
const MAX_BYTES = 4096;

/** First answer of an address; a HEAD has no body to look into. */
interface Looked {
  readonly answer: Fetched | undefined;
  readonly by: "HEAD" | "GET";
}

/**
 * Says whether an address is a Markdown text of the site's own: it answers 200 itself, with a Markdown or plain type, and
 * neither with HTML nor with a file of an earlier bundle. The first answer of each type and ending is looked into; for the
 * others their heads will do, unless the site has files of a bundle: then each body is. Each address is asked for once.
 */
export class MarkdownProbe {
  readonly #fetch: Fetch;
  readonly #mayAsk: (url: string) => boolean | Promise<boolean>;
  readonly #answers = new Map<string, Promise<Looked>>();
  /** The first body of each type and ending. */
  readonly #bodies = new Map<string, Promise<Fetched | undefined>>();
  /** Endings whose first body was read, or is counted in a budget. */
  readonly #reckoned = new Set<string>();
  #method: "HEAD" | "GET" = "HEAD";
  #silences = 0;
  #asked = 0;

  /** @param mayAsk robots.txt's word */
  constructor(fetch: Fetch, mayAsk: (url: string) => boolean | Promise<boolean>) {
    this.#fetch = fetch;
    this.#mayAsk = mayAsk;
  }

  /** Requests made so far. */
  get asked(): number {
    return this.#asked;
  }

  /** Requests that the next question about this address may take; the first of its ending is looked into. */
  reckon(url: string): number {
    if (this.isKnown(url)) return 0;
    const ending = endingOf(url);
    const isFirst = !this.#reckoned.has(ending);
    this.#reckoned.add(ending);
    return isFirst ? 2 : 1;
  }

  isKnown(url: string): boolean {
    return this.#answers.has(url);
  }

  /** From now on each answer is judged by its own body: the site has files of a bundle among its own. */
  lookIntoEach(): void {
    this.#method = "GET";
  }

  /** True if the header of the answer says Markdown; the body is not looked at. Never rejects. */
  async looksLikeMarkdown(url: string, signal: AbortSignal): Promise<boolean> {
    const { answer } = await this.#look(url, signal);
    return hasMarkdownHead(answer);
  }

  /** True if the address answers with Markdown of the site's own. Never rejects: a failed request means false. */
  async isMarkdown(url: string, signal: AbortSignal): Promise<boolean> {
    const { answer, by } = await this.#look(url, signal);
    if (by === "GET") return isMarkdownText(answer);
    return hasMarkdownHead(answer) && this.#isTrusted(url, answer, signal);
  }

  #look(url: string, signal: AbortSignal): Promise<Looked> {
    const answer = this.#answers.get(url) ?? this.#lookFirst(url, signal);
    this.#answers.set(url, answer);
    return answer;
  }

  async #lookFirst(url: string, signal: AbortSignal): Promise<Looked> {
    const by = this.#method;
    if (!(await this.#mayAsk(url)) || this.#silences >= MAX_SILENCES || signal.aborted)
      return { answer: undefined, by };
    const answer = await this.#ask(url, by, signal);
    if (answer?.status !== 405 && answer?.status !== 501) return { answer, by };
    return by === "GET" ? { answer, by } : { answer: await this.#ask(url, "GET", signal), by: "GET" };
  }

  /** One body of each type and ending is looked into, and counts for the others. */
  async #isTrusted(url: string, answer: Fetched | undefined, signal: AbortSignal): Promise<boolean> {
    const key = `${typeOf(answer)} ${endingOf(url)}`;
    this.#reckoned.add(endingOf(url));
    const known = this.#bodies.get(key);
    const first = known ?? this.#ask(url, "GET", signal);
    this.#bodies.set(key, first);
    const body = await first;
    if (!isOurs(body)) return isMarkdownText(body);
    this.lookIntoEach();
    return known !== undefined && isMarkdownText(await this.#ask(url, "GET", signal));
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

/** `index.html.md` of `/a/index.html.md`, `.md` of `/a/b.md`, nothing of `/a/b`. */
function endingOf(url: string): string {
  const name = url.slice(url.lastIndexOf("/") + 1);
  const dot = name.indexOf(".");
  return name.startsWith("index.") ? name : dot < 0 ? "" : name.slice(dot);
}

const typeOf = (answer: Fetched | undefined): string => answer?.headers["content-type"] ?? "";

const hasMarkdownHead = (answer: Fetched | undefined): boolean =>
  answer?.status === 200 && /^text\/(plain|(x-)?markdown)\b/i.test(typeOf(answer));

const isMarkdownText = (answer: Fetched | undefined): boolean =>
  hasMarkdownHead(answer) && !isHtml(answer) && !isOurs(answer);

const isHtml = (answer: Fetched | undefined): boolean =>
  /^<(!doctype|html|head|body|script|meta|title)\b/i.test(startOf(answer, 1024).trimStart());

const isOurs = (answer: Fetched | undefined): boolean => isOurPageFile(startOf(answer, MAX_BYTES));

const startOf = (answer: Fetched | undefined, bytes: number): string =>
  new TextDecoder().decode(answer?.body.subarray(0, bytes));
