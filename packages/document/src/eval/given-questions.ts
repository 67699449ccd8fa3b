import { CrawlError } from "@llmstxt-service/page/errors";
import { tryJson } from "@llmstxt-service/page/json";
import * as z from "zod";
import { pageKey } from "../page-key.ts";
import type { Question } from "./questions.ts";

/** Most questions in a file; one with more is refused. */
const MAX_QUESTIONS = 1_000;

/** Most characters of a question, an address and an answer, and of a line that holds all three. */
const MAX_TEXT = 2_000;
const MAX_LINE = 16_000;

const Line = z.object({
  question: z.string().trim().min(1).max(MAX_TEXT),
  url: z.string().max(MAX_TEXT),
  answer: z.string().trim().min(1).max(MAX_TEXT).optional(),
});

const FORMS = 'a line is `How do I …? https://x.dev/page`, or {"question": …, "url": …}';

/**
 * Questions of a person, one a line: the question, then the address of the page that answers it, then `=` and the answer where
 * it is known; or the same as JSON. Empty lines and lines that begin with `#` do not count.
 * @throws CrawlError `wrong_usage` that names the line and what is wrong with it
 */
export function parseQuestions(text: string, file: string): Question[] {
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  const questions = lines.flatMap((line, index) =>
    /^\s*(?:#|$)/.test(line) ? [] : [questionOf(line.trim(), `${file}:${index + 1}`)],
  );
  if (questions.length === 0) throw wrong(`${file} has no question: ${FORMS}`);
  if (questions.length > MAX_QUESTIONS) throw wrong(`${file} has more than ${MAX_QUESTIONS} questions`);
  return questions;
}

function questionOf(line: string, place: string): Question {
  if (line.length > MAX_LINE) throw wrong(`${place}: the line is longer than ${MAX_LINE} characters`);
  const { data, error } = Line.safeParse(line.startsWith("{") ? jsonIn(line, place) : fieldsIn(line, place));
  if (data === undefined) {
    const [issue] = error.issues;
    throw wrong(`${place}: ${issue?.path.join(".") || "the line"}: ${issue?.message ?? "wrong"}; ${FORMS}`);
  }
  const key = pageKey(data.url);
  if (key === undefined) throw wrong(`${place}: url must be an http(s) address, not ${data.url.slice(0, 100)}`);
  const { question, url, answer } = data;
  return { kind: "given", question, url, key, ...(answer !== undefined && { answer }) };
}

function jsonIn(line: string, place: string): unknown {
  const json = tryJson(line);
  if (json === undefined) throw wrong(`${place}: it begins with { and is no JSON; ${FORMS}`);
  return json;
}

/** Bound: a line, and no white space in an address. */
const ADDRESS = /(?<=\s)https?:\/\/\S+/gi;

/** The last address that ends the line or stands before `=`: others belong to the question. */
function fieldsIn(line: string, place: string): unknown {
  const found = [...line.matchAll(ADDRESS)].findLast(({ index, 0: url }) =>
    /^\s*(?:=|$)/.test(line.slice(index + url.length)),
  );
  if (found === undefined) throw wrong(`${place}: no question with the address of a page behind it; ${FORMS}`);
  const [url] = found;
  const answer = line.slice(found.index + url.length).replace(/^\s*=?\s*/, "");
  return { question: line.slice(0, found.index), url, ...(answer !== "" && { answer }) };
}

const wrong = (detail: string): CrawlError => new CrawlError("wrong_usage", { detail });
