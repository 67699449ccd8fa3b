import type { IncomingMessage, ServerResponse } from "node:http";
import { afterEach, expect, test } from "vitest";
import { type CrawlEvent, crawl } from "../../packages/crawler/src/crawl/crawl.ts";
import { type FetchingOptions, openFetching } from "../../packages/crawler/src/fetch/open.ts";
import { renderLlmsTxt } from "../../packages/document/src/llmstxt.ts";
import { type Site, serveSite } from "../servers/site.ts";
import { html } from "./example-site.ts";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** Pages by host and path; `PORT` stands for the server's. */
type Hosts = Readonly<Record<string, Readonly<Record<string, string>>>>;

interface ServedHosts {
  readonly site: Site;
  /** `host/path` in the order asked. */
  readonly asked: readonly string[];
  /** Most requests that a host had at once. */
  readonly mostOpen: ReadonlyMap<string, number>;
}

/** One server for all hosts, as behind one address. */
async function serveHosts(hosts: Hosts): Promise<ServedHosts> {
  const asked: string[] = [];
  const open = new Map<string, number>();
  const mostOpen = new Map<string, number>();
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const host = (request.headers.host ?? "").replace(/:\d+$/, "");
    const path = request.url ?? "/";
    asked.push(`${host}${path}`);
    const now = (open.get(host) ?? 0) + 1;
    open.set(host, now);
    mostOpen.set(host, Math.max(mostOpen.get(host) ?? 0, now));
    response.on("close", () => open.set(host, (open.get(host) ?? 1) - 1));
    const body = hosts[host]?.[path]?.replaceAll("PORT", String(site.port));
    response.setHeader("content-type", path.endsWith(".txt") ? "text/plain" : "text/html; charset=utf-8");
    response.writeHead(body === undefined ? 404 : 200).end(body);
  };
  const site = await serveSite({ "*": answer });
  closers.push(site.close);
  return { site, asked, mostOpen };
}

async function crawlHosts(
  { site }: ServedHosts,
  { options = {}, only }: { readonly options?: Partial<FetchingOptions>; readonly only?: string } = {},
) {
  const resolve: FetchingOptions["resolve"] = async () => [{ address: "127.0.0.1", family: 4 }];
  const fetching = openFetching({ userAgent: "test/1", browser: { enabled: false }, resolve, ...options });
  closers.push(fetching.close);
  const allow = only === undefined ? {} : { allow: { hostname: only, port: site.port } };
  const fetch = fetching.forCrawl({ useProxy: false, judge: () => undefined, ...allow });
  const events: CrawlEvent[] = [];
  const asked = { fetch, maxPages: 50, productToken: "test", subdomains: true };
  for await (const event of crawl(`http://harbour.example:${site.port}/`, asked, AbortSignal.timeout(30_000)))
    events.push(event);
  return events;
}

const at = (host: string, path = "/") => `http://${host}:PORT${path}`;

const GUIDES = ["/tides", "/ports", "/boats", "/maps"];
const HARBOUR: Hosts = {
  "harbour.example": {
    "/": html("Harbour", [
      "/tides",
      at("docs.harbour.example"),
      at("www.harbour.example", "/prices"),
      at("evil-harbour.example"),
    ]),
    "/tides": html("Tides"),
    "/prices": html("Prices"),
  },
  "docs.harbour.example": {
    "/": html("Harbour manual", GUIDES),
    "/robots.txt": "User-agent: *\nCrawl-delay: 0.05\nDisallow: /maps\n",
    ...Object.fromEntries(GUIDES.map((path) => [path, html(`Manual: ${path.slice(1)}`)])),
  },
};

test("sub-domains are read politely host by host, and are sections of the document; hosts that look alike are not asked", async () => {
  const served = await serveHosts(HARBOUR);
  const events = await crawlHosts(served, { options: { allowPrivateNetworks: true } });
  const { asked, mostOpen, site } = served;
  expect(asked.filter((one) => one.startsWith("docs."))[0]).toBe("docs.harbour.example/robots.txt");
  expect(mostOpen.get("docs.harbour.example")).toBe(1);
  expect(asked.filter((one) => one.includes("/maps") || one.startsWith("evil") || one.startsWith("www."))).toEqual([]);
  const end = events.find((event) => event.type === "end");
  const source = `http://harbour.example:${site.port}/`;
  const { text } = renderLlmsTxt(end?.pages ?? [], {
    source,
    generatedAt: new Date("2026-11-25T00:00:00Z"),
    descLength: 100,
  });
  const lines = text.split("\n").flatMap((line) => /^## .*|^- \[.*?\]\([^)]*\)/.exec(line)?.[0] ?? []);
  expect(lines.map((line) => line.replaceAll(String(site.port), "PORT"))).toEqual([
    "## Harbour manual",
    `- [Harbour manual](${at("docs.harbour.example")})`,
    `- [boats](${at("docs.harbour.example", "/boats")})`,
    `- [ports](${at("docs.harbour.example", "/ports")})`,
    `- [Manual: tides](${at("docs.harbour.example", "/tides")})`,
    "## Pages",
    `- [Tides](${at("harbour.example", "/tides")})`,
    `- [Prices](${at("harbour.example", "/prices")})`,
  ]);
});

test("each host is guarded by itself: a sub-domain at a private address is never connected to", async () => {
  const served = await serveHosts(HARBOUR);
  const events = await crawlHosts(served, { only: "harbour.example" });
  const failed = events.flatMap((event) =>
    event.type === "failed" ? [`${new URL(event.url).host} ${event.error.code}`] : [],
  );
  expect(failed).toEqual([`docs.harbour.example:${served.site.port} address_not_allowed`]);
  expect(served.asked.every((one) => one.startsWith("harbour.example/"))).toBe(true);
  expect(events.filter(({ type }) => type === "page")).toHaveLength(3);
});
