import type { Measurement, Quality, QualityPart } from "@llmstxt-service/document/quality";
import type { CheckFinding, Summary } from "../protocol/types.ts";
import { some } from "./amounts.ts";

export const QUALITY_WORDS: Readonly<Record<Quality, string>> = { good: "good", fair: "fair", poor: "poor" };

/** A part of the score; `form`: validity, which is no part of it. */
export type Group = QualityPart | "form";

export const PART_WORDS: Readonly<Record<Group, string>> = {
  form: "Form",
  findable: "Findable",
  selection: "Selection",
  titles: "Titles and descriptions",
  sections: "Sections and order",
  links: "Links",
};

export const NOT_MEASURED: Readonly<Record<Measurement, string>> = {
  links: "whether its links answer",
  sitemap: "what else the sitemap has",
  questions: "whether questions lead to the pages",
};

/** Verdict on the form of a text: a title and a sentence. */
export function validityOf(findings: readonly CheckFinding[]): readonly [title: string, say: string] {
  const errors = findings.filter(({ level }) => level === "error");
  const [first] = errors;
  if (first === undefined)
    return ["Valid llms.txt", "Every reader can parse it. That says nothing about how good it is."];
  const more = errors.length - 1;
  return ["Not a valid llms.txt", `${first.message}${more > 0 ? `, and ${some(more, "more error")}` : ""}.`];
}

/** Numbers of errors and other findings. */
export function findingsSummary(findings: readonly CheckFinding[]): string {
  if (findings.length === 0) return "no findings in the text";
  const errors = findings.filter(({ level }) => level === "error").length;
  const others = findings.length - errors;
  return `${errors === 0 ? "no error" : some(errors, "error")}, ${others === 0 ? "no hint" : some(others, "hint")}`;
}

type UnfoundReason = NonNullable<Summary["findability"]>["unfound"][number]["reason"];

/** Reasons why no question finds a page. A new reason is a compile error until it has words. */
export const UNFOUND_WORDS: Readonly<Record<UnfoundReason, string>> = {
  notListed: "No link leads to it",
  noNote: "It has no description",
  noWords: "Its line has no word of a question about it",
  outranked: "Other pages fit the question better",
};
