import type { ChatQuestion } from "@llmstxt-service/document/enhance";
import type { Question } from "@llmstxt-service/document/eval/questions";
import { pageKey } from "@llmstxt-service/document/page-key";
import { wordsOf } from "@llmstxt-service/page/words";
import type { PageAccess } from "../read-pages.ts";
import { type ArmFile, startOf } from "./arms.ts";
import type { Ask } from "./ask.ts";

/** Turns of a conversation: who has not found it by then is lost. */
const MAX_TURNS = 8;

/** Outcome of one question. */
export interface Course {
  readonly isRight: boolean;
  /** Pages asked for. */
  readonly pages: number;
  /** … that are not there. */
  readonly notFound: number;
}

export interface AgentTask {
  readonly file: ArmFile;
  readonly question: Question;
  /** Hosts that may be asked. */
  readonly hosts: ReadonlySet<string>;
}

/** Asks a question and fetches what the model asks for, until it answers. @throws CrawlError as `Ask` does */
export async function answerQuestion(
  { file, question, hosts }: AgentTask,
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

/** Right is who says all the words of the answer; of a question without one, who says something and has opened its page. */
function isRight(said: string, { answer, key }: Question, opened: ReadonlySet<string>): boolean {
  if (answer === undefined) return opened.has(key) && said.trim() !== "" && !/^\s*not found\b/i.test(said);
  const words = new Set(wordsOf(said));
  return wordsOf(answer).every((word) => words.has(word));
}
