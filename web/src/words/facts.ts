import type { FetchedBy, SocketEvent } from "../protocol/messages.ts";
import type { Failure } from "../protocol/summary.ts";
import type { LineKind, LogLine } from "../state/log.ts";
import { pathOn } from "./addresses.ts";
import { some } from "./amounts.ts";
import { FAILURE_WORDS } from "./failures.ts";
import { LEFT_OUT_WORDS } from "./left-out.ts";
import { took } from "./times.ts";

type Line = Pick<LogLine, "kind" | "text" | "detail">;

const line = (kind: LineKind, text: string, detail = ""): Line => ({ kind, text, detail });

/** What happened, in words: `The page was not found (404)`. */
export const failureTitle = ({ code, facts }: Pick<Failure, "code" | "facts">): string =>
  FAILURE_WORDS[code](facts).title;

const kindOf = (by: FetchedBy): LineKind => (by === "plain" ? "done" : by);

const ENDS = { complete: "Crawl complete", limit: "Page limit reached", asked: "Finished on request" } as const;

/** The log's line of an event; undefined where it is drawn elsewhere. Addresses of `host` are shown as paths. */
export function lineOf(event: SocketEvent, host: string): Line | undefined {
  switch (event.type) {
    // The tally and the map draw them.
    case "started":
    case "known":
    case "chosen":
    case "visiting":
    case "attempt":
    case "progress":
    case "summary":
    case "markdown":
    case "enhanceSkipped":
    case "tokens":
      return undefined;
    case "queued":
      return line("info", event.ahead === 0 ? "Waiting: next in line" : `Waiting: ${some(event.ahead, "crawl")} ahead`);
    case "robots":
      return event.allowed ? undefined : line("warn", "robots.txt does not allow crawling");
    case "site":
      return line("info", `Crawling ${event.url}`);
    case "sitemap":
      return line("info", `Found a sitemap with ${some(event.urls, "address", "addresses")}`, pathOn(host, event.url));
    case "sitemapsCut":
      return line("warn", "The sitemaps are too large to be read whole", "the rest was left unread");
    case "sitemapFailed":
      return line("warn", "A sitemap could not be read", failureTitle(event));
    case "page":
      return line(
        kindOf(event.by),
        pathOn(host, event.url),
        `${event.by === "plain" ? "" : `${event.by} `}${took(event.ms)}`,
      );
    case "leftOut":
      return line("leftOut", pathOn(host, event.url), LEFT_OUT_WORDS[event.reason]);
    case "failed":
      return line("failed", pathOn(host, event.url), failureTitle(event));
    case "slower":
      return line("warn", `Slowing down to ${some(event.concurrency, "request")} at a time`, event.reason);
    case "probing":
      return line("info", `Looking for Markdown versions of ${some(event.pages, "page")}`);
    case "markdownFailed":
      return line("warn", `No Markdown could be made of ${pathOn(host, event.url)}`, failureTitle(event));
    case "crawled":
      return event.why === "timeout"
        ? line("warn", "Time limit reached", some(event.pages, "page"))
        : line("info", ENDS[event.why], some(event.pages, "page"));
    case "rendered":
      return line("info", "Wrote llms.txt", some(event.characters, "character"));
    case "enhancing":
      return line("info", `Language model: part ${event.piece} of ${event.pieces}`);
    case "pieceKept":
      return line("warn", `Part ${event.piece} of ${event.pieces} stays as it was`, event.reason);
    case "modelEstimate":
      return line("info", `Language model: ${some(event.calls, "call")}`, `about ${some(event.tokens, "token")}`);
    case "described":
      return line("info", `Described by the language model: ${pathOn(host, event.url)}`, event.excerpt);
    case "notDescribed":
      return line("info", `No description of ${pathOn(host, event.url)}`, event.reason);
    case "enhanced":
      return line("info", `The language model improved ${event.piecesReplaced} of ${some(event.pieces, "part")}`);
    case "overlaid":
      return line(
        event.findings.length > 0 ? "warn" : "info",
        `Made ${some(event.changes, "change")} of yours`,
        event.findings[0]?.reason ?? "",
      );
    case "enhanceFailed":
      return line("warn", "The language model failed: the text stays as it was", event.reason);
    case "uploading":
      return line("info", "Storing llms.txt");
    case "uploaded":
    case "extraStored":
      return line("info", "Stored", event.url);
    case "withheld":
      return line("info", "Not stored: the site was read with your header fields");
    case "credentialsNotKept":
      return line("warn", "Your header fields are not kept: this server has no SECRETS_KEY");
    case "uploadFailed":
      return line("warn", "llms.txt could not be stored", event.reason);
    case "pagesStored":
      return line("info", `Stored the Markdown of ${event.stored} of ${some(event.pages, "page")}`);
    case "extrasFailed":
      return line("warn", "Not every file could be stored", event.reason);
    case "enrolled":
      return line("info", "The site is kept up to date");
    case "notEnrolled":
      return line("warn", "The site is not kept up to date", failureTitle(event));
    case "stopping":
      return line("warn", "The server is stopping", `${Math.round(event.leftMs / 1000)} s left for this crawl`);
    case "missed":
      return line("warn", `${some(event.messages, "message")} left out: the connection is slow`);
    case "error":
      return line("failed", failureTitle(event), event.reason);
  }
}
