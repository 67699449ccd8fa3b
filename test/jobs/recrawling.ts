import { createHash } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, expect } from "vitest";
import { startReady } from "../serve/crawling.ts";
import { type PostgresServer, startPostgres } from "../servers/postgres.ts";
import type { Service } from "../servers/service.ts";

export const SECRET = "cron-secret";

/** A Postgres for the tests of a file, each in a database of its own. */
export function postgresForTests() {
  let server: PostgresServer;
  let count = 0;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.close());
  return async () => {
    const name = `test_${++count}`;
    await query(server.url, `create database ${name}`);
    return server.url.replace(/\/postgres$/, `/${name}`);
  };
}

/** Rows of a statement, on a connection of its own. */
export async function query<Row = Record<string, never>>(url: string, text: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text, values)).rows as Row[];
  } finally {
    await client.end();
  }
}

export interface Row {
  readonly id: string;
  readonly base_url: string;
  readonly latest_llms_hash: string;
  readonly latest_llms_url: string;
  readonly latest_text: string;
  readonly sentinel_url: string | null;
  readonly last_crawled_at: Date;
  readonly last_changed_at: Date;
  readonly next_crawl_at: Date | null;
  readonly failures: number;
  readonly failure: { readonly code: string; readonly reason: string } | null;
  readonly job_id: string | null;
  readonly unstored_since: Date | null;
  readonly avg_change_interval_minutes: number | null;
  readonly generated_at: Date;
  readonly pages: number;
}

/** A service with an open database and a schedule that only tests start. */
export async function startRecrawling(url: string, environment: Readonly<Record<string, string>> = {}) {
  const service = await startReady({ DATABASE_URL: url, CRON_SECRET: SECRET, ...environment });
  return {
    ...service,
    site: async (origin?: string) => {
      const rows = await query<Row>(url, "select * from crawl_sites order by base_url");
      const found = rows.find(({ base_url }) => origin === undefined || base_url === origin);
      if (found === undefined) throw new Error("The site is not enrolled");
      return found;
    },
    databaseUrl: url,
    sql: <R = Row>(text: string, values?: unknown[]) => query<R>(url, text, values),
    due: (origin = "%") =>
      query(url, "update crawl_sites set next_crawl_at = now() - interval '1 s' where base_url like $1", [origin]),
    run: (...workers: readonly Logged[]) => runOf(service, workers),
    [Symbol.asyncDispose]: service.stop,
  };
}

const isSummary = (line: string) => line.includes("Recrawl of due sites done");

type Logged = Pick<Service, "log">;

/** Starts a run and waits for its summary, which one process logs: the service, or a worker that watches its runs. */
export async function runOf(service: Pick<Service, "ask" | "log">, workers: readonly Logged[] = []) {
  const summaries = () => [service, ...workers].flatMap(({ log }) => log.filter(isSummary));
  const before = new Set(summaries());
  const { status, body } = await service.ask("POST /internal/cron/recrawl", undefined, { "X-Cron-Secret": SECRET });
  expect([status, body]).toEqual([200, { status: "triggered", message: expect.any(String) }]);
  const added = () => summaries().filter((line) => !before.has(line));
  await expect.poll(added).not.toEqual([]);
  const { total, processed, updated, unchanged, errors } = JSON.parse(added()[0] ?? "");
  return { total, processed, updated, unchanged, errors };
}

export const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** A page that is worth listing. */
export const page = (title: string, text: string, ...links: readonly string[]): string =>
  `<html lang="en"><head><title>${title}</title><meta name="description" content="${text}"></head><body><main>
  <h1>${title}</h1><p>${text} It goes on for a while, so that nobody takes the page for an empty one.</p>
  ${links.map((link) => `<a href="${link}">About ${link}</a>`).join("\n")}</main></body></html>`;
