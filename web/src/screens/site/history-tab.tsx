import type { CrawlItem, Site, VersionItem } from "@llmstxt-service/service/shapes";
import { useState } from "preact/hooks";
import { Button } from "../../parts/button.tsx";
import { Select } from "../../parts/field.tsx";
import { Answer } from "../../parts/notice.tsx";
import { useAsked } from "../../state/asked.ts";
import { call, withQuery } from "../../state/call.ts";
import { href } from "../../state/route.ts";
import { count, some } from "../../words/amounts.ts";
import { failureWords } from "../../words/failures.ts";
import { dateTime } from "../../words/times.ts";
import { Difference } from "./difference.tsx";
import { KeptLog } from "./log.tsx";
import type { SiteProps } from "./site-props.ts";
import { markOf } from "./subject.ts";

interface List<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}

/** A list that grows by one page of the server's with each press of "Show more". */
function useList<T>(path: string, asOf: string) {
  const [more, setMore] = useState<{ readonly of: string; readonly list: List<T> }>();
  const first = useAsked<List<T>>(path, () => 30, asOf);
  const later = more?.of === path ? more?.list : undefined;
  const items = [...(first.value?.items ?? []), ...(later?.items ?? [])];
  const next = (later ?? first.value)?.next ?? null;
  const grow = async () => {
    const list = await call<List<T>>(`${path}&cursor=${encodeURIComponent(next ?? "")}`);
    setMore({ of: path, list: { items: [...(later?.items ?? []), ...list.items], next: list.next } });
  };
  return { first, items, next, grow };
}

type Entry =
  | { readonly type: "version"; readonly at: string; readonly version: VersionItem }
  | { readonly type: "crawl"; readonly at: string; readonly crawl: CrawlItem };

/** Milliseconds between a version and the end of the crawl that made it. */
const SAME_MS = 60_000;

/** Versions, and crawls that made none, newest first. */
function entriesOf(versions: readonly VersionItem[], crawls: readonly CrawlItem[]): readonly Entry[] {
  const made = versions.filter(({ by }) => by === "crawl").map(({ at }) => Date.parse(at));
  const isMaker = ({ state, createdAt, finishedAt }: CrawlItem) =>
    state === "done" &&
    made.some((at) => at >= Date.parse(createdAt) && at <= Date.parse(finishedAt ?? createdAt) + SAME_MS);
  return [
    ...versions.map((version): Entry => ({ type: "version", at: version.at, version })),
    ...crawls
      .filter((crawl) => !isMaker(crawl))
      .map((crawl): Entry => ({ type: "crawl", at: crawl.finishedAt ?? crawl.createdAt, crawl })),
  ].sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
}

const SIGNS = [
  ["added", "+", "text-ok"],
  ["removed", "−", "text-bad"],
  ["changed", "~", "text-ink-3"],
  ["moved", "→", "text-ink-3"],
] as const;

/** `+3 −1 ~2`, spelled out for screen readers. */
const Counts = ({ version }: { readonly version: VersionItem }) => (
  <span class="flex flex-none gap-1.5 font-mono text-xs font-medium tabular-nums">
    {SIGNS.map(
      ([kind, sign, look]) =>
        version[kind] > 0 && (
          <span key={kind} class={look} title={`${version[kind]} ${kind}`}>
            {sign}
            {count(version[kind])}
            <span class="sr-only"> {kind}</span>
          </span>
        ),
    )}
  </span>
);

interface VersionRowProps {
  readonly version: VersionItem;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

const VersionRow = ({ version, isChosen, onChoose }: VersionRowProps) => (
  <button
    type="button"
    class="flex w-full items-center gap-3 rounded-control px-2.5 py-2 text-left hover:bg-sunken aria-[current]:bg-hover"
    aria-current={isChosen ? "true" : undefined}
    onClick={onChoose}
  >
    <span class="min-w-0 flex-1">
      <span class="block font-medium">{dateTime(version.at)}</span>
      <span class="block text-[13px] text-ink-3 tabular-nums">
        {version.version === 1 ? "First version" : version.by === "edit" ? "Edited" : "Changed"} ·{" "}
        {some(version.pages, "page")}
      </span>
    </span>
    {version.version > 1 && <Counts version={version} />}
  </button>
);

const ENDS: Readonly<Record<CrawlItem["state"], string>> = {
  waiting: "Waiting",
  running: "Crawling",
  done: "Unchanged",
  failed: "Failed",
  cancelled: "Cancelled",
};

/** A crawl that made no version; a failed one opens to its reason and log. */
function CrawlRow({ crawl }: { readonly crawl: CrawlItem }) {
  const [isOpen, setOpen] = useState(false);
  const { state, error, finishedAt, createdAt } = crawl;
  const head = (
    <>
      <span class="min-w-0 flex-1 text-[13px] text-ink-3">{dateTime(finishedAt ?? createdAt)}</span>
      <span class={`text-[13px] ${state === "failed" ? "text-bad" : "text-ink-3"}`}>{ENDS[state]}</span>
    </>
  );
  if (!error) return <div class="flex items-center gap-3 px-2.5 py-1.5">{head}</div>;
  const { title, advice, tried } = failureWords(error);
  return (
    <details class="rounded-control" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary class="flex items-center gap-3 rounded-control px-2.5 py-1.5 hover:bg-sunken">{head}</summary>
      <div class="px-2.5 pb-2 text-[13px]/[18px] wrap-anywhere">
        <b class="font-medium">{title}</b>
        {tried && <p class="text-ink-2">{tried}</p>}
        <p class="text-ink-2">{advice}</p>
        {isOpen && <KeptLog crawlId={crawl.id} />}
      </div>
    </details>
  );
}

/** Two versions to compare: the chosen one, and one before it. */
function Compare({
  siteId,
  versions,
  chosen,
}: {
  siteId: string;
  versions: readonly VersionItem[];
  chosen: VersionItem;
}) {
  const older = versions.filter(({ version }) => version < chosen.version);
  const [wanted, setWanted] = useState<number>();
  const against = older.find(({ version }) => version === wanted) ?? older[0];
  if (!against)
    return <p class="px-[18px] py-4 text-ink-2">The first version: there is nothing before it to compare with.</p>;
  const choices = older.map(({ version, at }) => ({ value: version, label: dateTime(at) }));
  return (
    <>
      <header class="flex flex-wrap items-center gap-2 border-b border-line px-3.5 py-2.5">
        <h2 class="mr-1">What changed since</h2>
        <Select aria-label="Earlier version" choices={choices} value={against.version} onChange={setWanted} />
        <span class="text-ink-2">until {dateTime(chosen.at)}</span>
      </header>
      <Difference siteId={siteId} version={chosen.version} against={against.version} />
    </>
  );
}

const PANEL = "panel min-w-0 self-start overflow-hidden";

function SiteHistory({ site }: { readonly site: Site }) {
  const siteId = site.id;
  const asOf = markOf(site);
  const versions = useList<VersionItem>(withQuery(`/api/sites/${siteId}/versions`, { limit: 50 }), asOf);
  const crawls = useList<CrawlItem>(withQuery("/api/crawls", { siteId, limit: 50 }), asOf);
  const [number, setNumber] = useState<number>();
  const chosen = versions.items.find(({ version }) => version === number) ?? versions.items[0];
  const entries = entriesOf(versions.items, crawls.items);
  const hasMore = versions.next !== null || crawls.next !== null;
  const grow = () => Promise.all([versions, crawls].map((list) => (list.next === null ? undefined : list.grow())));
  return (
    <div class="grid grid-cols-[320px_minmax(0,1fr)] gap-[18px] phone:grid-cols-1">
      <section class={PANEL} aria-label="Versions and crawls">
        <Answer asked={versions.first}>
          {() => (
            <ul class="grid gap-0.5 p-1.5">
              {entries.map((entry) => (
                <li key={`${entry.type} ${entry.type === "version" ? entry.version.version : entry.crawl.id}`}>
                  {entry.type === "version" ? (
                    <VersionRow
                      version={entry.version}
                      isChosen={entry.version === chosen}
                      onChoose={() => setNumber(entry.version.version)}
                    />
                  ) : (
                    <CrawlRow crawl={entry.crawl} />
                  )}
                </li>
              ))}
              {entries.length === 0 && <li class="px-2.5 py-2 text-ink-2">Nothing has happened yet.</li>}
            </ul>
          )}
        </Answer>
        {hasMore && <Button label="Show more" class="btn-quiet m-1.5" onClick={() => void grow()} />}
      </section>
      <section class={PANEL} aria-label="Difference">
        {chosen ? (
          <Compare siteId={siteId} versions={versions.items} chosen={chosen} />
        ) : (
          <p class="px-[18px] py-4 text-ink-2">Versions are kept from the first good crawl on.</p>
        )}
      </section>
    </div>
  );
}

/** Earlier crawls of an address. */
function CrawlHistory({ subject, enrolled, config }: SiteProps) {
  const { first, items, next, grow } = useList<CrawlItem>(
    withQuery("/api/crawls", { url: subject.url, limit: 50 }),
    "",
  );
  return (
    <div class="grid gap-3.5">
      {enrolled && <a href={href.site("sites", enrolled.id, "history")}>Every version of this site</a>}
      {!enrolled && config.features.database && (
        <p class="text-ink-2">Turn on “Keep up to date” to keep every version and to see what changed.</p>
      )}
      <section class={`${PANEL} w-full max-w-[712px]`} aria-label="Crawls">
        <Answer asked={first}>
          {() => (
            <ul class="grid gap-0.5 p-1.5">
              {items.map((crawl) => (
                <li key={crawl.id}>
                  {crawl.state === "done" ? (
                    <a
                      class="flex items-center gap-3 rounded-control px-2.5 py-2 text-ink hover:bg-sunken hover:no-underline aria-[current]:bg-hover"
                      aria-current={crawl.id === subject.id ? "true" : undefined}
                      href={href.site("crawls", crawl.id)}
                    >
                      <span class="flex-1 font-medium">{dateTime(crawl.finishedAt ?? crawl.createdAt)}</span>
                      <span class="text-[13px] text-ink-3 tabular-nums">{some(crawl.pages ?? 0, "page")}</span>
                    </a>
                  ) : (
                    <CrawlRow crawl={crawl} />
                  )}
                </li>
              ))}
            </ul>
          )}
        </Answer>
        {next !== null && <Button label="Show more" class="btn-quiet m-1.5" onClick={() => void grow()} />}
      </section>
    </div>
  );
}

/** The site's history, newest first, and differences between two versions. */
export const HistoryTab = (props: SiteProps) =>
  props.subject.kind === "sites" ? <SiteHistory site={props.subject.site} /> : <CrawlHistory {...props} />;
