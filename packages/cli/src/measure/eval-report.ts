import { grouped } from "@llmstxt-service/page/grouped";
import { count } from "@llmstxt-service/service/describe";
import { printable } from "@llmstxt-service/service/printable";
import {
  type EvaluatedFile,
  type Evaluation,
  kindsOf,
  QUESTION_KINDS,
  type QuestionKind,
  type Reason,
} from "./eval.ts";

/** Most unfound pages listed for each file; further ones are counted. */
const MAX_UNFOUND = 20;

export function evalReport({ questions, read, failed, files, pageCharacters }: Evaluation): string {
  const unread = failed.length === 0 ? "" : `; ${count(failed.length, "page")} could not be read`;
  const lines = [
    `${count(questions.length, "question")} about ${count(read, "page")}${unread}: ${kindWords(questions)}.`,
    ...failed.slice(0, 3).map(({ url, error }) => `  ${url}: ${error.message}`),
    "",
    ...table(files, pageCharacters),
    ...agentLines(files),
    ...armLines(files),
    ...files.flatMap(unfoundLines),
  ];
  return `${lines.map(printable).join("\n")}\n`;
}

const KINDS: Readonly<Record<QuestionKind, string>> = {
  given: "given",
  linked: "made of the words of links to the pages",
  own: "made of the pages' own words",
  model: "asked by a model",
};

const kindWords = (questions: Evaluation["questions"]): string =>
  QUESTION_KINDS.flatMap((kind) => {
    const times = kindsOf(questions)[kind];
    return times === 0 ? [] : `${grouped(times)} ${KINDS[kind]}`;
  }).join(", ");

const HEAD = ["", "hit@1", "hit@3", "MRR", "characters read"] as const;
const WITHOUT = "no file, pages in the site's order";

function table(files: readonly EvaluatedFile[], pageCharacters: number): string[] {
  const rows = [
    HEAD,
    ...files.map(({ file, lexical: { hit1, hit3, mrr, characters } }) => [
      file,
      percent(hit1),
      percent(hit3),
      mrr.toFixed(3),
      grouped(characters),
    ]),
    [WITHOUT, "", "", "", grouped(pageCharacters)],
  ];
  const width = rows.reduce((most, [name = ""]) => Math.max(most, name.length), 0);
  return rows.map(([name = "", ...figures]) => {
    const cells = figures.map((figure, index) => figure.padStart(index === 3 ? 17 : 9));
    return `${name.padEnd(width)}${cells.join("")}`.trimEnd();
  });
}

/** A line for each way in which the model was given the site. */
function armLines(files: readonly EvaluatedFile[]): string[] {
  return files.flatMap(({ file, arms }) => {
    if (arms === undefined) return [];
    const lines = Object.entries(arms).map(
      ([arm, { right, pages, notFound, tokens }]) =>
        `  ${arm.padEnd(8)}${percent(right)} right, ${count(pages, "page")} asked for, ${grouped(notFound)} not there, ${count(tokens, "token")}`,
    );
    return ["", `By the way in which the model is given ${file}:`, ...lines];
  });
}

function agentLines(files: readonly EvaluatedFile[]): string[] {
  return files.flatMap(({ file, agent }) => {
    if (agent === undefined) return [];
    const { right, pages, notFound, tokens } = agent;
    const asked = `${count(pages, "page")} asked for, ${grouped(notFound)} not there`;
    return ["", `A model with ${file}: ${percent(right)} answered right, ${asked}, ${count(tokens, "token")}`];
  });
}

function unfoundLines({ file, unfound }: EvaluatedFile): string[] {
  if (unfound.length === 0) return [];
  const more = unfound.length - MAX_UNFOUND;
  return [
    "",
    `Pages that nobody would find by ${file}:`,
    ...unfound.slice(0, MAX_UNFOUND).map(({ url, reason }) => `  ${url}: ${reasonWords(reason)}`),
    ...(more > 0 ? [`  … and ${more} more`] : []),
  ];
}

function reasonWords(reason: Reason): string {
  switch (reason.type) {
    case "notListed":
      return "no link leads to it";
    case "noWords":
      return reason.hasNote
        ? "its item has none of the words asked for"
        : "it has no note, and its title none of the words";
    case "outranked":
      return `${count(reason.ahead, "other page")} fit better`;
  }
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
