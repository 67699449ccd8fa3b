import { realpathSync } from "node:fs";
import { throwIfStopped } from "../../waiting/abort.ts";
import { admitPage } from "../admit-page.ts";
import type { CrawlFetch, CrawlFetchOptions, Fetch, Fetching } from "../fetch.ts";
import { follow } from "../http/http.ts";
import { ladder } from "../ladder.ts";
import { MAX_BYTES, MAX_REDIRECTS } from "../limits.ts";
import { StaticHost, type StaticRequest } from "./static-host.ts";

export interface FolderOptions {
  /** The built site: an existing folder. */
  readonly root: string;
  /** The address of the folder's root; a path counts whether or not a slash ends it. */
  readonly origin: string;
  /** True if a file, by its path from the root, is part of the site. Default: every one is. */
  readonly isPart?: (path: string) => boolean;
}

/**
 * A folder in place of the network: answers as a static host that serves it at `origin` would. It opens no socket, starts
 * no browser and writes nothing. What lies in the folder and is not read (links out of it, devices, files without
 * permission) fails with `unreadable`.
 * @throws Error where the folder is not there
 */
export function openFolder(options: FolderOptions): Fetching {
  const host = openHost(options);
  return Object.freeze({
    forCrawl: (crawl: CrawlFetchOptions) => openCrawl(host, crawl),
    restMs: () => 0,
    close: async () => {},
  });
}

/** The file of the folder that answers each address. @throws Error where the folder is not there */
export function filesOf(options: FolderOptions): (url: string) => string | undefined {
  const host = openHost(options);
  return (url) => host.fileOf(new URL(url));
}

function openHost({ root, origin, isPart = () => true }: FolderOptions): StaticHost {
  const base = new URL(origin);
  base.hash = "";
  base.search = "";
  if (!base.pathname.endsWith("/")) base.pathname += "/";
  // As the system spells it: `c:/site` is `C:\site`, and every name below is compared with that.
  return new StaticHost({ root: realpathSync.native(root), base, isPart });
}

function openCrawl(host: StaticHost, { judge, onAttempt }: CrawlFetchOptions): CrawlFetch {
  const page = ladder({
    steps: [{ rung: "plain", isThere: () => true, fetch: fetchFrom(host, admitPage) }],
    judge,
    onAttempt,
  });
  return Object.freeze({ page, plain: fetchFrom(host, () => undefined), setDelay: () => {} });
}

const fetchFrom =
  (host: StaticHost, admit: StaticRequest["admit"]): Fetch =>
  async ({ url, method = "GET", maxBytes = MAX_BYTES, maxRedirects = MAX_REDIRECTS, cut, mayFollow }, signal) => {
    const startedAt = performance.now();
    const { chain, answer } = await follow({ url, maxRedirects, mayFollow }, async (hop) => {
      throwIfStopped(signal);
      return host.answer(new URL(hop), { method, maxBytes, mayCut: cut === true, admit });
    });
    const { status, headers, body, wireBytes } = answer;
    const elapsedMs = performance.now() - startedAt;
    const final = chain.at(-1) ?? url;
    return { url: final, chain, status, headers, body, wireBytes, rung: "plain", elapsedMs, attempts: [] };
  };
