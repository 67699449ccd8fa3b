import {
  type FileSource,
  type ListedFile,
  listedFile,
  pagesOf,
  withAliases,
} from "@llmstxt-service/document/eval/listed-file";
import { type FileMeasure, type Measured, measure } from "@llmstxt-service/document/eval/measure";
import { makeQuestions, type Question, type QuestionKind } from "@llmstxt-service/document/eval/questions";
import { type ChosenPage, choosePages, homeOf } from "@llmstxt-service/document/eval/selection";
import { pageKey } from "@llmstxt-service/document/page-key";
import { CrawlError } from "@llmstxt-service/page/errors";
import type { OfferedPages } from "@llmstxt-service/service/mcp";
import { Agent, type AgentFigures, type AgentOptions, type Arm, estimatedTokens } from "./agent/agent.ts";
import { type PageAccess, type ReadPages, readPages } from "./read-pages.ts";

export { parseQuestions } from "@llmstxt-service/document/eval/given-questions";
export { type FileSource, partsNamedIn } from "@llmstxt-service/document/eval/listed-file";
export type { Reason } from "@llmstxt-service/document/eval/measure";
export { QUESTION_KINDS, type Question, type QuestionKind } from "@llmstxt-service/document/eval/questions";
export type { AgentOptions } from "./agent/agent.ts";
export { networkAccess } from "./network.ts";
export type { PageAccess } from "./read-pages.ts";

interface EvalOptions {
  readonly access: PageAccess;
  /** Questions to ask in place of generated ones. */
  readonly questions?: readonly Question[];
  /** Opens a model that answers too, once it was told the estimated tokens. */
  readonly openAgent?: (tokens: number) => Promise<AgentOptions>;
  /** Search over a file's pages, to give the model each file in every way. */
  readonly offered?: (file: FileSource) => Promise<OfferedPages>;
}

export interface EvaluatedFile extends FileMeasure {
  readonly agent?: AgentFigures;
  readonly arms?: Readonly<Record<Arm, AgentFigures>>;
}

export interface Evaluation extends Measured {
  readonly files: readonly EvaluatedFile[];
  readonly questions: readonly Question[];
  readonly read: number;
  /** Pages that could not be read: no questions are about them. */
  readonly failed: ReadPages["failed"];
}

export function kindsOf(questions: readonly Question[]): Readonly<Record<QuestionKind, number>> {
  const counts = { given: 0, linked: 0, own: 0, model: 0 };
  for (const { kind } of questions) counts[kind]++;
  return counts;
}

/**
 * Measures how well files lead to their listed pages, with the same questions for all files. The order of files and
 * links changes no figure.
 * @throws CrawlError when no page can be read; `aborted` when `signal` fires
 */
export async function evaluate(
  sources: readonly FileSource[],
  { access, questions: given, openAgent, offered }: EvalOptions,
  signal: AbortSignal,
): Promise<Evaluation> {
  const listed = sources.map(listedFile);
  const chosen = given === undefined ? choosePages(listed) : askedPages(given, listed);
  const { pages, aliases, failed } = await readPages(chosen, access, signal);
  if (pages.length === 0) throw noPage(sources, failed);
  const files = listed.map((file) => withAliases(file, aliases));
  const home = await readHome(homeOf(listed, chosen), access, signal);
  const own = given?.map((one) => ({ ...one, key: aliases.get(one.key) ?? one.key }));
  const made = own ?? makeQuestions(pages, files);
  const agent = openAgent && new Agent(await openAgent(estimatedTokens(sources, made.length)), access);
  const asked = own === undefined && agent ? await agent.askPages(pages, sources, signal) : [];
  const questions = [...made, ...asked];
  const measured = measure(files, { questions, pages, ...(home !== undefined && { home }) });
  const agents: AgentFigures[] = [];
  if (agent) for (const source of sources) agents.push(await agent.run(source, questions, signal));
  const arms = agent && offered ? await runArms(agent, { sources, questions, offered, home }, signal) : [];
  const withAgent = measured.files.map((file, index) => ({
    ...file,
    ...(agents[index] && { agent: agents[index] }),
    ...(arms[index] && { arms: arms[index] }),
  }));
  return { ...measured, files: withAgent, questions, read: pages.length, failed };
}

interface ArmsAsked {
  readonly sources: readonly FileSource[];
  readonly questions: readonly Question[];
  readonly offered: NonNullable<EvalOptions["offered"]>;
  readonly home: { readonly url: string } | undefined;
}

async function runArms(agent: Agent, { sources, questions, offered, home }: ArmsAsked, signal: AbortSignal) {
  const all: Record<Arm, AgentFigures>[] = [];
  for (const source of sources) {
    const given = { ...source, offered: await offered(source), ...(home !== undefined && { home: home.url }) };
    const run = (arm: Arm) => agent.run({ ...given, arm }, questions, signal);
    all.push({
      html: await run("html"),
      link: await run("link"),
      prompt: await run("prompt"),
      index: await run("index"),
      mcp: await run("mcp"),
    });
  }
  return all;
}

function noPage(sources: readonly FileSource[], failed: ReadPages["failed"]): CrawlError {
  const names = sources.map(({ name }) => name).join(", ");
  const [first] = failed;
  if (first === undefined)
    return new CrawlError("bad_response", { detail: `${names}: no page is listed, so there is nothing to ask about` });
  const { url, error } = first;
  const isForbidden = error.code === "address_not_allowed";
  const next = isForbidden ? "ALLOW_PRIVATE_NETWORKS=true lets it be asked" : "Check that the site answers there";
  return new CrawlError(error.code === "aborted" ? "aborted" : "bad_response", {
    detail: `${noneOf(failed.length)} could be read; ${url}: ${error.message}. ${next}`,
  });
}

const noneOf = (pages: number): string =>
  pages === 1 ? "Not even the one page asked about" : `None of the ${pages} pages asked about`;

const MAX_GIVEN_PAGES = 100;

/** Pages of given questions; files may list them by other addresses, too. */
function askedPages(questions: readonly Question[], files: readonly ListedFile[]): ChosenPage[] {
  const listed = Map.groupBy(files.flatMap(pagesOf), ({ key }) => key);
  const asked = new Map(questions.map(({ key, url }) => [key, url]));
  return [...asked].slice(0, MAX_GIVEN_PAGES).map(([key, url]) => {
    const urls = [url, ...(listed.get(key) ?? []).map((item) => item.url)];
    return { key, urls: [...new Set(urls)].sort() };
  });
}

/** The homepage, where a reader without a file starts; undefined if it cannot be read. */
async function readHome(url: string | undefined, access: PageAccess, signal: AbortSignal) {
  const key = url === undefined ? undefined : pageKey(url);
  if (url === undefined || key === undefined) return undefined;
  const { pages } = await readPages([{ key, urls: [url] }], access, signal);
  return pages[0];
}
