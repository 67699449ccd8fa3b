import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { killedCrawl, manyPages } from "./killed-crawls.ts";

/** A crawl that was ended once and went on. */
export interface EndedCrawl {
  readonly by: "command" | "service" | "worker";
  readonly signal: NodeJS.Signals;
  /** Requests after which it was ended. */
  readonly at: number;
  /** Requests that it made beyond those of a crawl without a break. */
  readonly twice: number;
  /** Folder with both documents, if its document is not that of the crawl without a break. */
  readonly differs?: string;
  /** Files that it left behind. */
  readonly left: number;
}

/** A long crawl, ended at moments all over it. */
export interface Moments {
  readonly pages: number;
  readonly moments: number;
  readonly concurrency: number;
  /** Called as each crawl has gone on to its end. */
  onEnded(ended: EndedCrawl): void;
}

/** Ends a crawl at moments all over it, by Ctrl-C, by SIGTERM and by `kill -9`, and has the next run go on. */
export async function endedCrawls({ pages, moments, concurrency, onEnded }: Moments): Promise<void> {
  const answers = manyPages(pages);
  const whole = await killedCrawl(answers, { pages, concurrency, kills: [] });
  for (let moment = 1; moment <= moments; moment++) {
    const at = Math.round((whole.asked * moment) / (moments + 1));
    for (const signal of ["SIGINT", "SIGTERM", "SIGKILL"] as const) {
      const ended = await killedCrawl(answers, { pages, concurrency, kills: [{ at, signal }] });
      onEnded({ by: "command", signal, at, ...(await comparison(whole, ended)) });
    }
  }
}

interface Ended {
  readonly asked: number;
  readonly text: string;
  readonly left: number;
}

/** Compares a crawl that was ended with one without a break. Documents that differ are kept, to be compared by line. */
export async function comparison(whole: Ended, { asked, text, left }: Ended) {
  const counts = { twice: asked - whole.asked, left };
  if (text === whole.text) return counts;
  const differs = await mkdtemp(join(tmpdir(), "llmstxt-differs-"));
  await writeFile(join(differs, "whole.txt"), whole.text);
  await writeFile(join(differs, "ended.txt"), text);
  return { ...counts, differs };
}
