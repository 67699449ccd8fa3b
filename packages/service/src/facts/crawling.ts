import type { CrawlEvent } from "@llmstxt-service/crawler";
import type { Attempt } from "@llmstxt-service/crawler/fetch";
import { grouped } from "@llmstxt-service/page/grouped";
import { count } from "../describe.ts";
import type { Rows } from "./fact.ts";
import { failureEvent, failureFacts } from "./failure-facts.ts";

/** Milliseconds of a page's answers, and of its requests' waits, rounded. */
export const spentOf = ({ elapsedMs, waitedMs }: Pick<Attempt, "elapsedMs" | "waitedMs">) => ({
  ms: Math.round(elapsedMs),
  waitedMs: Math.round(waitedMs),
});

const MAX_CHOSEN = 100;

const RUNG_NAMES = { plain: "plain HTTP", browser: "headless browser", proxy: "proxy browser" } as const;

const SITEMAP_LIMITS = {
  files: "files than are read for so many pages",
  bytes: "bytes than are read for so many pages",
  entries: "addresses than can wait; each folder keeps its first ones",
  time: "than can be read in 30 s",
} as const;

export const CRAWLING: Rows<Exclude<CrawlEvent, { type: "end" }>> = {
  robots: {
    notice: ({ allowed, url }) => (allowed ? [] : `robots.txt disallows ${url}`),
    event: ({ allowed, lines, group, url, refusal }) => ({
      type: "robots",
      url,
      allowed,
      lines: [...lines],
      ...(group !== undefined && { group }),
      ...(refusal && { refusal: [...refusal] }),
    }),
  },
  site: {
    info: ({ home, domain }) => `Crawling ${home}${domain ? ` and all hosts below ${domain}` : ""}`,
    event: ({ home, domain }) => ({ type: "site", url: home, ...(domain !== undefined && { domain }) }),
    stage: "find homepage",
  },
  noSubdomains: {
    warning: ({ host }) => `${host} has no registrable domain, so no other host belongs to the site`,
    event: ({ host }) => ({ type: "noSubdomains", host }),
  },
  sitemap: {
    info: ({ urls, elsewhere, url }) =>
      `Found sitemap with ${count(urls, "URL")}: ${url}${elsewhere ? ` (${grouped(elsewhere)} of other sites)` : ""}`,
  },
  sitemapsCut: {
    warning: ({ limit, unread = [] }) =>
      `Sitemaps: not all was read: more ${SITEMAP_LIMITS[limit]}${unread.map((url) => `, ${url}`).join("")}`,
    event: ({ limit, unread }) => ({ type: "sitemapsCut", limit, ...(unread && { unread: [...unread] }) }),
  },
  sitemapFailed: {
    warning: ({ url, error }) => `Could not read the sitemap ${url}: ${error.message}`,
    event: failureEvent,
  },
  known: {
    detail: (fact) => `Known so far: ${count(fact.count, "page")}`,
    event: (fact, { maxPages }) => ({ type: "known", count: fact.count, chosen: Math.min(fact.count, maxPages) }),
  },
  chosen: {
    detail: () => [],
    event: ({ urls }) =>
      Array.from({ length: Math.ceil(urls.length / MAX_CHOSEN) }, (_, n) => ({
        type: "chosen",
        urls: urls.slice(n * MAX_CHOSEN, (n + 1) * MAX_CHOSEN),
      })),
  },
  visiting: { detail: ({ url }) => `Visiting ${url}` },
  attempt: {
    detail: ({ url, attempt: { rung, outcome, elapsedMs, waitedMs } }) => {
      const waited = waitedMs < 1 ? "" : ` after waiting ${Math.round(waitedMs)} ms for its turn`;
      return `Fetch by ${RUNG_NAMES[rung]}: ${outcome}, ${Math.round(elapsedMs)} ms${waited}: ${url}`;
    },
    // A successful attempt is part of the page's own event.
    event: ({ url, attempt }) => {
      const { rung, error } = attempt;
      if (error === undefined) return [];
      return { type: "attempt", url, by: rung, rung, ...failureFacts(error), ...spentOf(attempt) };
    },
    // A failed outcome is a free text, so it is no label: there would be a time series for each.
    counts: ({ attempt: { rung, outcome, elapsedMs } }) => [
      ["attempts", 1, { rung, outcome: outcome === "ok" ? "ok" : "not_taken" }],
      ["fetchSeconds", elapsedMs / 1_000, { rung }],
    ],
  },
  page: {
    step: ({ done, page }, maxPages) => `Progress: ${done}/${maxPages} pages: ${page.page.title}`,
    event: ({ page: { url, rung, bytes, page } }, { spent }) => {
      const section = new URL(url).pathname.split("/").slice(1, -1)[0] ?? "";
      // Only pages that were answered with 200 are in the result.
      return { type: "page", url, title: page.title, section, ...spent(url), by: rung, rung, bytes, status: 200 };
    },
    counts: ({ page: { rung, bytes } }) => [
      ["pages", 1, { rung }],
      ["bytes", bytes, {}],
    ],
  },
  leftOut: {
    detail: ({ reason, url, of, others }) =>
      `Skipped: ${reason}: ${url}${of ? ` (see ${of})` : ""}${others ? `, and ${count(others, "other")}` : ""}`,
  },
  failed: {
    failure: ({ url, error }) => `Failed to fetch ${url}: ${error.message}`,
    event: ({ url, error }, { spent }) => ({ type: "failed", url, ...failureFacts(error), ...spent(url) }),
    log: ({ url, error }) => ["Page failed", { url, why: error.message }, "debug"],
    counts: ({ error: { code } }) => [["failures", 1, { code }]],
  },
  slower: {
    warning: ({ reason, concurrency, gapMs }) => {
      const apart = gapMs === undefined ? "" : `, one each ${gapMs / 1000} s`;
      return `Slowing down: ${reason}; ${count(concurrency, "request")} at once${apart}`;
    },
  },
  waiting: {
    warning: ({ host, leftMs, until }) =>
      `Waiting ${Math.ceil(leftMs / 1000)} s: ${host} asked for it; the crawl goes on at ${until.slice(11, 19)} UTC`,
  },
  probing: { step: ({ pages }) => `Looking for Markdown versions of ${count(pages, "page")}` },
  markdown: { detail: ({ markdownUrl }) => `Found Markdown version: ${markdownUrl}` },
  markdownFailed: {
    warning: ({ url, error }) => `Kept the plain text of ${url}: making Markdown of it failed: ${error.message}`,
    event: failureEvent,
  },
};
