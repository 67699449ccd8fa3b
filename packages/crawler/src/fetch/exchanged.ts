import { toCrawlError } from "@llmstxt-service/page/errors";
import type { Exchanged, ExchangedAnswer, OnExchanged } from "./fetch.ts";

/** Asks, and tells what came. What was stopped is told to nobody. */
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
