import { CrawlError, toCrawlError } from "../errors.ts";
import type { Fetch, Fetched, Validators } from "../fetch/fetch.ts";
import type { Page } from "../page/page.ts";
import type { CrawledPage } from "./crawled-page.ts";
import { readFetched } from "./reading.ts";
import { type PageUrl, pageUrl } from "./url.ts";

/** What came of asking for one page. */
export type Visit =
  /** `url` is where redirects ended. */
  | { readonly type: "read"; readonly url: PageUrl; readonly page: Page; readonly fetched: Fetched }
  /** The server says that it is the same as when it was taken last. */
  | { readonly type: "unchanged"; readonly url: PageUrl; readonly stored: CrawledPage }
  /** A redirect that `mayFollow` did not allow; the target was not asked for. */
  | { readonly type: "redirected"; readonly target: string }
  | { readonly type: "failed"; readonly error: CrawlError };

/** A visit that ended at a page. */
export type Seen = Extract<Visit, { type: "read" | "unchanged" }>;

export const pageOf = (seen: Seen): Page => (seen.type === "read" ? seen.page : seen.stored.page);

export interface VisitOptions {
  /** The ladder. */
  readonly fetch: Fetch;
  readonly mayFollow: (target: string) => boolean;
  /** The page as it was taken last time. */
  readonly stored: CrawledPage | undefined;
}

/** Never rejects. */
export async function visit(url: PageUrl, options: VisitOptions, signal: AbortSignal): Promise<Visit> {
  let refused: string | undefined;
  const mayFollow = (target: string): boolean => {
    if (options.mayFollow(target)) return true;
    refused = target;
    return false;
  };
  try {
    const { stored } = options;
    const fetched = await options.fetch({ url, mayFollow, ...(stored && { validators: stored.validators }) }, signal);
    return readVisit(fetched, stored);
  } catch (thrown) {
    const error = toCrawlError(thrown);
    return error.code === "off_site" && refused !== undefined
      ? { type: "redirected", target: refused }
      : { type: "failed", error };
  }
}

function readVisit(fetched: Fetched, stored: CrawledPage | undefined): Visit {
  const url = pageUrl(fetched.url);
  if (fetched.status === 304 && stored !== undefined) return { type: "unchanged", url, stored };
  if (fetched.status < 200 || fetched.status > 299) throw new CrawlError("http_status", `answered ${fetched.status}`);
  return { type: "read", url, page: readFetched(fetched), fetched };
}

export function validatorsOf({ headers }: Fetched): Validators {
  const { etag, "last-modified": lastModified } = headers;
  return { ...(etag !== undefined && { etag }), ...(lastModified !== undefined && { lastModified }) };
}
