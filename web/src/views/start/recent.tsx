import { Bar } from "../../parts/bar.tsx";
import { Button } from "../../parts/button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { tried } from "../../parts/toast.tsx";
import { getCrawl } from "../../protocol/crawls.ts";
import { ifThere } from "../../protocol/http.ts";
import type { ServerConfig } from "../../protocol/types.ts";
import { startCrawl } from "../../state/form.ts";
import { crawlRequest, keptOptions } from "../../state/options.ts";
import { useNow } from "../../state/pulse.ts";
import type { RecentCrawl } from "../../state/recent.ts";
import { href } from "../../state/route.ts";
import { shortAddress } from "../../words/addresses.ts";
import { some } from "../../words/amounts.ts";
import { relative } from "../../words/times.ts";

interface RowProps {
  readonly crawl: RecentCrawl;
  readonly now: number;
  readonly onAgain: () => void;
}

function Name({ crawl }: { readonly crawl: RecentCrawl }) {
  const name = shortAddress(crawl.url);
  const look = "min-w-0 flex-1 truncate font-mono text-[13px]/5 font-medium tracking-[-0.02em] text-ink";
  if (crawl.id !== undefined)
    return (
      <a class={look} href={href.crawl(crawl.id)}>
        {name}
      </a>
    );
  return <span class={look}>{name}</span>;
}

function Row({ crawl, now, onAgain }: RowProps) {
  const pages = crawl.sections.reduce((sum, section) => sum + section.pages, 0) || 1;
  return (
    <li class="border-t border-line px-4 pt-3 pb-[13px] first:border-t-0 hover:bg-sunken">
      <div class="flex items-center gap-2">
        <Name crawl={crawl} />
        <Button
          icon="again"
          class="btn-quiet btn-icon btn-small -m-1.5"
          aria-label={`Crawl ${shortAddress(crawl.url)} again`}
          onClick={onAgain}
        />
      </div>
      <p class="flex gap-1.5 text-[13px] text-ink-3 tabular-nums">
        <span>{some(crawl.pages, "page")}</span>·<span>{some(crawl.characters, "character")}</span>·
        <span>{relative(new Date(crawl.at).toISOString(), now)}</span>
      </p>
      <Bar
        class="mt-2 h-[5px]! gap-[1.5px]"
        parts={crawl.sections.map((section) => ({ share: section.pages / pages, look: `hue-${section.hue}` }))}
      />
    </li>
  );
}

interface RecentProps {
  readonly crawls: readonly RecentCrawl[];
  readonly config: ServerConfig;
}

export function Recent({ crawls, config }: RecentProps) {
  const now = useNow(30);
  const again = async ({ id, url }: RecentCrawl) => {
    // The server may not keep the crawl any more, with its path filters.
    const known = id === undefined ? undefined : await ifThere(getCrawl(id));
    await startCrawl(known?.request ?? crawlRequest(url, keptOptions(config)));
  };
  return (
    <section class="panel self-start overflow-hidden" aria-labelledby="recent">
      <div class="flex items-center border-b border-line px-4 py-[11px]">
        <h2 id="recent">Recent crawls</h2>
        <span class="ml-auto text-[13px] text-ink-3">Saved in this browser</span>
      </div>
      <ul>
        {crawls.map((crawl) => (
          <Row key={crawl.url} crawl={crawl} now={now} onAgain={() => void tried(again(crawl))} />
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
