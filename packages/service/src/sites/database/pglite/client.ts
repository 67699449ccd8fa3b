import { EventEmitter, once, setMaxListeners } from "node:events";
import { Worker } from "node:worker_threads";
import { onAbort } from "@llmstxt-service/crawler/waiting/abort";
import type { NumberedCall, PgliteAnswer, PgliteCall } from "./calls.ts";

interface QueryResults<Row> {
  readonly rows: Row[];
  readonly fields: { name: string; dataTypeID: number }[];
  readonly affectedRows?: number;
}

interface PgliteTransaction {
  query<Row>(text: string, values?: readonly unknown[]): Promise<QueryResults<Row>>;
  rollback(): Promise<void>;
}

/** The thread's file: beside this module, or beside the bundle that has this module. */
const THREAD = new URL(`./pglite-thread.${import.meta.url.endsWith(".ts") ? "ts" : "js"}`, import.meta.url);

/**
 * The embedded database in a thread, with the methods of PGlite that Kysely and the job engine call. A call rejects if
 * the thread ends before it answers.
 */
export class PgliteClient {
  readonly #thread = new Worker(THREAD);
  /** Emits an event for each answer, named by the number of its call. */
  readonly #answers = new EventEmitter().setMaxListeners(0);
  readonly #gone = new AbortController();
  readonly ready = true;
  readonly waitReady = Promise.resolve();
  #calls = 0;

  private constructor() {
    setMaxListeners(0, this.#gone.signal);
    this.#thread.on("message", (answer: PgliteAnswer) => this.#answers.emit(String(answer.id), answer));
    this.#thread.on("error", (error) => this.#gone.abort(error));
    this.#thread.on("exit", () => this.#gone.abort(new Error("The embedded database has ended")));
  }

  /** @throws any error that prevents its start; the signal's reason when it fires first */
  static async open(folder: string, signal: AbortSignal): Promise<PgliteClient> {
    signal.throwIfAborted();
    const client = new PgliteClient();
    const forget = onAbort(signal, () => client.#gone.abort(signal.reason));
    try {
      await client.#ask({ type: "open", folder });
      return client;
    } catch (error) {
      await client.#thread.terminate();
      throw error;
    } finally {
      forget();
    }
  }

  get closed(): boolean {
    return this.#gone.signal.aborted;
  }

  query<Row>(text: string, values: readonly unknown[] = []): Promise<QueryResults<Row>> {
    return this.#ask({ type: "query", text, values });
  }

  exec(text: string): Promise<{ rows: unknown[] }[]> {
    return this.#ask({ type: "exec", text });
  }

  /** Runs `work` in a transaction, alone: commits when it resolves, rolls back when it rejects. */
  async transaction<T>(work: (transaction: PgliteTransaction) => Promise<T>): Promise<T> {
    const transaction: number = await this.#ask({ type: "begin" });
    const rollback = () => this.#ask<void>({ type: "rollback", transaction });
    const query = <Row>(text: string, values: readonly unknown[] = []) =>
      this.#ask<QueryResults<Row>>({ type: "query", text, values, transaction });
    const done = await work({ query, rollback }).catch(async (error: unknown) => {
      await rollback();
      throw error;
    });
    await this.#ask({ type: "commit", transaction });
    return done;
  }

  async close(): Promise<void> {
    if (!this.closed) await this.#ask({ type: "close" });
    await this.#thread.terminate();
  }

  async #ask<T>(call: PgliteCall): Promise<T> {
    const { signal } = this.#gone;
    const id = ++this.#calls;
    const answered = once(this.#answers, String(id), { signal }).catch(() => {
      throw signal.reason;
    });
    const numbered: NumberedCall = { id, call };
    if (!signal.aborted) this.#thread.postMessage(numbered);
    const [answer] = await answered;
    if ("failure" in answer) throw Object.assign(new Error(answer.failure.message), answer.failure.fields);
    return answer.value;
  }
}
