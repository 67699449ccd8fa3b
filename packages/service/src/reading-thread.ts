// Code of a worker thread: it does one task at a time, with a value in and a value out.
import { setPriority } from "node:os";
import { deserialize } from "node:v8";
import { parentPort } from "node:worker_threads";
import type { Fetched } from "@llmstxt-service/crawler/fetch";
import { type ReaderOptions, readerHere } from "@llmstxt-service/crawler/reader";
import type { RenderOptions } from "@llmstxt-service/document";
import { writerHere } from "./writer.ts";

// Linux gives each thread a priority: the main thread, which answers clients, comes before reading.
if (process.platform === "linux") setPriority(5);

const never = new AbortController().signal;

const page = ({ fetched, options }: { readonly fetched: Fetched; readonly options: ReaderOptions }) =>
  readerHere(options)(fetched);

const render = (asked: { readonly packed: readonly Uint8Array[]; readonly options: RenderOptions }) =>
  writerHere.render(
    asked.packed.map((bytes) => deserialize(bytes)),
    asked.options,
    never,
  );

const check = (text: string) => writerHere.check(text, never);

const TASKS = { page, render, check };
export type Tasks = typeof TASKS;
export type Answer = { readonly value: unknown } | { readonly failure: string };

interface Asked {
  readonly name: keyof Tasks;
  readonly input: unknown;
}

parentPort?.on("message", async ({ name, input }: Asked) => {
  // Each task gets its own type of input.
  const task = TASKS[name] as (input: unknown) => Promise<unknown>;
  const answer: Answer = await task(input).then(
    (value) => ({ value }),
    (error) => ({ failure: error instanceof Error ? error.message : String(error) }),
  );
  parentPort?.postMessage(answer);
});
parentPort?.postMessage("ready");
