import type { ImportAnswer } from "../protocol/types.ts";
import { changed } from "./query.ts";
import type { SiteItem, SiteLine, SiteLines } from "./site-lines.ts";
import { importSites, SITES } from "./sites.ts";

/** Most lines of one dialog. */
export const MAX_LINES = 5000;

/** Most sites of one request. */
const BATCH = 200;

/** Defaults for lines that set nothing themselves. */
export interface Adding {
  readonly recrawlIntervalMinutes: number;
  readonly maxPages: number;
  readonly tags: readonly string[];
}

interface RefusedLine {
  readonly line: number;
  readonly typed: string;
  readonly raw: string;
  readonly why: string;
}

export interface Judged extends Omit<SiteLines, "lines"> {
  readonly ready: readonly SiteLine[];
  readonly refused: readonly RefusedLine[];
}

const WHY: Readonly<Record<ImportAnswer["refused"][number]["code"], (detail: string) => string>> = {
  address: () => "That is not a valid web address.",
  twice: () => "It is in these lines twice.",
  enrolled: () => "It is in your list already.",
  invalid: (detail) => detail,
};

const itemOf = ({ verdict }: SiteLine): readonly SiteItem[] => (verdict.type === "ready" ? [verdict.item] : []);

/** Fields of a line, with the defaults for missing ones; tags of both are joined. */
const filled = (item: SiteItem, adding: Adding): object => ({
  recrawlIntervalMinutes: adding.recrawlIntervalMinutes,
  ...(Number.isNaN(adding.maxPages) ? {} : { maxPages: adding.maxPages }),
  ...item,
  tags: [...new Set([...adding.tags, ...(item.tags ?? [])])],
});

const refusedOf = ({ line, typed, raw }: SiteLine, why: string): RefusedLine => ({ line, typed, raw, why });

/** Asks the server which lines it would refuse, without adding any. */
export async function judgeLines(lines: SiteLines, adding: Adding, signal: AbortSignal): Promise<Judged> {
  const { ready, refused } = await sent(lines, adding, { dryRun: true, signal, onDone: () => {} });
  return { ...lines, ready, refused };
}

/**
 * Adds the accepted lines.
 * @returns number of sites added, and the text of the other lines
 */
export async function addSites(
  { ready, refused, head }: Judged,
  adding: Adding,
  onDone: (done: number) => void,
): Promise<{ readonly added: number; readonly left: string }> {
  const answer = await changed(SITES, sent({ lines: ready }, adding, { dryRun: false, onDone }));
  const left = [...refused, ...answer.refused].toSorted((a, b) => a.line - b.line).map(({ raw }) => raw);
  return {
    added: answer.ready.length,
    left: left.length === 0 ? "" : [...(head === undefined ? [] : [head]), ...left].join("\n"),
  };
}

interface Sending {
  readonly dryRun: boolean;
  readonly signal?: AbortSignal;
  readonly onDone: (done: number) => void;
}

async function sent({ lines }: Pick<SiteLines, "lines">, adding: Adding, { dryRun, signal, onDone }: Sending) {
  const wrong = lines.flatMap((line) => (line.verdict.type === "wrong" ? [refusedOf(line, line.verdict.why)] : []));
  const good = lines.filter(({ verdict }) => verdict.type === "ready");
  const [ready, refused]: [SiteLine[], RefusedLine[]] = [[], [...wrong]];
  const seen = new Set<string>();
  let job: string | undefined;
  for (let from = 0; from < Math.min(good.length, MAX_LINES); from += BATCH) {
    const batch = good.slice(from, from + BATCH);
    const items = batch.flatMap(itemOf).map((item) => filled(item, adding));
    const answer = await importSites({ items, dryRun, job }, signal);
    job = answer.job ?? undefined;
    const whys = new Map(answer.refused.map(({ line, code, detail }) => [line - 1, WHY[code](detail)]));
    for (const [index, line] of batch.entries()) {
      const [address = ""] = itemOf(line).map(({ baseUrl }) => baseUrl);
      const why = whys.get(index) ?? (seen.has(address) ? WHY.twice("") : undefined);
      seen.add(address);
      if (why === undefined) ready.push(line);
      else refused.push(refusedOf(line, why));
    }
    onDone(from + batch.length);
  }
  return { ready, refused: refused.toSorted((a, b) => a.line - b.line) };
}
