import { type ParsedLlmsTxt, parseLlmsTxt, validateLlmsTxt } from "../check/check.ts";
import { textKey } from "../entry.ts";
import { plainText } from "../text.ts";
import { withoutEnd } from "../trim.ts";
import { isBoilerplate } from "../wording/wording.ts";
import { improved, type Wording } from "./wording.ts";

/** A judged answer: the wording to take from it, or the reason why it is not taken. */
export type Judged = { readonly wording: Wording } | { readonly why: string };

/** Characters an answer may have for each that was sent: better words do not make a list three times as long. */
const MAX_GROWTH = 3;

/**
 * Reads a model's answer to `piece` as a stranger's text: it must be an llms.txt without an error, with exactly the
 * links of the piece. Then its wording may be taken; nothing else ever is.
 */
export function judgeAnswer(piece: string, answer: string, excerptLength: number): Judged {
  if (answer.trim() === "") return { why: "the answer is empty" };
  const text = documentIn(answer);
  if (text === undefined) return { why: "the answer is no llms.txt" };
  if (text.length > piece.length * MAX_GROWTH + 1_000) return { why: "the answer is too long" };
  const sent = parseLlmsTxt(piece);
  const answered = parseLlmsTxt(text);
  const problem = linkProblem(sent, answered) ?? formatProblem(text);
  if (problem !== undefined) return { why: problem };
  const wording = wordingOf(answered);
  const result = improved(piece, wording, excerptLength);
  const wrong = addressProblem(piece, result) ?? formatProblem(result);
  return wrong === undefined ? { wording } : { why: wrong };
}

/** The document in what a model says: without its thoughts before, words around, a code fence, and spaces at line ends. */
function documentIn(answer: string): string | undefined {
  const lines = withoutThoughts(answer).split("\n");
  const start = lines.findIndex((line) => line.startsWith("# "));
  if (start < 0) return undefined;
  const lastItem = lines.findLastIndex((line) => line.startsWith("- ["));
  const lastHead = lines.findLastIndex((line) => line.startsWith("Generated:"));
  const end = Math.max(lastItem, lastHead);
  if (end < start) return undefined;
  return `${lines
    .slice(start, end + 1)
    .map((line) => line.trimEnd())
    .join("\n")}\n`;
}

/** A model's answer without its thoughts. */
export function withoutThoughts(answer: string): string {
  const thoughtsEnd = answer.lastIndexOf("</think");
  return thoughtsEnd < 0 ? answer : answer.slice(thoughtsEnd).replace(/^<\/think\w*>/, "");
}

function linkProblem(sent: ParsedLlmsTxt, answered: ParsedLlmsTxt): string | undefined {
  const expected = urlsOf(sent);
  const found = urlsOf(answered);
  const known = new Set(expected);
  const given = new Set(found);
  const more = found.find((url) => !known.has(url));
  if (more !== undefined) return `the answer has a link more: ${shown(more)}`;
  const fewer = expected.find((url) => !given.has(url));
  if (fewer !== undefined) return `the answer has a link fewer: ${shown(fewer)}`;
  return found.length === expected.length ? undefined : "the answer has a link more than once";
}

const urlsOf = ({ sections }: ParsedLlmsTxt): string[] => sections.flatMap(({ items }) => items.map(({ url }) => url));

function formatProblem(text: string): string | undefined {
  const error = validateLlmsTxt(text, { profile: "strict" }).findings.find(({ level }) => level === "error");
  return error && `the answer breaks the format in line ${error.line}: ${error.message}`;
}

/** Problem with the addresses in an answer's words: an excerpt must not name an address that it did not name before. */
function addressProblem(before: string, after: string): string | undefined {
  const [old, now] = [addressesIn(before), addressesIn(after)];
  const more = [...now].find((address) => !old.has(address));
  if (more !== undefined) return `the answer has an address more in its words: ${shown(more)}`;
  const fewer = [...old].find((address) => !now.has(address));
  return fewer && `the answer has an address fewer in its words: ${shown(fewer)}`;
}

function addressesIn(text: string): Set<string> {
  // Bound: 22 characters before the colon, and nothing has to follow what repeats.
  const found = text.match(/(?:[a-z][a-z\d+.-]{0,20}:\/\/|www\.|mailto:)[^\s<>()[\]"'`]+/gi) ?? [];
  return new Set(found.map((address) => withoutEnd(address, ".,;:!?…")));
}

/** An excerpt that is its title again, boilerplate, or the same for two links says less than what was there. */
function wordingOf({ summary, sections }: ParsedLlmsTxt): Wording {
  const items = sections.flatMap((section) => section.items);
  const times = Map.groupBy(items, ({ excerpt = "" }) => textKey(excerpt));
  const excerpts = items.flatMap(({ url, title, excerpt = "" }): [string, string][] => {
    const key = textKey(excerpt);
    const saysNothing = key === "" || key === textKey(title) || isBoilerplate(excerpt) || times.get(key)?.length !== 1;
    return saysNothing ? [] : [[url, excerpt]];
  });
  return { excerpts: new Map(excerpts), ...(summary && { summary }) };
}

const shown = (url: string): string => plainText(url).slice(0, 200);
