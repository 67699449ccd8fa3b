import { access, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { type DatabaseConnection, type Driver, Kysely, PGliteDialect, type TransactionSettings } from "kysely";
import { fromPglite } from "pg-boss";
import type { Tables } from "../../tables/tables.ts";
import type { Connection } from "../connection.ts";
import { PgliteClient } from "./client.ts";
import { lockFolder } from "./folder-lock.ts";

/**
 * Opens Postgres in a thread of this process, with its files in `folder`.
 * @throws CrawlError `folder_in_use`; any error that prevents its start; the signal's reason
 */
export async function openPglite(folder: string, signal: AbortSignal): Promise<Connection> {
  const unlock = await lockFolder(folder);
  try {
    const files = join(folder, "pgdata");
    if (await isMissing(files)) await makeFiles(files, signal);
    const pglite = await PgliteClient.open(files, signal);
    const db = new Kysely<Tables>({ dialect: new SerialDialect({ pglite }) });
    return {
      backend: "pglite",
      db,
      lists: db,
      unlimited: (work) => work(db),
      jobs: fromPglite(pglite),
      waiting: () => 0,
      isAway: (error) => pglite.closed && error instanceof Error,
      async close() {
        await pglite.close();
        await unlock();
      },
    };
  } catch (error) {
    await unlock();
    throw error;
  }
}

const isMissing = (path: string): Promise<boolean> =>
  access(path).then(
    () => false,
    () => true,
  );

/**
 * Makes the database's files; a process killed meanwhile leaves nothing half made. The thread that makes them needs 300
 * MB more than one that uses them, so it ends afterwards.
 */
async function makeFiles(files: string, signal: AbortSignal): Promise<void> {
  const unfinished = `${files}.new`;
  await rm(unfinished, { recursive: true, force: true });
  const maker = await PgliteClient.open(unfinished, signal);
  await maker.close();
  await rename(unfinished, files);
}

/** Kysely's own driver would let a query of one caller into another caller's transaction: all share one connection. */
class SerialDialect extends PGliteDialect {
  override createDriver(): Driver {
    return new SerialDriver(super.createDriver());
  }
}

/** Gives the one connection to one caller at a time, in the order of their calls. */
class SerialDriver implements Driver {
  readonly #driver: Driver;
  #free: Promise<void> = Promise.resolve();
  #release: () => void = () => {};

  constructor(driver: Driver) {
    this.#driver = driver;
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const before = this.#free;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#free = promise;
    await before;
    this.#release = resolve;
    return this.#driver.acquireConnection();
  }

  async releaseConnection(): Promise<void> {
    this.#release();
  }

  init() {
    return this.#driver.init();
  }
  beginTransaction(connection: DatabaseConnection, settings: TransactionSettings) {
    return this.#driver.beginTransaction(connection, settings);
  }
  commitTransaction(connection: DatabaseConnection) {
    return this.#driver.commitTransaction(connection);
  }
  rollbackTransaction(connection: DatabaseConnection) {
    return this.#driver.rollbackTransaction(connection);
  }
  destroy() {
    return this.#driver.destroy();
  }
}
