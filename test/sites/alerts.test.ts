import { createHmac } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Enrolled, Site as SiteJson } from "../../packages/service/src/shapes.ts";
import { query } from "../jobs/recrawling.ts";
import { crawled, smallSite, startReady } from "../serve/crawling.ts";
import { type PostgresServer, startPostgres } from "../servers/postgres.ts";
import type { Service } from "../servers/service.ts";
import { type Site, serveSite } from "../servers/site.ts";

interface Told {
  readonly type: string;
  readonly site: { readonly baseUrl: string };
  readonly [fact: string]: unknown;
}

const SECRET = "alert-secret";
let postgres: PostgresServer;
let receiver: Site;
let service: Service;
/** Received bodies, and statuses of the first answers. */
const told: Told[] = [];
const refusals: number[] = [];

beforeAll(async () => {
  postgres = await startPostgres();
  receiver = await serveSite({
    "/alerts": async (request, response) => {
      let body = "";
      for await (const piece of request) body += piece;
      const refusal = refusals.shift();
      response.writeHead(refusal ?? 204).end();
      const signature = `sha256=${createHmac("sha256", SECRET).update(body).digest("hex")}`;
      const isSigned = request.headers["x-signature"] === signature;
      const isJson = request.headers["content-type"] === "application/json";
      if (refusal === undefined && isSigned && isJson) told.push(JSON.parse(body));
    },
  });
  service = await startReady({
    ...{ DATABASE_URL: postgres.url, ALERT_WEBHOOK_URL: `${receiver.origin}/alerts`, ALERT_WEBHOOK_SECRET: SECRET },
    PUBLIC_URL: "https://llmstxt.example",
  });
});

afterAll(async () => {
  await service.stop();
  await Promise.all([receiver.close(), postgres.close()]);
});

const get = async (id: string) => (await service.ask<SiteJson>(`GET /api/sites/${id}`)).body;

async function enrolled(baseUrl: string, changes: object = {}): Promise<string> {
  const { body } = await service.ask<Enrolled>("POST /api/sites", { base_url: baseUrl, ...changes });
  const id = body.sites[0]?.id ?? "";
  await expect.poll(async () => (await get(id)).state, { interval: 100 }).toMatch(/upToDate|failed/);
  return id;
}

/** Recrawls until the site is in this state. */
async function recrawled(id: string, isSo: (site: SiteJson) => boolean): Promise<void> {
  await service.ask(`POST /api/sites/${id}/recrawl`);
  await expect.poll(async () => isSo(await get(id)), { interval: 100 }).toBe(true);
}

const failed = (times: number) => (site: SiteJson) => site.failure?.times === times && site.state === "failed";
const of = (site: Site) => told.filter(({ site: { baseUrl } }) => baseUrl === site.origin);

test("alerts are sent for a site that fails three times, recovers, and loses pages", async () => {
  refusals.push(500);
  const answers = smallSite(5);
  const site = await serveSite(answers);
  const id = await enrolled(site.origin);
  const { "/": home = "", ...rest } = answers;
  answers["/"] = { status: 404 };
  for (const times of [1, 2, 3, 4]) await recrawled(id, failed(times));
  await expect.poll(() => of(site).length).toBe(1);
  expect(of(site)[0]).toEqual({
    ...{ type: "failing", failures: 3, code: "http_status", reason: expect.stringContaining("404") },
    ...{ at: expect.any(String), site: { id, baseUrl: site.origin, page: `https://llmstxt.example/#/sites/${id}` } },
  });
  answers["/"] = home;
  for (const path of Object.keys(rest).slice(1)) delete answers[path];
  await recrawled(id, ({ state }) => state === "upToDate");
  await expect.poll(() => of(site).length).toBe(3);
  expect(
    of(site)
      .slice(1)
      .map(({ type }) => type)
      .toSorted(),
  ).toEqual(["recovered", "shrunk"]);
  expect(of(site).find(({ type }) => type === "shrunk")).toMatchObject({ previousPages: 6, pages: 2 });
  await site.close();
});

test("an alert is sent for a text that could not be stored for an hour", async () => {
  const site = await serveSite(smallSite());
  await query(postgres.url, "create database stores");
  const url = postgres.url.replace(/postgres$/, "stores");
  const keys = { S3_ACCESS_KEY_ID: "k", S3_SECRET_ACCESS_KEY: "s" };
  const other = await startReady({
    ...{ S3_BUCKET: "files", S3_ENDPOINT: "http://127.0.0.1:1", ...keys, DATABASE_URL: url },
    ...{ ALERT_WEBHOOK_URL: `${receiver.origin}/alerts`, ALERT_WEBHOOK_SECRET: SECRET },
  });
  const crawl = await crawled(other, { url: site.origin, enableAutoUpdate: true });
  expect(crawl).toMatchObject({ state: "done", fileUrl: null });
  const kept = (await other.ask<SiteJson>(`GET /api/sites/${crawl.siteId}`)).body;
  expect(kept).toMatchObject({ fileUrl: null, notStoredSince: expect.any(String) });
  await query(url, "update crawl_sites set unstored_since = now() - interval '2 hours'");
  await expect
    .poll(() => of(site))
    .toEqual([expect.objectContaining({ type: "notStored", since: expect.any(String) })]);
  await other.stop();
  await site.close();
});

test("a site with alerts off sends none", async () => {
  const site = await serveSite({ "/": { status: 404 } });
  const id = await enrolled(site.origin, { alerts: false });
  for (const times of [2, 3]) await recrawled(id, failed(times));
  const { body } = await service.ask<string>("GET /metrics");
  expect(body).toContain('llmstxt_queue_jobs{state="created"} 0');
  expect(of(site)).toEqual([]);
  await site.close();
});
