import type { CrawlItem } from "@llmstxt-service/service/shapes";
import { Icon } from "../../parts/button.tsx";
import { useAsked, useNow } from "../../state/asked.ts";
import { withQuery } from "../../state/call.ts";
import { href } from "../../state/route.ts";
import { shortAddress } from "../../words/addresses.ts";
import { some } from "../../words/amounts.ts";
import { relative } from "../../words/times.ts";
import { Specimen } from "./specimen.tsx";

const SHOWN = 8;
const WORKING_SECONDS = 3;
const IDLE_SECONDS = 30;

const isAtWork = ({ state }: CrawlItem): boolean => state === "waiting" || state === "running";

/** The newest crawl of each address. */
function newestOf(crawls: readonly CrawlItem[]): readonly CrawlItem[] {
  const newest = new Map<string, CrawlItem>();
  for (const crawl of crawls) if (!newest.has(crawl.url)) newest.set(crawl.url, crawl);
  return [...newest.values()].slice(0, SHOWN);
}

function stateOf({ state, pages }: CrawlItem): readonly [look: string, words: string] {
  switch (state) {
    case "waiting":
      return ["text-ink-3", "Waiting"];
    case "running":
      return ["text-run", "Crawling"];
    case "done":
      return ["text-ok", some(pages ?? 0, "page")];
    case "failed":
      return ["text-bad", "Failed"];
    case "cancelled":
      return ["text-ink-3", "Cancelled"];
  }
}

function Row({ crawl, now }: { readonly crawl: CrawlItem; readonly now: number }) {
  const [look, words] = stateOf(crawl);
  const to = crawl.siteId === null ? href.site("crawls", crawl.id) : href.site("sites", crawl.siteId);
  return (
    <li class="border-t border-line first:border-t-0">
      <a class="block px-4 pt-3 pb-[13px] text-ink hover:bg-sunken hover:no-underline" href={to}>
        <span class="block truncate font-mono text-[13.5px]/5 font-medium tracking-[-0.02em]">
          {shortAddress(crawl.url)}
        </span>
        <span class="flex items-center gap-2 text-[13px] text-ink-3 tabular-nums">
          <i class={`dot ${look}`} />
          {words} · {relative(crawl.finishedAt ?? crawl.createdAt, now)}
          {crawl.siteId !== null && " · kept up to date"}
        </span>
      </a>
    </li>
  );
}

/** Sites that were crawled last; before the first an example of the file. */
export function Recent() {
  const { value, trouble } = useAsked<{ readonly items: readonly CrawlItem[] }>(
    withQuery("/api/crawls", { limit: 50 }),
    ({ items }) => (items.some(isAtWork) ? WORKING_SECONDS : IDLE_SECONDS),
  );
  const now = useNow(30);
  if (value?.items.length === 0 || (!value && trouble)) return <Specimen />;
  if (!value) return null;
  return (
    <section class="panel self-start overflow-hidden" aria-labelledby="recent">
      <h2 id="recent" class="border-b border-line px-4 py-[11px]">
        Recent sites
      </h2>
      <ul>
        {newestOf(value.items).map((crawl) => (
          <Row key={crawl.id} crawl={crawl} now={now} />
        ))}
      </ul>
      <details>
        <summary class="flex items-center gap-2 border-t border-line px-[18px] py-[11px] text-ink-2 hover:text-ink">
          <Icon name="chev" class="chev text-ink-3" />
          What is llms.txt?
        </summary>
        <p class="px-4 pb-3.5 pl-[42px] text-ink-2">
          A Markdown file at <code>/llms.txt</code> with your site's name, a one-line summary and its pages in sections.
          Language models read it first, then open the one page they need.
        </p>
      </details>
    </section>
  );
}
