import { DOCUMENT_OPTIONS, type DocumentOption } from "@llmstxt-service/document/document-options";
import { familyLanguageProblem, familyVersionProblem } from "@llmstxt-service/page/address/member";
import { selectorsProblem } from "@llmstxt-service/page/selectors";
import { InvalidArgumentError, Option } from "commander";
import { inRange, isRanged } from "./in-range.ts";

/** Name of an option as a flag, without its dashes. */
export const flagName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/**
 * Document and bundle options as flags, or one kind of them: for a crawl, or for an enrolled site, which keeps options
 * that are not given.
 */
export const documentFlags = (subject: "crawl" | "site", of?: "document" | "bundle"): readonly Option[] =>
  Object.entries<DocumentOption>(DOCUMENT_OPTIONS)
    .filter(([, option]) => of === undefined || (option.of ?? "document") === of)
    .flatMap(([name, option]) => optionFlags(subject, name, option));

function optionFlags(subject: "crawl" | "site", name: string, option: DocumentOption): readonly Option[] {
  const flag = flagName(name);
  if (option.type === "flag") {
    const [usual, other] = option.default ? [`--${flag}`, `--no-${flag}`] : [`--no-${flag}`, `--${flag}`];
    const back = new Option(usual, `take ${other} back`).hideHelp(subject === "crawl");
    const chosen = new Option(other, option.default ? `without ${option.about}` : option.about);
    // The opposite stands first: a flag declared before its opposite would be on by default.
    return option.default ? [back, chosen] : [chosen, back];
  }
  if (option.type === "list") {
    const list = new Option(`--${flag} <${option.item}>`, option.about);
    const check = LIST_CHECKS[name] ?? checked;
    return [list.argParser((typed: string, before: readonly string[] = []) => check([...before, typed]))];
  }
  if (option.type === "choice") {
    const choice = new Option(`--${flag} <${option.unit}>`, `${option.about}: ${option.choices.join(" or ")}`);
    return [choice.argParser((typed: string) => choiceOf(typed, option.choices))];
  }
  const number = new Option(`--${flag} <${option.unit}>`, option.about);
  if (isRanged(name)) number.argParser(inRange(name));
  return [subject === "crawl" ? number.default(option.default) : number];
}

/** Checks of options that list names; other lists are of selectors. */
const LIST_CHECKS: Readonly<Record<string, (typed: readonly string[]) => readonly string[]>> = {
  languages: (typed) => namesOf(typed, familyLanguageProblem),
  versions: (typed) => namesOf(typed, familyVersionProblem),
};

/**
 * Names separated by commas.
 * @throws InvalidArgumentError for an invalid one
 */
function namesOf(typed: readonly string[], problemOf: (name: string) => string | undefined): readonly string[] {
  const names = [...new Set(typed.flatMap((one) => one.split(",")).map((name) => name.trim()))].filter(Boolean);
  const problem = names.map(problemOf).find((one) => one !== undefined);
  if (problem !== undefined) throw new InvalidArgumentError(`${problem}.`);
  return names;
}

function checked(selectors: readonly string[]): readonly string[] {
  const problem = selectorsProblem(selectors);
  if (problem !== undefined) throw new InvalidArgumentError(`${problem}.`);
  return selectors;
}

function choiceOf(typed: string, choices: readonly number[]): number {
  const choice = choices.find((one) => String(one) === typed);
  if (choice === undefined) throw new InvalidArgumentError(`Allowed choices are ${choices.join(", ")}.`);
  return choice;
}

/** Replaces `--topics=false` by `--no-topics`, and likewise for each option that is on or off. */
export const plainFlags = (args: readonly string[]): string[] =>
  args.map((typed) => {
    const [, flag = "", value] = /^--([a-z-]+)=(true|false)$/.exec(typed) ?? [];
    if (!FLAGS.has(flag)) return typed;
    return value === "true" ? `--${flag}` : `--no-${flag}`;
  });

const FLAGS = new Set(
  Object.entries<DocumentOption>(DOCUMENT_OPTIONS).flatMap(([name, { type }]) =>
    type === "flag" ? [flagName(name)] : [],
  ),
);
