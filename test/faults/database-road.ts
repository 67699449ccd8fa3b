import { once } from "node:events";
import { createServer, connect as open, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { type PostgresServer, startPostgres } from "../servers/postgres.ts";
import { KEPT_COMMITS } from "./rig.ts";

/** A Postgres at an address that stays, behind a road that can be long or cut, and that a standby can take over. */
export interface DatabaseRoad {
  readonly url: string;
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Every message takes this much longer from now on, in both directions. */
  lengthen(ms: number): void;
  /** Ends all connections without a goodbye. */
  cut(): void;
  /** Starts a standby, without which no commit is acknowledged from now on. */
  follow(): Promise<void>;
  /** Makes the standby the database; the one before is gone. */
  promote(): Promise<void>;
  close(): Promise<void>;
}

export async function openDatabaseRoad(): Promise<DatabaseRoad> {
  const first = await startPostgres(KEPT_COMMITS);
  let database = first;
  let standby: PostgresServer | undefined;
  let lengthMs = 0;
  const sockets = new Set<Socket>();
  const road = createServer((client) => {
    const server = open(Number(new URL(database.url).port), "127.0.0.1");
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(from);
      from.on("error", () => {}); // the other end is told by the close
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
      carry(from, to, () => lengthMs);
    }
  }).listen(0, "127.0.0.1");
  await once(road, "listening");
  const address = road.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: database.url.replace(/:\d+\//, `:${port}/`),
    kill: () => database.kill(),
    start: () => database.start(),
    lengthen(ms) {
      lengthMs = ms;
    },
    cut,
    async follow() {
      standby = await database.standby();
      await asked(database, async (client) => {
        while ((await client.query("select from pg_stat_replication where state = 'streaming'")).rowCount === 0)
          await sleep(50);
        await client.query("alter system set synchronous_standby_names = '*'");
        await client.query("select pg_reload_conf()");
      });
    },
    async promote() {
      if (standby === undefined) throw new Error("No standby follows");
      await asked(standby, (client) => client.query("select pg_promote()"));
      if (database === first) await first.kill();
      else await database.close();
      database = standby;
      standby = undefined;
    },
    async close() {
      cut();
      await new Promise((resolve) => road.close(resolve));
      await standby?.close();
      if (database !== first) await database.close();
      await first.close();
    },
  };
}

/** Hands on what arrives, in order, each piece so much later. */
function carry(from: Socket, to: Socket, lengthMs: () => number): void {
  const pieces: Buffer[] = [];
  let lastAt = 0;
  from.on("data", (piece) => {
    pieces.push(piece);
    lastAt = Math.max(performance.now() + lengthMs(), lastAt);
    const waitMs = lastAt - performance.now();
    const next = () => {
      const [first] = pieces.splice(0, 1);
      if (first !== undefined && to.writable) to.write(first);
    };
    if (waitMs > 0) setTimeout(next, waitMs);
    else next();
  });
}

async function asked<T>({ url }: PostgresServer, ask: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await ask(client);
  } finally {
    await client.end();
  }
}
