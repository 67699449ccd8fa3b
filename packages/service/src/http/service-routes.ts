// Routes about this server, and the check of a file.
import { CrawlError } from "@llmstxt-service/page/errors";
import { Cron } from "croner";
import { rangesOf } from "../request.ts";
import { checkRequestShape, checkShape, configShape, detailShape } from "../shapes.ts";
import { type App, type ServerWorld, VERSION } from "./app.ts";

/** An llms.txt that is checked has at most so many bytes. */
const MAX_TEXT_BYTES = 2 ** 22;
const CHECK_MS = 30_000;

export function serviceRoutes(app: App, world: ServerWorld): void {
  const tags = ["Service"];
  const config = { tags, summary: "Limits, defaults and what is set up", response: { 200: configShape } };
  app.get("/api/config", { schema: config }, async () => configOf(world));

  const check = {
    ...{ tags, summary: "Checks an llms.txt: every finding with its line", body: checkRequestShape },
    response: { 200: checkShape, 422: detailShape },
  };
  app.post("/api/validate", { schema: check, bodyLimit: MAX_TEXT_BYTES }, async ({ body }) => {
    const signal = AbortSignal.timeout(CHECK_MS);
    const text = body.text ?? (await fetchText(body.url ?? "", world, signal));
    const { findings, sections } = await world.crawling.writer.check(text, signal);
    const pages = new Set(sections.flatMap(({ items }) => items.map(({ url }) => url))).size;
    const isValid = findings.every(({ level }) => level !== "error");
    const sizes = { pages, characters: text.length, tokens: Math.ceil(text.length / 4) };
    return { valid: isValid, ...sizes, findings: [...findings], text };
  });
}

function configOf({ settings, publicUrl, database, crawling }: ServerWorld) {
  const { MAX_PAGES_LIMIT: limit, RECRAWL_SCHEDULE: cron, CRAWL_TIMEOUT_SECONDS: timeoutSeconds } = settings;
  const next =
    cron === "" || settings.DATABASE_URL === "none"
      ? null
      : new Cron(cron, { timezone: "UTC", paused: true }).nextRun();
  return {
    ...{ version: VERSION, publicUrl: publicUrl(), keyRequired: settings.API_KEY !== undefined },
    productToken: settings.USER_AGENT.split(/[/ ]/, 1)[0] ?? "",
    limits: { ...rangesOf(settings), timeoutSeconds },
    defaults: {
      ...{ maxPages: Math.min(50, limit), descLength: 500, recrawlIntervalMinutes: 10_080 },
      useProxy: settings.PROXY_BROWSER_ENABLED,
    },
    features: {
      browser: settings.BROWSER_ENABLED,
      proxy: settings.PROXY_BROWSER_URL !== undefined,
      model: crawling.enhance !== undefined,
      database: database.isOpen,
      alerts: settings.ALERT_WEBHOOK_URL !== undefined,
    },
    schedule: next ? { cron, next: next.toISOString() } : null,
    crawlsKeptDays: settings.CRAWLS_KEPT_DAYS,
  };
}

/** The text at an address; that of a site, or a folder of it, stands for the llms.txt there. */
async function fetchText(typed: string, world: ServerWorld, signal: AbortSignal): Promise<string> {
  const { data } = world.schema.shape.url.safeParse(typed);
  if (data === undefined) throw new CrawlError("invalid_url", {});
  const url = new URL(data);
  if (!/\.(txt|md)$/i.test(url.pathname)) url.pathname += url.pathname.endsWith("/") ? "llms.txt" : "/llms.txt";
  const fetch = world.crawling.fetching.forCrawl({ useProxy: false, judge: () => undefined });
  const asked = { url: url.href, accept: "text/markdown, text/plain, */*;q=0.5", maxBytes: MAX_TEXT_BYTES };
  const { status, body } = await fetch.plain(asked, signal);
  if (status !== 200) throw new CrawlError("http_status", { status });
  return new TextDecoder().decode(body);
}
