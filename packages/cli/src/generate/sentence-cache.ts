import { readFile } from "node:fs/promises";
import type { CrawledPage } from "@llmstxt-service/crawler";
import { CrawlError } from "@llmstxt-service/page/errors";
import { tryJson } from "@llmstxt-service/page/json";
import { sentencesOf } from "@llmstxt-service/service/jobs/generate";
import { isMissing } from "@llmstxt-service/service/store/on-disk";
import * as z from "zod";
import { writeOutput } from "./output.ts";

/** Most sentences, and bytes, of a file; beyond it the oldest are dropped. */
const MAX_SENTENCES = 10_000;
const MAX_BYTES = 16 * 2 ** 20;

const Line = z.object({ key: z.string().regex(/^[0-9a-f]{32}$/), sentence: z.string().max(2_000) });

/**
 * Sentences of a language model in earlier runs, one JSON object a line. A missing file has none.
 * @throws CrawlError `wrong_usage`
 */
export async function readSentences(file: string): Promise<ReadonlyMap<string, string>> {
  const bytes = await readFile(file).catch((thrown: Error) => {
    if (isMissing(thrown)) return Buffer.alloc(0);
    throw new CrawlError("wrong_usage", { detail: `${file} cannot be read: ${thrown.message}` });
  });
  if (bytes.length > MAX_BYTES)
    throw new CrawlError("wrong_usage", { detail: `${file} has more than ${MAX_BYTES} bytes` });
  const lines = bytes.toString().split("\n").filter(Boolean);
  return new Map(
    lines.map((text, index) => {
      const line = Line.safeParse(tryJson(text)).data;
      if (line !== undefined) return [line.key, line.sentence];
      const detail = `${file} holds no sentences of a language model: line ${index + 1} is none. Name another file`;
      throw new CrawlError("wrong_usage", { detail });
    }),
  );
}

/** Writes the file's sentences and then those of this run's pages, so that the latest stand last. */
export async function writeSentences(
  file: string,
  before: ReadonlyMap<string, string>,
  pages: readonly Pick<CrawledPage, "sentence">[],
): Promise<void> {
  const now = sentencesOf(pages);
  const kept = [...[...before].filter(([key]) => !now.has(key)), ...now].slice(-MAX_SENTENCES);
  await writeOutput(file, kept.map(([key, sentence]) => `${JSON.stringify({ key, sentence })}\n`).join(""));
}
