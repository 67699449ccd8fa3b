import { useRef, useState } from "preact/hooks";
import { Icon } from "../../parts/icon.tsx";
import { useKeys } from "../../parts/keys.ts";
import { Seg } from "../../parts/seg.tsx";
import { toast } from "../../parts/toast.tsx";
import type { ServerConfig } from "../../protocol/config.ts";
import type { Site, SiteCounts, SiteFilter, SiteSort } from "../../protocol/site.ts";
import { troubleOf } from "../../state/asked.ts";
import { useNow } from "../../state/pulse.ts";
import { href } from "../../state/route.ts";
import { recrawlDue } from "../../state/sites.ts";
import { some } from "../../words/amounts.ts";
import { relative } from "../../words/times.ts";
import { WebhookDialog } from "../site/webhook-dialog.tsx";
import { NoSites } from "./no-sites.tsx";
import { RemoveDialog } from "./remove-dialog.tsx";
import { SelectionBar } from "./selection-bar.tsx";
import { siteActions } from "./site-actions.ts";
import { type SiteRows, useSiteRows } from "./site-list.ts";
import { SitesTable } from "./sites-table.tsx";

interface HeadProps {
  readonly rows: SiteRows | undefined;
  readonly onAll: () => void;
}

function saidOf(rows: SiteRows, now: number): string {
  const running = rows.sites.filter((site) => site.status === "crawling").length;
  const parts = [`${rows.counts.all} kept up to date`];
  if (running > 0) parts.push(`${running} crawling`);
  if (rows.nextRunAt !== undefined) parts.push(`next run ${relative(rows.nextRunAt, now)}`);
  return parts.join(" · ");
}

function Head({ rows, onAll }: HeadProps) {
  const now = useNow(30);
  const none = rows?.counts.all === 0;
  return (
    <div class="flex items-center gap-3">
      <div>
        <h1 class="text-[22px]/[30px] font-semibold tracking-[-0.025em]">Sites</h1>
        <p class="text-[13px] text-ink-3 tabular-nums">
          {rows && !none ? saidOf(rows, now) : "Crawled again on a schedule"}
        </p>
      </div>
      {rows && !none && (
        <div class="ml-auto flex gap-2">
          <button type="button" class="btn phone:hidden" onClick={onAll}>
            <Icon name="again" />
            Crawl all due
          </button>
          <a class="btn btn-primary phone:h-11" href={href.start}>
            <Icon name="plus" />
            Add site
          </a>
        </div>
      )}
    </div>
  );
}

interface ToolsProps {
  readonly counts: SiteCounts;
  readonly search: string;
  readonly filter: SiteFilter;
  readonly onSearch: (search: string) => void;
  readonly onFilter: (filter: SiteFilter) => void;
}

const FILTERS = [
  ["all", "All"],
  ["attention", "Needs attention"],
  ["changed", "Changed"],
  ["paused", "Paused"],
] as const;

function Tools({ counts, search, filter, onSearch, onFilter }: ToolsProps) {
  const field = useRef<HTMLInputElement>(null);
  useKeys((event) => {
    if (event.key !== "/") return;
    event.preventDefault();
    field.current?.focus();
  });
  return (
    <div class="mt-4 mb-3 flex flex-wrap items-center gap-2.5">
      <label class="flex h-[34px] w-[280px] items-center gap-2 rounded-control border border-line-2 bg-panel pr-2 pl-2.5 focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-focus phone:h-[42px] phone:w-full">
        <Icon name="search" class="text-ink-3" />
        <span class="sr-only">Search sites</span>
        <input
          ref={field}
          type="search"
          placeholder="Search sites"
          class="min-w-0 flex-1 outline-none phone:text-base"
          value={search}
          onInput={(event) => onSearch(event.currentTarget.value)}
        />
        <kbd class="kbd phone:hidden">/</kbd>
      </label>
      <Seg
        label="Show"
        class="max-w-full overflow-x-auto [scrollbar-width:none] phone:[&>button]:h-9"
        value={filter}
        choices={FILTERS.map(([value, label]) => ({
          value,
          label: (
            <>
              {label}{" "}
              <span
                class={`text-xs tabular-nums ${value === "attention" && counts.attention > 0 ? "text-bad" : "text-ink-2"}`}
              >
                {counts[value]}
              </span>
            </>
          ),
        }))}
        onChange={onFilter}
      />
    </div>
  );
}

/** What is open above the list. */
type Open =
  | { readonly type: "nothing" }
  | { readonly type: "webhook"; readonly site: Site }
  | { readonly type: "remove"; readonly sites: readonly Site[] };

/** All enrolled sites on one screen. */
export function SitesScreen({ config }: { readonly config: ServerConfig }) {
  const [search, setSearch] = useState("");
  const [filter, setFilter] = useState<SiteFilter>("all");
  const [sort, setSort] = useState<SiteSort>("status");
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [open, setOpen] = useState<Open>({ type: "nothing" });
  const { asked, refresh, showMore } = useSiteRows({ search: search.trim(), filter, sort });
  const rows = asked.type === "there" ? asked.value : undefined;
  const actions = siteActions(refresh);
  const close = () => setOpen({ type: "nothing" });
  const crawlDue = async () => {
    try {
      const queued = await recrawlDue(AbortSignal.timeout(15_000));
      toast(queued > 0 ? `Crawling ${some(queued, "site")}` : "No sites are due");
    } catch (thrown) {
      toast(troubleOf(thrown).why);
    }
    refresh();
  };
  const chosen = rows?.sites.filter((site) => selected.has(site.id)) ?? [];
  return (
    <div class="mx-auto max-w-[1360px] px-6 pt-6 pb-16 phone:px-4 phone:pt-[18px]">
      <Head rows={rows} onAll={crawlDue} />
      {asked.type === "asking" && <p class="mt-4 text-ink-3">Loading…</p>}
      {asked.type === "refused" && (
        <p class="panel mt-4 p-4" role="alert">
          {asked.why}
        </p>
      )}
      {rows?.counts.all === 0 && <NoSites />}
      {rows && rows.counts.all > 0 && (
        <>
          <Tools counts={rows.counts} search={search} filter={filter} onSearch={setSearch} onFilter={setFilter} />
          <SitesTable
            rows={rows}
            sort={sort}
            onSort={setSort}
            selected={selected}
            onSelected={setSelected}
            onMore={showMore}
            publicUrl={config.publicUrl || location.origin}
            actions={actions}
            onWebhook={(site) => setOpen({ type: "webhook", site })}
            onRemove={(sites) => setOpen({ type: "remove", sites })}
          />
          <SelectionBar
            sites={chosen}
            actions={actions}
            onRemove={() => setOpen({ type: "remove", sites: chosen })}
            onClear={() => setSelected(new Set())}
          />
        </>
      )}
      {open.type === "webhook" && (
        <WebhookDialog
          site={open.site}
          publicUrl={config.publicUrl || location.origin}
          onClose={close}
          onChange={refresh}
        />
      )}
      {open.type === "remove" && (
        <RemoveDialog sites={open.sites} onClose={close} onRemove={() => actions.remove(open.sites)} />
      )}
    </div>
  );
}
