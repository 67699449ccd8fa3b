import { setTimeout as sleep } from "node:timers/promises";
import type { ClientBase, Pool, PoolClient } from "pg";
import { stateOf } from "./sql-state.ts";

/** SQLSTATE of `too many connections`. */
const TOO_MANY = "53300";

/** Milliseconds before more connections are asked for again than the server gave. */
const GROW_AGAIN_MS = 30_000;

/** Milliseconds between two tries of a call, and for which it tries: places come free and are taken again. */
const TRY_AGAIN_MS = 25;
const PATIENCE_MS = 2_000;

/** Hears that the server gives no more connections, and that it does again. */
export interface Crowd {
  refused(): void;
  admitted(): void;
}

/** A pool that goes on with the connections it has where the server gives no more, and else with those of another. */
export class ElasticPool {
  readonly #pool: Pool;
  #max: number;
  readonly #crowd: Crowd;
  readonly #instead: ElasticPool | undefined;
  #growAt = 0;
  /** Those that are there; the pool counts those it is asking for too. */
  readonly #connected = new Set<ClientBase>();

  constructor(pool: Pool, crowd: Crowd, { instead }: { readonly instead?: ElasticPool | undefined } = {}) {
    this.#pool = pool;
    this.#max = pool.options.max;
    this.#crowd = crowd;
    this.#instead = instead;
    pool.on("remove", (client) => void this.#connected.delete(client));
    pool.on("connect", (client) => {
      this.#connected.add(client);
      if (performance.now() >= this.#growAt) crowd.admitted();
    });
  }

  /** Takes as many from now on. */
  resize(max: number): void {
    this.#max = max;
  }

  async connect(): Promise<PoolClient> {
    const until = performance.now() + PATIENCE_MS;
    for (;;) {
      if (performance.now() >= this.#growAt) this.#pool.options.max = this.#max;
      // Without one of its own it does not stand in the queue for one that may never come.
      else if (this.#connected.size === 0 && this.#instead) return this.#instead.connect();
      try {
        return await this.#pool.connect();
      } catch (error) {
        if (stateOf(error) !== TOO_MANY) throw error;
        this.#growAt = performance.now() + GROW_AGAIN_MS;
        this.#pool.options.max = Math.max(1, this.#connected.size);
        this.#crowd.refused();
        if (performance.now() >= until) throw error;
      }
      await sleep(TRY_AGAIN_MS);
    }
  }

  async query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> {
    const client = await this.connect();
    try {
      const answer = await client.query(text, values);
      client.release();
      return answer;
    } catch (error) {
      // A statement that the server refused leaves the connection as it was.
      client.release(stateOf(error) === "");
      throw error;
    }
  }

  /** For Kysely. */
  get options(): object {
    return this.#pool.options;
  }

  get waiting(): number {
    return this.#pool.waitingCount;
  }

  end(): Promise<void> {
    return this.#pool.end();
  }
}
