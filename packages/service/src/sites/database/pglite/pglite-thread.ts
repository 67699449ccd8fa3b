// Runs the embedded database in a thread: its first start and slow queries do not block the main thread.
import { parentPort } from "node:worker_threads";
import { PGlite, type Transaction } from "@electric-sql/pglite";
import type { NumberedCall, PgliteAnswer, PgliteCall, PgliteFailure } from "./calls.ts";

/** Size of Postgres' shared buffers; the default of 128 MB would double the memory of the whole service. */
const SHARED_BUFFERS = "16MB";

interface OpenTransaction {
  readonly sql: Transaction;
  commit(): void;
  rollback(): void;
  readonly ended: Promise<unknown>;
}

const transactions = new Map<number, OpenTransaction>();
let pglite: PGlite | undefined;
let begun = 0;

parentPort?.on("message", ({ id, call }: NumberedCall) => {
  const post = (answer: PgliteAnswer) => parentPort?.postMessage(answer);
  answerTo(call).then(
    (value) => post({ id, value }),
    (error: unknown) => post({ id, failure: failureOf(error) }),
  );
});

async function answerTo(call: PgliteCall): Promise<unknown> {
  switch (call.type) {
    case "open":
      return open(call.folder);
    case "query": {
      const where = call.transaction === undefined ? opened() : openTransaction(call.transaction).sql;
      const { rows, fields, affectedRows } = await where.query(call.text, [...call.values]);
      return { rows, fields, affectedRows };
    }
    case "exec":
      return (await opened().exec(call.text)).map(({ rows }) => ({ rows }));
    case "begin":
      return begin(opened());
    case "commit":
    case "rollback":
      return end(call.transaction, call.type);
    case "close":
      return pglite?.close();
  }
  call satisfies never;
}

async function open(folder: string): Promise<void> {
  pglite = await PGlite.create({
    dataDir: folder,
    startParams: [...PGlite.defaultStartParams, "-c", `shared_buffers=${SHARED_BUFFERS}`],
  });
}

function opened(): PGlite {
  if (pglite === undefined) throw new Error("The database is not open");
  return pglite;
}

function openTransaction(transaction: number): OpenTransaction {
  const open = transactions.get(transaction);
  if (open === undefined) throw new Error(`Transaction ${transaction} is not open`);
  return open;
}

/**
 * Begins a transaction.
 * @returns its number; it stays open, and other calls wait, until `end`
 */
async function begin(database: PGlite): Promise<number> {
  const number = ++begun;
  const isOpen = Promise.withResolvers<Transaction>();
  const { promise: isDone, resolve: commit, reject: rollback } = Promise.withResolvers<void>();
  const ended = database.transaction(async (sql) => {
    isOpen.resolve(sql);
    await isDone;
  });
  ended.catch(isOpen.reject);
  const sql = await isOpen.promise;
  transactions.set(number, { sql, commit, rollback: () => rollback(ROLLED_BACK), ended });
  return number;
}

const ROLLED_BACK = new Error("rolled back");

/** @throws the error that prevents a commit, such as a statement that failed */
async function end(transaction: number, how: "commit" | "rollback"): Promise<void> {
  const open = openTransaction(transaction);
  transactions.delete(transaction);
  open[how]();
  await open.ended.catch((error: unknown) => {
    if (error !== ROLLED_BACK) throw error;
  });
}

function failureOf(error: unknown): PgliteFailure {
  if (!(error instanceof Error)) return { message: String(error), fields: {} };
  const fields = Object.entries(error).filter(([, value]) => typeof value === "string" || typeof value === "number");
  return { message: error.message, fields: Object.fromEntries(fields) };
}
