import { CrawlError } from "@llmstxt-service/page/errors";
import { tryJson } from "@llmstxt-service/page/json";
import * as z from "zod";
import { pageKey } from "../page-key.ts";
import type { Question } from "./questions.ts";

/** More are not asked. */
const MAX_QUESTIONS = 1_000;

const Line = z.object({
  question: z.string().trim().min(1).max(2_000),
  url: z.string().max(2_048),
  answer: z.string().trim().min(1).max(2_000).optional(),
});

/**
 * Questions as JSON lines: `question`, `url`, and `answer` where it is known. Empty lines do not count.
 * @throws CrawlError `wrong_usage` that names the line
 */
export function parseQuestions(text: string, file: string): Question[] {
  const lines = text.replace(/^\uFEFF/, "").split("\n");
  const questions = lines.flatMap((line, index) =>
    line.trim() === "" ? [] : [questionOf(line, `${file}:${index + 1}`)],
  );
  if (questions.length === 0) throw wrong(`${file} has no question`);
  if (questions.length > MAX_QUESTIONS) throw wrong(`${file} has more than ${MAX_QUESTIONS} questions`);
  return questions;
}

function questionOf(line: string, place: string): Question {
  const { data, error } = Line.safeParse(tryJson(line));
  if (data === undefined)
    throw wrong(`${place}: not a question: {"question": …, "url": …} is needed; ${error.issues[0]?.message ?? ""}`);
  const key = pageKey(data.url);
  if (key === undefined) throw wrong(`${place}: url must be an http(s) address, not ${data.url.slice(0, 100)}`);
  const { question, url, answer } = data;
  return { question, url, key, ...(answer !== undefined && { answer }) };
}

const wrong = (detail: string): CrawlError => new CrawlError("wrong_usage", { detail });
