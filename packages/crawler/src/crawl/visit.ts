import type { Page } from "@llmstxt-service/page";
import { type PageUrl, pageUrl } from "@llmstxt-service/page/address/page-url";
import { CrawlError, toCrawlError } from "@llmstxt-service/page/errors";
import type { Fetch, Fetched, Validators } from "../fetch/fetch.ts";
import type { CrawledPage } from "./crawled-page.ts";
import type { Keeping } from "./keeping.ts";
import type { CrawlOptions } from "./options.ts";
import type { Reader, ReadPage } from "./reading/reading.ts";

/** Outcome of asking for one page. */
export type Visit =
  /** `url` is where redirects ended. Pages wait for their turn: nothing of the answer is kept but what the result needs. */
  | ({ readonly type: "read"; readonly url: PageUrl; readonly chain: Fetched["chain"] } & ReadPage &
      Pick<CrawledPage, "validators" | "rung" | "bytes">)
  /** The server answered 304: the page is unchanged since the last crawl. */
  | {
      readonly type: "unchanged";
      readonly url: PageUrl;
      readonly chain: Fetched["chain"];
      readonly stored: CrawledPage;
    }
  /** A redirect that `mayFollow` did not allow; the target was not asked for. */
  | { readonly type: "redirected"; readonly target: string }
  | { readonly type: "failed"; readonly error: CrawlError };

/** Outcome for a page in its turn; `disallowed` by the robots.txt of its host, which was read before it. */
export type VisitInTurn = Visit | { readonly type: "disallowed" };

/** A visit that ended at a page. */
export type Seen = Extract<Visit, { type: "read" | "unchanged" }>;

export const pageOf = (seen: Seen): Page => (seen.type === "read" ? seen.page : seen.stored.page);

/** Characters that a page keeps in memory: of its text, its Markdown and its links. */
export function charactersOf(seen: Seen): number {
  const { textLength, links, operations = [] } = pageOf(seen);
  const described = operations.reduce((sum, { title, markdown }) => sum + title.length + markdown.length, 0);
  const { markdown = "" } = seen.type === "read" ? seen : seen.stored;
  return links.reduce(
    (sum, link) => sum + link.url.length + link.text.length,
    textLength + markdown.length + described,
  );
}

/** The page of the last crawl; undefined if it lacks something that is asked for now. */
export function storedPage(
  url: PageUrl,
  { remembered, withMarkdown }: Pick<CrawlOptions, "remembered" | "withMarkdown">,
): CrawledPage | undefined {
  const stored = remembered?.get(url);
  return withMarkdown === true && stored?.markdown === undefined ? undefined : stored;
}

export interface VisitOptions {
  /** Fetches a page through all rungs (ladder.ts). */
  readonly fetch: Fetch;
  readonly reader: Reader;
  readonly mayFollow: (target: string) => boolean;
  /** The page as it was taken last time. */
  readonly stored: CrawledPage | undefined;
  /** Chooses the parts of the page to keep; undefined: all of it. */
  readonly keeping?: Keeping;
  /** True to make a single request, without retries and further rungs. */
  readonly once?: true;
}

/** Fetches and reads one page, and returns what came of it. Never rejects. */
export async function visit(url: PageUrl, options: VisitOptions, signal: AbortSignal): Promise<Visit> {
  let refused: string | undefined;
  const mayFollow = (target: string): boolean => {
    if (options.mayFollow(target)) return true;
    refused = target;
    return false;
  };
  try {
    const { stored, once } = options;
    const validators = stored && { validators: stored.validators };
    const fetched = await options.fetch({ url, mayFollow, ...validators, ...(once && { once }) }, signal);
    return await readVisit(fetched, options);
  } catch (thrown) {
    const error = toCrawlError(thrown);
    return error.code === "off_site" && refused !== undefined
      ? { type: "redirected", target: refused }
      : { type: "failed", error };
  }
}

async function readVisit(fetched: Fetched, { reader, stored, keeping }: VisitOptions): Promise<Visit> {
  const { chain } = fetched;
  const url = pageUrl(fetched.url);
  if (fetched.status === 304 && stored !== undefined) return { type: "unchanged", url, chain, stored };
  if (fetched.status < 200 || fetched.status > 299) throw new CrawlError("http_status", { status: fetched.status });
  const { rung, wireBytes: bytes } = fetched;
  const read = await reader.page(fetched);
  const page = keeping?.kept(read.page) ?? read.page;
  return { type: "read", url, chain, validators: validatorsOf(fetched), rung, bytes, ...read, page };
}

function validatorsOf({ headers }: Fetched): Validators {
  const { etag, "last-modified": lastModified } = headers;
  return { ...(etag !== undefined && { etag }), ...(lastModified !== undefined && { lastModified }) };
}

/** A page that was read, as a page of the result. */
export function crawledPage(
  seen: Seen,
  place: Pick<CrawledPage, "url" | "kind" | "depth" | "inScope" | "turn">,
): CrawledPage {
  if (seen.type === "unchanged") {
    const { markdownUrl: _, ...stored } = seen.stored; // to be found again, though for less
    return { ...stored, ...place };
  }
  const { page, markdown, validators, rung, bytes } = seen;
  const kept = { ...place, page, validators, rung, bytes };
  return markdown === undefined ? kept : { ...kept, markdown };
}
