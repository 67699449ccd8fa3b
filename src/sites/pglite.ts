import { join } from "node:path";
import { type DatabaseConnection, type Driver, Kysely, PGliteDialect, type TransactionSettings } from "kysely";
import { fromPglite } from "pg-boss";
import type { Connection } from "./connection.ts";
import { lockFolder } from "./folder-lock.ts";
import type { Tables } from "./tables.ts";

/** Its default of 128 MB would double the memory of the whole service. */
const SHARED_BUFFERS = "16MB";

/** Postgres inside this process, kept in `folder`. @throws FolderInUse, and whatever keeps it from starting */
export async function openPglite(folder: string): Promise<Connection> {
  const { PGlite } = await import("@electric-sql/pglite");
  const unlock = await lockFolder(folder);
  try {
    const pglite = await PGlite.create({
      dataDir: join(folder, "pgdata"),
      startParams: [...PGlite.defaultStartParams, "-c", `shared_buffers=${SHARED_BUFFERS}`],
    });
    return {
      backend: "pglite",
      db: new Kysely<Tables>({ dialect: new SerialDialect({ pglite }) }),
      jobs: fromPglite(pglite),
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

/** Kysely's own driver lets a query of one caller into the transaction of another: all share one connection. */
class SerialDialect extends PGliteDialect {
  override createDriver(): Driver {
    return new SerialDriver(super.createDriver());
  }
}

/** Hands the one connection to one caller at a time, in the order they came. */
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
