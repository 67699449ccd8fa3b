// What a thread of the service does: one task at a time, each with a value in and a value out.
import { deserialize } from "node:v8";
import type { Fetched } from "@llmstxt-service/crawler/fetch";
import { type ReaderOptions, readerHere } from "@llmstxt-service/crawler/reader";
import { type RenderOptions, writerHere } from "./writer.ts";

const never = new AbortController().signal;

/** Reads a page, and says why it has no content of its own. */
export async function page({ fetched, options }: { readonly fetched: Fetched; readonly options: ReaderOptions }) {
  const reader = readerHere(options);
  const problem = await reader.judge(fetched);
  return { problem, read: { page: (await reader.page(fetched)).page } };
}

export const render = (asked: { readonly packed: readonly Uint8Array[]; readonly options: RenderOptions }) =>
  writerHere.render(
    asked.packed.map((bytes) => deserialize(bytes)),
    asked.options,
    never,
  );

export const check = (text: string) => writerHere.check(text, never);

export interface Tasks {
  readonly page: typeof page;
  readonly render: typeof render;
  readonly check: typeof check;
}
