import { sql } from "kysely";
import { expect, test } from "vitest";
import { Database } from "../../packages/service/src/sites/database/database.ts";
import { sitesIn } from "../../packages/service/src/sites/store.ts";
import { startPostgres } from "../servers/postgres.ts";

test("a database that somebody emptied is away, for lists and for whoever asks how it is, until its tables are back", async () => {
  const server = await startPostgres();
  const database = new Database({ type: "postgres", url: server.url }, () => {});
  const away = { code: "database_unavailable" };
  try {
    await database.opened(AbortSignal.timeout(60_000));
    const list = () => sitesIn(database).list({ filter: "all", sort: "name", limit: 5 });
    await database.ping();
    await database.run((db) => sql`alter schema public rename to gone`.execute(db));
    await expect(database.ping()).rejects.toMatchObject(away);
    await expect(list()).rejects.toMatchObject(away);
    await expect(sitesIn(database).due()).rejects.toMatchObject(away);
    await database.run((db) => sql`alter schema gone rename to public`.execute(db));
    await database.ping();
    expect((await list()).items).toEqual([]);
  } finally {
    await database.close();
    await server.close();
  }
});
