import { type FileSource, type ListedFile, listedFile } from "@llmstxt-service/document/eval/listed-file";
import { type FileMeasure, type Measured, measure } from "@llmstxt-service/document/eval/measure";
import { makeQuestions, type Question } from "@llmstxt-service/document/eval/questions";
import { type ChosenPage, choosePages, homeOf } from "@llmstxt-service/document/eval/selection";
import { pageKey } from "@llmstxt-service/document/page-key";
import { CrawlError } from "@llmstxt-service/page/errors";
import { Agent, type AgentFigures, type AgentOptions, estimatedTokens } from "./agent/agent.ts";
import { type PageAccess, type ReadPages, readPages } from "./read-pages.ts";

export { parseQuestions } from "@llmstxt-service/document/eval/given-questions";
export type { FileSource } from "@llmstxt-service/document/eval/listed-file";
export type { Reason } from "@llmstxt-service/document/eval/measure";
export type { Question } from "@llmstxt-service/document/eval/questions";
export type { AgentOptions } from "./agent/agent.ts";
export { networkAccess } from "./network.ts";
export type { PageAccess } from "./read-pages.ts";

export interface EvalOptions {
  readonly access: PageAccess;
  /** Asked instead of questions made here. */
  readonly questions?: readonly Question[];
  /** Also lets a model answer; told what that may cost before it does. */
  readonly openAgent?: (tokens: number) => Promise<AgentOptions>;
}

/** Measures of one file. */
export interface EvaluatedFile extends FileMeasure {
  readonly agent?: AgentFigures;
}

/** Results of a comparison of files. */
export interface Evaluation extends Measured {
  readonly files: readonly EvaluatedFile[];
  readonly questions: readonly Question[];
  /** Pages that were read. */
  readonly read: number;
  /** Pages that could not be read: they are not asked about. */
  readonly failed: ReadPages["failed"];
}

/**
 * Measures how well files lead to the pages they list: the same questions for all of them. Neither the order of the files nor
 * of their links changes a figure.
 * @throws CrawlError when there are pages and none can be read; `aborted` when `signal` fires
 */
export async function evaluate(
  sources: readonly FileSource[],
  { access, questions: given, openAgent }: EvalOptions,
  signal: AbortSignal,
): Promise<Evaluation> {
  const listed = sources.map(listedFile);
  const chosen = given === undefined ? choosePages(listed) : pagesOf(given, listed);
  const { pages, aliases, failed } = await readPages(chosen, access, signal);
  const [first] = failed;
  if (pages.length === 0 && first !== undefined && given === undefined) throw noPage(first, failed.length);
  const files = listed.map((file) => renamed(file, aliases));
  const home = await readHome(homeOf(listed, chosen), access, signal);
  const own = given?.map((one) => ({ ...one, key: aliases.get(one.key) ?? one.key }));
  const made = own ?? makeQuestions(pages, files);
  const agent = openAgent && new Agent(await openAgent(estimatedTokens(sources, made.length)), access);
  const asked = own === undefined && agent ? await agent.askPages(pages, sources, signal) : [];
  const questions = [...made, ...asked];
  const measured = measure(files, { questions, pages, ...(home !== undefined && { home }) });
  const agents: AgentFigures[] = [];
  if (agent) for (const source of sources) agents.push(await agent.run(source, questions, signal));
  const withAgent = measured.files.map((file, index) => ({ ...file, ...(agents[index] && { agent: agents[index] }) }));
  return { ...measured, files: withAgent, questions, read: pages.length, failed };
}

const noPage = ({ url, error }: ReadPages["failed"][number], count: number): CrawlError =>
  new CrawlError(error.code === "aborted" ? "aborted" : "bad_response", {
    detail: `None of the ${count} pages asked about could be read; ${url}: ${error.message}`,
  });

const MAX_GIVEN_PAGES = 100;

/** The pages of questions that were given; files may list them by other addresses, too. */
function pagesOf(questions: readonly Question[], files: readonly ListedFile[]): ChosenPage[] {
  const listed = Map.groupBy(
    files.flatMap(({ items }) => items),
    ({ key }) => key,
  );
  const asked = new Map(questions.map(({ key, url }) => [key, url]));
  return [...asked].slice(0, MAX_GIVEN_PAGES).map(([key, url]) => {
    const urls = [url, ...(listed.get(key) ?? []).map((item) => item.url)];
    return { key, urls: [...new Set(urls)].sort() };
  });
}

function renamed(file: ListedFile, aliases: ReadonlyMap<string, string>): ListedFile {
  if (aliases.size === 0) return file;
  return { ...file, items: file.items.map((item) => ({ ...item, key: aliases.get(item.key) ?? item.key })) };
}

/** Start of a reader without a file. A homepage that cannot be read leads nowhere. */
async function readHome(url: string | undefined, access: PageAccess, signal: AbortSignal) {
  const key = url === undefined ? undefined : pageKey(url);
  if (url === undefined || key === undefined) return undefined;
  const { pages } = await readPages([{ key, urls: [url] }], access, signal);
  return pages[0];
}
