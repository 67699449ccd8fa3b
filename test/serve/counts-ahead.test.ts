import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { startPostgres } from "../servers/postgres.ts";
import { startService } from "../servers/service.ts";

test("a service counts its sites when it starts, before anybody asks for the list", async () => {
  const postgres = await startPostgres(["fsync=off", "shared_preload_libraries=pg_stat_statements"]);
  onTestFinished(postgres.close);
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query("create extension pg_stat_statements");
  const service = await startService({ environment: { DATABASE_URL: postgres.url } });
  onTestFinished(service.stop);
  const counts = async () => {
    const { rows } = await client.query(
      `select sum(calls)::int as n from pg_stat_statements where query like 'select "key", sum(sites)%'`,
    );
    return rows[0]?.n;
  };
  await expect.poll(counts, { timeout: 60_000, interval: 50 }).toBe(1);
});
