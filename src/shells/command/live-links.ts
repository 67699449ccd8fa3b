import { toCrawlError } from "../../errors.ts";
import type { Fetching } from "../../fetch/fetch.ts";
import { targetOf } from "../../fetch/guard/guard.ts";

export interface LinkAt {
  readonly url: string;
  /** 1-based line of the document. */
  readonly line: number;
}

export interface DeadLink extends LinkAt {
  readonly why: string;
}

export interface LiveOptions {
  readonly fetching: Fetching;
  /** The address that a person typed: its host is reached wherever it is, as `generate` reaches it. */
  readonly typed: string | undefined;
}

/** The links that do not answer 200 at their own address, in the order given. Each address is asked once. */
export async function findDeadLinks(
  links: readonly LinkAt[],
  { fetching, typed }: LiveOptions,
  signal: AbortSignal,
): Promise<readonly DeadLink[]> {
  const url = typed === undefined ? null : URL.parse(typed);
  const { plain } = fetching.forCrawl({
    useProxy: false,
    judge: () => undefined,
    ...(url !== null && { allow: targetOf(url) }),
  });
  const problem = async (url: string): Promise<string | undefined> => {
    try {
      const head = await plain({ url, method: "HEAD", accept: "*/*" }, signal);
      const { status, url: landed } = HEAD_REFUSED.has(head.status)
        ? await plain({ url, accept: "*/*" }, signal)
        : head;
      if (status !== 200) return `answers ${status}`;
      return landed === url ? undefined : `redirects to ${landed}`;
    } catch (thrown) {
      signal.throwIfAborted();
      return toCrawlError(thrown).message;
    }
  };
  const problems = new Map(links.map(({ url }) => [url, undefined as Promise<string | undefined> | undefined]));
  for (const url of problems.keys()) problems.set(url, problem(url));
  const answers = await Promise.all(links.map(async (link) => ({ link, why: await problems.get(link.url) })));
  return answers.flatMap(({ link, why }) => (why === undefined ? [] : [{ ...link, why }]));
}

/** Servers that know no HEAD say so with one of these. */
const HEAD_REFUSED: ReadonlySet<number> = new Set([403, 405, 501]);
