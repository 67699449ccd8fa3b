import { toCrawlError } from "@llmstxt-service/page/errors";
import type { Exchanged, ExchangedAnswer, OnExchanged } from "./fetch.ts";

/** Sends a request and reports its answer or failure. A request that was stopped is not reported. */
export async function tellExchanged<Answer extends ExchangedAnswer>(
  onExchanged: OnExchanged | undefined,
  request: Omit<Exchanged, "outcome">,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  if (onExchanged === undefined) return ask();
  try {
    const answer = await ask();
    await onExchanged({ ...request, outcome: { answer } });
    return answer;
  } catch (thrown) {
    const error = toCrawlError(thrown);
    if (error.code !== "aborted") await onExchanged({ ...request, outcome: { error } });
    throw thrown;
  }
}
