import { firstSentence } from "@llmstxt-service/page/excerpt";
import { textKey } from "../entry.ts";
import { hasHtml, noteText } from "../text.ts";
import { isBoilerplate } from "../wording/wording.ts";
import { withoutThoughts } from "./answer.ts";
import { type Ungrounded, ungrounded } from "./grounding.ts";

/** The part of a page that a model was shown. */
export interface ShownPage {
  readonly title: string;
  /** Title, headings and the beginning of the text, a line each. */
  readonly shown: string;
}

export interface SentenceLimits {
  /** Most code points of an excerpt. */
  readonly excerptLength: number;
}

/** A judged answer: the sentence, or the reason why there is none. */
export type JudgedSentence = { readonly sentence: string } | { readonly why: string };

/** Most characters of an answer; a longer one is rejected unread, as a sentence has a few hundred. */
const MAX_ANSWER = 4_000;
const LEAST_CODE_POINTS = 8;

/** Answer of a model that has nothing to say about a page. */
const NONE = /^["'(]?none\b.{0,3}$/i;
/** Beginnings of refusals, whatever the page is about. */
const REFUSAL =
  /^(?:i(?:['’]m| am| can(?:['’]t|not)?| do)?(?=\s)|(?:sorry|unfortunately|as an ai|es tut mir|je suis désolé|lo siento)\b|对不起|抱歉|申し訳)/i;
const ADDRESS =
  /[a-z][a-z\d+.-]{0,20}:\/\/|\bwww\.|mailto:|\S@\S|[\w-]\.(?:com|org|net|io|dev|app|ai|co|info|biz|xyz|me|ru|cn|de|uk|test)\b/i;

/** Reads a model's answer about one page as a stranger's text. What is taken is one line, cleaned, that the page itself bears out. */
export function judgeSentence(
  answer: string,
  { title, shown }: ShownPage,
  { excerptLength }: SentenceLimits,
): JudgedSentence {
  if (answer.length > MAX_ANSWER) return { why: "the answer is too long" };
  const said = withoutThoughts(answer).trim();
  if (said === "") return { why: "the answer is empty" };
  const lines = said.split("\n").filter((line) => line.trim() !== "");
  if (lines.length > 1) return { why: "the answer is more than one line" };
  if (NONE.test(said)) return { why: "the model found nothing to say" };
  if (REFUSAL.test(said)) return { why: "the model refused" };
  if (ADDRESS.test(said) || hasHtml(said)) return { why: "the sentence has an address or HTML in it" };
  const sentence = firstSentence(noteText(unquoted(said), MAX_ANSWER));
  const length = [...sentence].length;
  if (length > excerptLength) return { why: `the sentence has more than ${excerptLength} characters` };
  const key = textKey(sentence);
  if (length < LEAST_CODE_POINTS || key === textKey(title) || isBoilerplate(sentence))
    return { why: "the sentence says nothing of the page" };
  const fault = ungrounded(sentence, shown);
  return fault === undefined ? { sentence } : { why: wordsOf(fault) };
}

/** A text without quotation marks around it and without Markdown's stars. */
function unquoted(text: string): string {
  return text
    .replace(/\*\*|__/g, "")
    .replace(/^[-*>]\s/, "")
    .replace(/^(["“„«「])(.*)["”“»」]$/u, "$2")
    .trim();
}

function wordsOf(fault: Ungrounded): string {
  switch (fault.type) {
    case "number":
      return `the page does not have the number ${fault.word}`;
    case "name":
      return `the page does not have the name ${fault.word}`;
    case "words":
      return "too few of the sentence's words are on the page";
  }
}
