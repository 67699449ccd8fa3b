// `--record`, and records as sources.
import { resolve } from "node:path";
import { secretsOf } from "@llmstxt-service/crawler/fetch/credentials";
import { openRecord, openRecording, type RecordedSite } from "@llmstxt-service/crawler/fetch/record";
import { DOCUMENT_OPTIONS, type DocumentOption } from "@llmstxt-service/document/document-options";
import { CrawlError } from "@llmstxt-service/page/errors";
import type { CrawlRequest } from "@llmstxt-service/service/jobs/request";
import type { Config } from "@llmstxt-service/service/settings/config";
import { crawlRequestSchema, toCrawlRequest } from "@llmstxt-service/service/socket/requests";
import { writeWhole } from "@llmstxt-service/service/store/write-whole";
import { fileProblem } from "../file-problem.ts";
import { cannotWrite } from "./output.ts";

const wrongUsage = (detail: string, cause?: unknown) => new CrawlError("wrong_usage", { detail }, { cause });

/** @throws CrawlError `wrong_usage` with the fault of the file */
export async function readRecord(file: string, signal: AbortSignal): Promise<RecordedSite> {
  try {
    return await openRecord(file, signal);
  } catch (thrown) {
    if (thrown instanceof CrawlError || signal.aborted) throw thrown;
    throw wrongUsage(`Cannot read ${file}: ${fileProblem(thrown, "there is no such file")}`, thrown);
  }
}

/**
 * Choices that a record keeps, with their flags: those that decide which pages are requested and what is written about
 * them.
 */
const CHOICES: ReadonlyMap<string, string> = new Map([
  ...["maxPages", "scope", "include", "exclude", "language", "urls", "overlay"].map((name) => [name, name] as const),
  ["sitemaps", "sitemap"],
  ...Object.entries<DocumentOption>(DOCUMENT_OPTIONS).flatMap(([name, { of }]) =>
    of === "bundle" ? [] : [[name, name] as const],
  ),
]);

const choicesIn = (request: object) => Object.entries(request).filter(([name]) => CHOICES.has(name));

/**
 * The request, with the recorded crawl's choices where none are given.
 * @throws CrawlError `wrong_usage`
 */
export function asRecorded(
  request: CrawlRequest,
  { choices }: RecordedSite,
  {
    file,
    config,
    isGiven,
  }: { readonly file: string; readonly config: Config; readonly isGiven: (flag: string) => boolean },
): CrawlRequest {
  if (choices === undefined) return request;
  const given = new Set([...CHOICES].flatMap(([name, flag]) => (isGiven(flag) ? [name] : [])));
  try {
    // A list in a file may be longer than one in a request.
    const { urls, ...fields }: { readonly urls?: unknown } = JSON.parse(choices);
    const recorded = {
      ...toCrawlRequest(crawlRequestSchema(config), { ...fields, url: request.url }),
      ...listOf(urls),
    };
    return { ...request, ...Object.fromEntries(choicesIn(recorded).filter(([name]) => !given.has(name))) };
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    throw wrongUsage(`Cannot read ${file}: the choices of its crawl are none: ${why}`, thrown);
  }
}

function listOf(urls: unknown): Pick<CrawlRequest, "urls"> {
  return Array.isArray(urls) ? { urls: urls.filter((url): url is string => typeof url === "string") } : {};
}

/** Record of this run's crawl. */
export type RecordFile = ReturnType<typeof openRecordFile>;

/** Opens the file of `--record`, which gets its name when it is complete. */
export function openRecordFile(file: string, request: CrawlRequest, { userAgent }: Pick<Config, "userAgent">) {
  const { url, credentials } = request;
  // Documents give their time in seconds.
  const at = new Date(Math.floor(Date.now() / 1000) * 1000);
  const { bytes, onExchanged, close } = openRecording({
    url,
    at,
    choices: JSON.stringify(Object.fromEntries(choicesIn(request))),
    software: userAgent,
    isPacked: /\.gz$/i.test(file),
    secrets: credentials === undefined ? [] : secretsOf(credentials),
  });
  // Private pages are readable for the file's owner alone.
  const mode = credentials === undefined ? {} : { mode: 0o600 };
  const written = writeWhole({ path: resolve(file), content: bytes, ...mode }).then(
    () => undefined,
    (thrown: unknown) => cannotWrite("storage_failed", file, thrown),
  );
  return {
    /** Time of the crawl and of each replay. */
    at,
    onExchanged,
    /** @throws CrawlError `storage_failed` */
    async close() {
      await close();
      const failed = await written;
      if (failed !== undefined) throw failed;
    },
  };
}
