import { killedCrawl, type Moments, manyPages } from "./killed-crawls.ts";

interface EndedCrawl {
  readonly signal: NodeJS.Signals;
  /** Requests after which it was ended. */
  readonly at: number;
  /** Requests that the two runs made beyond those of one without a break. */
  readonly twice: number;
  /** True if the document is that of the crawl without a break. */
  readonly isSame: boolean;
  /** Files that it left behind. */
  readonly left: number;
}

/** Ends a crawl at moments all over it, by Ctrl-C, by SIGTERM and by `kill -9`, and has the next run go on. */
export async function endedCrawls({ pages, moments, concurrency }: Moments): Promise<EndedCrawl[]> {
  const answers = manyPages(pages);
  const whole = await killedCrawl(answers, { pages, concurrency, kills: [] });
  const ended: EndedCrawl[] = [];
  for (let moment = 1; moment <= moments; moment++) {
    const at = Math.round((whole.asked * moment) / (moments + 1));
    for (const signal of ["SIGINT", "SIGTERM", "SIGKILL"] as const) {
      const { asked, text, left } = await killedCrawl(answers, { pages, concurrency, kills: [{ at, signal }] });
      ended.push({ signal, at, twice: asked - whole.asked, isSame: text === whole.text, left });
    }
  }
  return ended;
}
