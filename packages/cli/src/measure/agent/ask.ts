import type { Chat, ChatQuestion } from "@llmstxt-service/document/enhance";
import { CrawlError } from "@llmstxt-service/page/errors";
import { type ChatTurn, turnOf } from "./completion.ts";
import type { Meter } from "./meter.ts";

/** Parameters for repeatable answers. Some models refuse one or both. */
const SAME_EACH_TIME = { temperature: 0, seed: 1 } as const;

/** Asks one turn of a conversation. @throws CrawlError `enhancement_failed`; `aborted` */
export type Ask = (question: ChatQuestion, signal: AbortSignal) => Promise<ChatTurn>;

/** Returns a function that asks, counts the tokens of each turn, and ends with the meter. */
export function asking(chat: Chat, meter: Meter): Ask {
  let settings: Partial<typeof SAME_EACH_TIME> = SAME_EACH_TIME;
  return async (question, signal) => {
    meter.check();
    const sent = JSON.stringify(question.messages).length;
    const read = (completion: unknown) => turnOf(completion, sent);
    const used = settings;
    let answer = await chat({ ...question, ...used }, read, signal);
    if ("why" in answer && answer.status === 400 && "temperature" in used) {
      settings = {};
      answer = await chat(question, read, signal);
    }
    if ("why" in answer) throw new CrawlError("enhancement_failed", { detail: answer.why });
    meter.add(answer.tokens);
    return answer;
  };
}
