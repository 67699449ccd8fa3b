import { CrawlError } from "@llmstxt-service/page/errors";
import { retryAfterMs } from "@llmstxt-service/page/retry-after";
import type { CredentialFields } from "../credentials/credentials.ts";
import { tellExchanged } from "../exchanged.ts";
import type { Fetched, FetchRequest, OnExchanged, Pause, Slower } from "../fetch.ts";
import type { Guard } from "../guard/guard.ts";
import { type Hosts, MAX_PAUSE_MS, type Observation } from "../host/host.ts";
import { MAX_BYTES, MAX_REDIRECTS } from "../limits.ts";
import { waited } from "../waited.ts";
import { ACCEPT_ENCODING } from "./body.ts";
import { type Admit, type HttpResponse, timedOut } from "./exchange.ts";
import { follow } from "./redirects.ts";
import { isRefusal, refusalIn } from "./refusal.ts";
import { isPassing, type RetryBudget, Tries } from "./retries.ts";
import type { Wire } from "./wire.ts";

export interface PlainOptions {
  readonly wire: Wire;
  readonly guard: Guard;
  readonly hosts: Pick<Hosts, "slotFor">;
  readonly retries: RetryBudget;
  readonly userAgent: string;
  readonly credentials?: CredentialFields | undefined;
  readonly onSlower?: ((why: Slower) => void) | undefined;
  readonly onPause?: ((pause: Pause) => void) | undefined;
  readonly onExchanged?: OnExchanged | undefined;
}

/** The first rung. `admit` looks at the head of every answer that is no redirect, before its body is read. */
export type PlainRung = (request: FetchRequest, signal: AbortSignal, admit?: Admit) => Promise<Fetched>;

const TIMEOUT_MS = 10_000;
const ACCEPT_PAGES = "text/html,application/xhtml+xml,text/markdown;q=0.9,text/plain;q=0.8,*/*;q=0.1";

/** Plain HTTP: redirects followed, what may pass tried again, every hop guarded and in a slot of its host. */
export function plainRung(options: PlainOptions): PlainRung {
  return async (request, signal, admit) => {
    const { url, method = "GET", accept, maxRedirects = MAX_REDIRECTS, mayFollow, timeoutMs = TIMEOUT_MS } = request;
    // Time in a host's queue does not count; time on the wire does, over all hops.
    let leftMs = timeoutMs;
    const ask = async (hop: string) => {
      if (leftMs <= 0) throw timedOut(timeoutMs);
      const answer = await askAgain(options, { request, hop, timeoutMs: leftMs, admit }, signal);
      leftMs -= answer.elapsedMs;
      return answer;
    };
    const { onExchanged } = options;
    const told = (hop: string) =>
      tellExchanged(onExchanged, { rung: "plain", url: hop, method, accept }, () => ask(hop));
    const { chain, answer } = await follow({ url, maxRedirects, mayFollow }, told);
    const { status, headers, body, wireBytes } = answer;
    const elapsedMs = timeoutMs - leftMs;
    const final = chain.at(-1) ?? url;
    return { url: final, chain, status, headers, body, wireBytes, rung: "plain", elapsedMs, attempts: [] };
  };
}

interface Hop {
  readonly request: FetchRequest;
  readonly hop: string;
  readonly timeoutMs: number;
  readonly admit: Admit | undefined;
}

async function askAgain(options: PlainOptions, hop: Hop, signal: AbortSignal): Promise<HttpResponse> {
  const tries = new Tries(options.retries);
  for (;;) {
    try {
      const answer = await askOnce(options, hop, signal);
      if (!isPassing(answer.status)) options.retries.answered();
      if (
        !isPassing(answer.status) ||
        hop.request.once ||
        isLeftAlone(answer) ||
        !tries.mayRepeat(isRefusal(answer.status) ? "refused" : "failed")
      )
        return answer;
    } catch (thrown) {
      const mayPass = thrown instanceof CrawlError && thrown.retry;
      if (!mayPass || hop.request.once || !tries.mayRepeat("failed")) throw thrown;
    }
    await waited(hop.request, tries.backOff(signal));
  }
}

/** True if the host asked for a pause longer than we wait. */
function isLeftAlone({ headers }: HttpResponse): boolean {
  return (retryAfterMs(headers["retry-after"], new Date()) ?? 0) > MAX_PAUSE_MS;
}

async function askOnce(options: PlainOptions, asked: Hop, signal: AbortSignal) {
  const { wire, guard, hosts, userAgent, credentials, onSlower, onPause } = options;
  const { request, hop, timeoutMs, admit } = asked;
  const url = guard.checkUrl(hop);
  const slot = hosts.slotFor(url.href);
  const onPaused = (leftMs: number) => onPause?.({ host: url.host, leftMs });
  await waited(request, slot.enter(signal, onPaused));
  let seen: Observation = { type: "none" };
  try {
    const { method = "GET", maxBytes = MAX_BYTES, cut, onSent } = request;
    const headers = headersFor(request, { "user-agent": userAgent, ...credentials?.(url) });
    const answer = await wire.exchange({ url, method, headers, maxBytes, cut, timeoutMs, admit, onSent }, signal);
    seen = refusalIn(answer) ?? { type: "answered", elapsedMs: answer.elapsedMs };
    return answer;
  } catch (thrown) {
    if (thrown instanceof CrawlError && thrown.code === "timeout") seen = { type: "timedOut" };
    throw thrown;
  } finally {
    const slower = slot.leave(seen);
    if (slower !== undefined) onSlower?.(slower);
  }
}

function headersFor(
  { accept = ACCEPT_PAGES, validators, cut }: FetchRequest,
  given: Readonly<Record<string, string>>,
): Record<string, string> {
  return {
    ...given,
    accept,
    // A body that is cut in the middle of a coding cannot be decoded.
    "accept-encoding": cut ? "identity" : ACCEPT_ENCODING,
    ...(validators?.etag !== undefined && { "if-none-match": validators.etag }),
    ...(validators?.lastModified !== undefined && { "if-modified-since": validators.lastModified }),
  };
}
