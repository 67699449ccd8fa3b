import { readPage } from "@llmstxt-service/page";
import { pageUrl, tryPageUrl } from "@llmstxt-service/page/address/page-url";
import { isSameSite } from "@llmstxt-service/page/address/site";
import { CrawlError } from "@llmstxt-service/page/errors";
import { expect, test } from "vitest";
import { HOST, html } from "../../../../test/crawl/example-site.ts";
import { judge, type Known } from "./judge.ts";
import type { Visit } from "./visit.ts";

const at = (path: string) => pageUrl(path, HOST);

/** Nothing but the homepage is known. */
const NOTHING: Known = {
  home: at("/"),
  own: (link) => (isSameSite(link, HOST) ? tryPageUrl(link) : undefined),
  isSettled: (url) => url === at("/"),
  listed: () => undefined,
  problemOf: () => undefined,
  refusalOf: () => ({ reason: "robots" }),
  foreign: () => undefined,
  isContents: () => false,
  repeats: () => undefined,
  judged: (_, { kind }) => ({ kind, isWanted: true }),
  duplicateOf: () => undefined,
  isListGiven: false,
  isApart: () => false,
  beliefIn: () => "open",
  mayTryAgain: () => true,
};

/** A page called A, where it was found, with this in its head. */
function read(path: string, head = ""): Visit {
  const body = new TextEncoder().encode(html("A", [], head));
  const answer = { url: at(path), chain: [at(path)], validators: {}, rung: "plain", bytes: body.length } as const;
  return { type: "read", ...answer, page: readPage(body, { url: at(path) }), problem: undefined };
}

const failed = (error: CrawlError): Visit => ({ type: "failed", error });
const GONE = new CrawlError("http_status", { status: 410 });
const BUSY = new CrawlError("http_status_passing", { status: 503 });

const naming = (path: string) => `<link rel="canonical" href="${path}">`;
const refresh = (path: string) => `<meta http-equiv="refresh" content="0; url=${path}">`;
const listed = (title: string) => () => readPage(new TextEncoder().encode(html(title)), { url: at("/b") });

test.each<[string, Visit, Partial<Known>, object]>([
  ["a page", read("/a"), {}, { type: "list", url: at("/a"), listAs: at("/a") }],
  ["one that is decided", read("/a"), { isSettled: () => true }, { type: "settled" }],
  ["one that is there no more", failed(GONE), {}, { type: "fail", url: at("/a"), error: GONE }],
  ["one that failed in passing", failed(BUSY), {}, { type: "tryAgain" }],
  ["one that failed twice", failed(BUSY), { mayTryAgain: () => false }, { type: "fail", url: at("/a"), error: BUSY }],
  [
    "a file by its media type",
    failed(new CrawlError("unsupported_type", { detail: "image/png" })),
    {},
    { type: "leaveOut", objection: { reason: "image" } },
  ],
  ["one that was under way when the crawl ended", failed(new CrawlError("aborted", {})), {}, { type: "settled" }],
  [
    "a redirect to another site",
    { type: "redirected", target: "https://other.example/" },
    {},
    { type: "leaveOut", objection: { reason: "other site", evidence: { target: "https://other.example/" } } },
  ],
  [
    "a redirect that robots.txt disallows",
    { type: "redirected", target: at("/private") },
    {},
    { type: "leaveOut", objection: { reason: "robots" } },
  ],
  [
    "a redirect to a page that is decided",
    read("/"),
    {},
    { type: "leaveOut", url: at("/a"), objection: { reason: "redirect", of: at("/") } },
  ],
  ["a redirect to a new page", read("/new"), {}, { type: "list", url: at("/new") }],
  [
    "a redirect to an excluded page",
    read("/new"),
    { problemOf: () => ({ reason: "excluded" }) },
    { type: "leaveOut", url: at("/a"), objection: { reason: "excluded" } },
  ],
  ["a meta refresh", read("/a", refresh("/b")), {}, { type: "follow", url: at("/a"), target: at("/b") }],
  [
    "a meta refresh to another site",
    read("/a", refresh("https://other.example/")),
    {},
    { type: "leaveOut", objection: { reason: "other site", evidence: { target: "https://other.example/" } } },
  ],
  [
    "a page that is not to be listed",
    read("/a", '<meta name="robots" content="noindex">'),
    {},
    { type: "leaveOut", objection: { reason: "noindex" }, follow: true },
  ],
  [
    "another language",
    read("/a"),
    { foreign: () => ({ reason: "other language" }) },
    { type: "leaveOut", objection: { reason: "other language" }, follow: false },
  ],
  [
    "an older version",
    read("/a"),
    { repeats: () => ({ reason: "older version", of: at("/b") }) },
    { type: "leaveOut", objection: { reason: "older version", of: at("/b") } },
  ],
  [
    "the same as a listed page",
    read("/a"),
    { duplicateOf: () => at("/b") },
    { type: "leaveOut", objection: { reason: "duplicate", of: at("/b") } },
  ],
  ["a page that names another address", read("/a", naming("/b")), {}, { type: "hold", canonical: at("/b") }],
  ["one that names its own", read("/a", naming("/a")), {}, { type: "list", listAs: at("/a") }],
  ["one that names the homepage", read("/a", naming("/")), {}, { type: "list", listAs: at("/a") }],
  [
    "one whose other address is believed",
    read("/a", naming("/a/")),
    { beliefIn: () => "believed" },
    { type: "list", url: at("/a"), listAs: at("/a/") },
  ],
  [
    "one whose other address is not",
    read("/a", naming("/a/")),
    { beliefIn: () => "disbelieved" },
    { type: "list", url: at("/a"), listAs: at("/a") },
  ],
  [
    "one whose other address robots.txt disallows",
    read("/a", naming("/b")),
    { problemOf: () => ({ reason: "robots" }) },
    { type: "list", listAs: at("/a") },
  ],
  [
    "one that names a listed page of its title",
    read("/a", naming("/b")),
    { listed: listed("A") },
    { type: "leaveOut", objection: { reason: "canonical elsewhere", of: at("/b") } },
  ],
  [
    "one that names a listed page of another title",
    read("/a", naming("/b")),
    { listed: listed("B") },
    { type: "share", canonical: at("/b") },
  ],
])("the verdict on %s", (_, visit, known, verdict) => {
  expect(judge(at("/a"), visit, { ...NOTHING, ...known })).toMatchObject(verdict);
});
