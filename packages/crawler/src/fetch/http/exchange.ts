import type { IncomingHttpHeaders } from "node:http";
import { CrawlError } from "@llmstxt-service/page/errors";
import type { Dispatcher } from "undici";
import { onAbort, stopped } from "../../waiting/abort.ts";
import { fetchError } from "../failure.ts";
import { codingOf, decodeBody, tooLarge } from "./body.ts";

/** One request to one server: no redirect, no retry. */
export interface Exchange {
  readonly url: URL;
  readonly method: "GET" | "HEAD" | "POST";
  /** Body of a POST; undefined for other methods. */
  readonly body?: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Most bytes of the body, both as transferred and decoded. */
  readonly maxBytes: number;
  /** True if the first `maxBytes` of a longer body will do. */
  readonly cut?: true | undefined;
  /** Most milliseconds from dispatch to the last byte. */
  readonly timeoutMs: number;
  /** Called with the head of an answer that has a body; what it throws ends the exchange before the body is read. */
  readonly admit?: Admit | undefined;
  /** Called when the request begins to be written to its connection. */
  readonly onSent?: (() => void) | undefined;
}

export interface ResponseHead {
  readonly status: number;
  /** Names in lower case; repeated fields joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Looks at the head of an answer, and may give its body another `maxBytes`. */
export type Admit = (head: ResponseHead) => number | undefined;

export interface HttpResponse extends ResponseHead {
  /** Decoded from its content coding; always empty for a redirect or an error. */
  readonly body: Uint8Array;
  readonly wireBytes: number;
  readonly elapsedMs: number;
}

/** Most bytes of an unused body (of a redirect or an error) that are read, so that the connection can be used again. */
const MAX_DRAINED_BYTES = 64 * 1024;

/**
 * Most interim responses (Early Hints) before a response; real servers send one or two, and each costs as much to read
 * as a response.
 */
const MAX_INTERIM = 20;

/** `404 Not Found`, in our words: a server's own reason phrase is a stranger's text. */

/** @throws CrawlError with what went wrong; `aborted` when `signal` fired, `timeout` when `timeoutMs` were over. */
export async function exchange(dispatcher: Dispatcher, asked: Exchange, signal: AbortSignal): Promise<HttpResponse> {
  const startedAt = performance.now();
  const { head, body, wireBytes, maxBytes } = await receive(dispatcher, asked, signal);
  const coding = codingOf(head.headers["content-encoding"]);
  const decoded = await decodeBody(body, coding, maxBytes);
  return { ...head, body: decoded, wireBytes, elapsedMs: performance.now() - startedAt };
}

/** undici's bare dispatch: half the price of its `request`, a quarter of `fetch`. */
function receive(dispatcher: Dispatcher, asked: Exchange, signal: AbortSignal): Promise<Received> {
  const { promise, resolve, reject } = Promise.withResolvers<Received>();
  let controller: Dispatcher.DispatchController | undefined;
  let intake: Intake | undefined;
  let failure: CrawlError | undefined;
  let interim = 0;

  const stop = (error: CrawlError) => {
    failure ??= error;
    reject(failure);
    controller?.abort(failure);
  };
  const timer = setTimeout(() => stop(timedOut(asked.timeoutMs)), asked.timeoutMs);
  const forget = onAbort(signal, () => stop(stopped(signal)));

  if (failure === undefined)
    dispatcher.dispatch(requestOf(asked), {
      onRequestStart(started) {
        controller = started;
        if (failure !== undefined) started.abort(failure);
        else asked.onSent?.();
      },
      onResponseStart(_, status, headers) {
        if (status >= 200) intake = attempt(() => new Intake(asked, { status, headers: joined(headers) }), stop);
        else if (++interim > MAX_INTERIM)
          stop(new CrawlError("bad_response", { detail: "interim responses without end" }));
      },
      onResponseData(_, chunk) {
        attempt(() => intake?.take(chunk), stop);
        if (intake?.isFull !== true) return;
        resolve(intake.received());
        controller?.abort(new CrawlError("aborted", { detail: "the rest is not wanted" }));
      },
      onResponseEnd() {
        if (intake === undefined) return;
        const received = intake.received();
        // undici gives the connection back in a `setImmediate` that it makes after this call: whoever asks before that
        // opens another one.
        queueMicrotask(() => setImmediate(resolve, received));
      },
      onResponseError(_, error) {
        stop(fetchError(error));
      },
    });

  return promise.finally(() => {
    clearTimeout(timer);
    forget();
  });
}

/** A throw in undici's parser would leave the connection half read. */
function attempt<Result>(run: () => Result, stop: (error: CrawlError) => void): Result | undefined {
  try {
    return run();
  } catch (thrown) {
    stop(fetchError(thrown));
    return undefined;
  }
}

function requestOf({ url, method, headers, body }: Exchange): Dispatcher.DispatchOptions {
  // undici closes the connection after a HEAD unless told not to: a few servers send a body all the same, which then
  // costs the connection and a retry.
  return {
    origin: url.origin,
    path: url.pathname + url.search,
    method,
    headers,
    ...(body !== undefined && { body }),
    reset: false,
  };
}

export function timedOut(timeoutMs: number): CrawlError {
  return new CrawlError("timeout", { timeoutMs });
}

interface Received {
  readonly head: ResponseHead;
  readonly body: Buffer;
  readonly wireBytes: number;
  readonly maxBytes: number;
}

/** The body as it comes in: kept up to the limit, or discarded if it is not needed. */
class Intake {
  readonly #head: ResponseHead;
  readonly #maxBytes: number;
  readonly #isKept: boolean;
  readonly #mayCut: boolean;
  readonly #chunks: Buffer[] = [];
  #wireBytes = 0;

  /** @throws CrawlError if the header alone rules the response out */
  constructor({ admit, maxBytes: usual, method, cut }: Exchange, head: ResponseHead) {
    const maxBytes = admit?.(head) ?? usual;
    this.#head = head;
    this.#maxBytes = maxBytes;
    this.#isKept = head.status < 300;
    this.#mayCut = cut === true;
    const announced = Number(head.headers["content-length"] ?? 0);
    if (this.#isKept && !cut && method === "GET" && announced > maxBytes) throw tooLarge(maxBytes);
  }

  /** True if the body exceeds its limit, so that the connection is closed rather than the rest read. */
  get isFull(): boolean {
    return this.#wireBytes > (this.#isKept ? this.#maxBytes : MAX_DRAINED_BYTES);
  }

  /** @throws CrawlError `too_large` */
  take(chunk: Buffer): void {
    this.#wireBytes += chunk.length;
    if (!this.#isKept) return;
    if (this.#wireBytes > this.#maxBytes && !this.#mayCut) throw tooLarge(this.#maxBytes);
    this.#chunks.push(chunk);
  }

  received(): Received {
    const body = Buffer.concat(this.#chunks);
    return {
      head: this.#head,
      body: body.subarray(0, this.#maxBytes),
      wireBytes: this.#wireBytes,
      maxBytes: this.#maxBytes,
    };
  }
}

function joined(headers: IncomingHttpHeaders): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value ?? ""].flat().join(", ")]);
  return Object.fromEntries(entries);
}
