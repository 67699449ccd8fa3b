import { createReadStream } from "node:fs";
import { parseCookieFile, parseHeaderLines, type SiteCredentials } from "@llmstxt-service/crawler/fetch/credentials";
import { CrawlError } from "@llmstxt-service/page/errors";
import { fileProblem } from "../file-problem.ts";
import { readStream } from "../read-source.ts";

export interface CredentialFlags {
  /** Header fields, each as `Name: value`. */
  readonly header?: readonly string[];
  /** A Netscape cookie file. */
  readonly cookies?: string;
}

/** Most bytes of a cookie file; browsers' own are far smaller. */
const MAX_COOKIE_BYTES = 4 * 2 ** 20;

/**
 * Credentials for a private site; undefined if none are given. No error message repeats them.
 * @throws CrawlError `invalid_request` for header fields that cannot be sent, `wrong_usage` for a file without cookies
 */
export async function readCredentials({ header = [], cookies }: CredentialFlags): Promise<SiteCredentials | undefined> {
  if (header.length === 0 && cookies === undefined) return undefined;
  const parsed = parseHeaderLines(header);
  if ("problem" in parsed) throw new CrawlError("invalid_request", { field: "headers", detail: parsed.problem });
  return { headers: parsed.headers, cookies: cookies === undefined ? [] : await readCookies(cookies) };
}

async function readCookies(file: string) {
  const wrong = (why: string, cause?: unknown) =>
    new CrawlError("wrong_usage", { detail: `Cannot read the cookies of ${file}: ${why}` }, { cause });
  const text = await readStream(createReadStream(file), MAX_COOKIE_BYTES).catch((thrown: unknown) => {
    throw wrong(fileProblem(thrown, "there is no such file"), thrown);
  });
  const parsed = parseCookieFile(text);
  if ("problem" in parsed) throw wrong(parsed.problem);
  return parsed.cookies;
}
