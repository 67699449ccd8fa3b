import { Client } from "pg";
import { expect, test } from "vitest";
import { openDatabaseRoad } from "../faults/database-road.ts";
import { startService } from "../servers/service.ts";

/** Key of the advisory lock that migrations hold. */
const MIGRATING = 1_129_270_612;

/** A connection that may be cut. */
async function connected(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString });
  client.on("error", () => {});
  await client.connect();
  return client;
}

test("GET /ready waits for migrations to be made, does not wait for tables that others hold, and is up at a database 300 ms away", async () => {
  const road = await openDatabaseRoad();
  const [other, third, watcher] = [await connected(road.url), await connected(road.url), await connected(road.url)];
  await other.query("select pg_advisory_lock($1)", [MIGRATING]);
  const service = await startService({ environment: { DATABASE_URL: road.url, BROWSER_ENABLED: "false" } });
  const ready = async () => (await fetch(`${service.url}/ready`)).text();
  try {
    expect(await ready()).toBe('{"detail":"The database is being opened"}');
    await other.query("select pg_advisory_unlock($1)", [MIGRATING]);
    await expect.poll(ready, { timeout: 30_000 }).toBe('{"status":"ready","database":"up"}');

    await other.query("begin");
    await other.query("lock table crawl_sites");
    const order: string[] = [];
    const later = third
      .query("set statement_timeout = 4500; select id from crawl_sites")
      .catch(() => order.push("a statement of 4.5 s"));
    const asked = Array.from({ length: 5 }, async () => order.push(await ready()));
    let waiting = 0;
    while (order.length === 0) {
      // Not in the transaction of `other`: it would be shown for ever what it saw at its first look.
      const { rows } = await watcher.query(
        "select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and query like '%crawl_sites\" limit%'",
      );
      waiting = Math.max(waiting, rows[0].n);
    }
    await Promise.all([later, ...asked]);
    expect(order).toEqual([
      ...Array.from({ length: 5 }, () => '{"status":"ready","database":"down"}'),
      "a statement of 4.5 s",
    ]);
    expect(waiting).toBe(1);
    await other.query("rollback");
    expect(await ready()).toBe('{"status":"ready","database":"up"}');

    road.lengthen(150);
    road.cut();
    await expect.poll(ready, { timeout: 30_000 }).toBe('{"status":"ready","database":"up"}');
  } finally {
    await service.stop();
    await Promise.allSettled([other.end(), third.end(), watcher.end()]); // cut
    await road.close();
  }
});
