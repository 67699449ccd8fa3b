import { setTimeout as sleep } from "node:timers/promises";
import type { ClientBase, Pool, PoolClient } from "pg";
import { stateOf } from "./sql-state.ts";

/** SQLSTATE of `too many connections`. */
const TOO_MANY = "53300";

/** Milliseconds after a refusal before the pool asks the server for more connections. */
const GROW_AGAIN_MS = 30_000;

/** Milliseconds between two tries of a refused call, and in all: connections become free at any moment. */
const TRY_AGAIN_MS = 25;
const PATIENCE_MS = 2_000;

/** Called when the server refuses more connections, and when it accepts them again. */
export interface Crowd {
  refused(): void;
  admitted(): void;
}

/**
 * A pool that works with the connections it has when the server gives no more, and with another pool's when it has
 * none.
 */
export class ElasticPool {
  readonly #pool: Pool;
  #max: number;
  readonly #crowd: Crowd;
  readonly #instead: ElasticPool | undefined;
  #growAt = 0;
  /** Open connections; the pool's own count includes those it is asking for. */
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

  resize(max: number): void {
    this.#max = max;
  }

  async connect(): Promise<PoolClient> {
    const until = performance.now() + PATIENCE_MS;
    for (;;) {
      if (performance.now() >= this.#growAt) this.#pool.options.max = this.#max;
      // A pool without any connection uses the other one's, since its own may never come.
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
      // A statement that the server refused leaves the connection usable.
      client.release(stateOf(error) === "");
      throw error;
    }
  }

  /** Options, which Kysely reads. */
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
