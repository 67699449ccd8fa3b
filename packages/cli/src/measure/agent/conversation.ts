import type { ChatQuestion } from "@llmstxt-service/document/enhance";
import type { Question } from "@llmstxt-service/document/eval/questions";
import { pageKey } from "@llmstxt-service/document/page-key";
import { wordsOf } from "@llmstxt-service/page/words";
import type { PageAccess } from "../read-pages.ts";
import { type ArmFile, startOf } from "./arms.ts";
import type { Ask } from "./ask.ts";

/** Most turns of a conversation; after them the question counts as not answered. */
const MAX_TURNS = 8;

export interface Course {
  readonly isRight: boolean;
  readonly pages: number;
  /** Requested pages that do not exist. */
  readonly notFound: number;
}

/**
 * Asks a question and fetches the requested pages until the model answers.
 * @throws CrawlError as `Ask` does
 */
export async function answerQuestion(
  {
    file,
    question,
    hosts,
  }: { readonly file: ArmFile; readonly question: Question; readonly hosts: ReadonlySet<string> },
  { ask, access }: { readonly ask: Ask; readonly access: PageAccess },
  signal: AbortSignal,
): Promise<Course> {
  const { system, user, tools, call } = startOf(file, { hosts, access });
  const messages: ChatQuestion["messages"] = [
    { role: "system", content: system },
    { role: "user", content: `${user}Question: ${question.question}` },
  ];
  const opened = new Set<string>();
  let pages = 0;
  let notFound = 0;
  for (let turn = 0; turn < MAX_TURNS; turn++) {
    const { text, calls } = await ask({ messages, tools }, signal);
    if (calls.length === 0) return { isRight: isRight(text, question, opened), pages, notFound };
    messages.push({
      role: "assistant",
      content: text,
      tool_calls: calls.map((one) => ({ ...one, type: "function" as const })),
    });
    for (const { id, function: asked } of calls) {
      const answer = await call(asked.name, asked.arguments, signal);
      if (answer.page !== undefined) pages++;
      if (answer.page !== undefined && !answer.isFound) notFound++;
      if (answer.page !== undefined && answer.isFound) opened.add(pageKey(answer.page) ?? "");
      messages.push({ role: "tool", tool_call_id: id, content: answer.text });
    }
  }
  return { isRight: false, pages, notFound };
}

/**
 * True if the answer has all words of the expected one; for a question without one, if there is an answer and its page
 * was opened.
 */
function isRight(said: string, { answer, key }: Question, opened: ReadonlySet<string>): boolean {
  if (answer === undefined) return opened.has(key) && said.trim() !== "" && !/^\s*not found\b/i.test(said);
  const words = new Set(wordsOf(said));
  return wordsOf(answer).every((word) => words.has(word));
}
