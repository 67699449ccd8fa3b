import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Icon } from "../../parts/icon.tsx";
import { toast } from "../../parts/toast.tsx";
import type { ServerConfig, Site } from "../../protocol/types.ts";
import { goToPlace, type ListPlace, readPlace } from "../../state/list-place.ts";
import type { SiteRows } from "../../state/list-reader.ts";
import { troubleOf } from "../../state/query.ts";
import { recrawlDue } from "../../state/sites.ts";
import { count, some } from "../../words/amounts.ts";
import { WebhookDialog } from "../site/webhook-dialog.tsx";
import { AddDialog } from "./add-dialog.tsx";
import { NoSites } from "./no-sites.tsx";
import { RemoveDialog } from "./remove-dialog.tsx";
import { NONE, type Selection } from "./selection.ts";
import { SelectionBar } from "./selection-bar.tsx";
import { type Progress, type Subject, siteAction, theSite } from "./site-actions.ts";
import { useSiteRows } from "./site-list.ts";
import { SitesTable } from "./sites-table.tsx";
import { TagsDialog } from "./tags-dialog.tsx";
import { Tools } from "./tools.tsx";

interface HeadProps {
  readonly rows: SiteRows | undefined;
  readonly onAll: () => void;
  readonly onAdd: () => void;
}

function saidOf({ sites, counts }: SiteRows): string {
  const running = sites.filter((site) => site.status === "crawling").length;
  return [`${count(counts.all)} kept up to date`, ...(running > 0 ? [`${running} crawling`] : [])].join(" · ");
}

function Head({ rows, onAll, onAdd }: HeadProps) {
  const none = rows?.counts.all === 0;
  return (
    <div class="flex flex-wrap items-center gap-3">
      <div>
        <h1 class="text-[22px]/[30px] font-semibold tracking-[-0.025em]">Sites</h1>
        <p class="text-[13px] text-ink-3 tabular-nums">{rows && !none ? saidOf(rows) : "Recrawled on a schedule"}</p>
      </div>
      {rows && !none && (
        <div class="ml-auto flex gap-2 phone:w-full phone:[&>.btn]:h-11 phone:[&>.btn]:flex-1">
          <button type="button" class="btn" onClick={onAll}>
            <Icon name="again" />
            Crawl all due
          </button>
          <button type="button" class="btn btn-primary" onClick={onAdd}>
            <Icon name="plus" />
            Add sites
          </button>
        </div>
      )}
    </div>
  );
}

/** A schedule that nobody set crawls nothing, and nothing is promised. */
function Unscheduled() {
  return (
    <p class="mt-3 flex items-start gap-2 rounded-lg bg-warn-bg px-3 py-2 text-[13px] text-warn">
      <Icon name="alert" class="mt-0.5" />
      <span>
        No schedule is set on this server: sites are crawled only when you ask, or when an outside scheduler calls it.
        The setting is <code class="font-mono text-[12.5px]">RECRAWL_SCHEDULE</code>.
      </span>
    </p>
  );
}

/** Panel that is open above the list. */
type Open =
  | { readonly type: "nothing" }
  | { readonly type: "add" }
  | { readonly type: "webhook"; readonly site: Site }
  | { readonly type: "tags"; readonly subject: Subject; readonly sites: readonly Site[] }
  | { readonly type: "remove"; readonly subject: Subject };

async function crawlDue(refresh: () => void): Promise<void> {
  try {
    const queued = await recrawlDue(AbortSignal.timeout(15_000));
    toast(queued > 0 ? `Crawling ${some(queued, "site")}` : "No sites are due");
  } catch (thrown) {
    toast(troubleOf(thrown).why);
  }
  refresh();
}

interface SitesScreenProps {
  readonly config: ServerConfig;
  /** Which sites, as in the address. */
  readonly query: string;
}

/** All enrolled sites on one screen. */
export function SitesScreen({ config, query }: SitesScreenProps) {
  const place = readPlace(query);
  const [selection, setSelection] = useState<Selection>(NONE);
  const [progress, setProgress] = useState<Progress>();
  const [open, setOpen] = useState<Open>({ type: "nothing" });
  const { asked, refresh, readOn } = useSiteRows(place);
  const rows = asked.type === "there" ? asked.value : undefined;
  const act = siteAction({ onDone: refresh, onProgress: setProgress });
  // "All" is all of one list.
  useEffect(() => setSelection(NONE), [query]);
  const onPlace = (change: Partial<ListPlace>) => goToPlace({ ...place, ...change });
  const onAdd = () => setOpen({ type: "add" });
  return (
    <div class="mx-auto max-w-[1360px] px-6 pt-6 pb-16 phone:px-4 phone:pt-[18px]">
      <Head rows={rows} onAll={() => void crawlDue(refresh)} onAdd={onAdd} />
      {config.schedule === null && rows !== undefined && rows.counts.all > 0 && <Unscheduled />}
      {asked.type === "asking" && <p class="mt-4 text-ink-3">Loading…</p>}
      {asked.type === "refused" && (
        <p class="panel mt-4 p-4" role="alert">
          {asked.why}
        </p>
      )}
      {rows?.counts.all === 0 && <NoSites onAdd={onAdd} />}
      {rows && rows.counts.all > 0 && (
        <>
          <Tools counts={rows.counts} place={place} onPlace={onPlace} />
          <SitesTable
            rows={rows}
            place={place}
            schedule={config.schedule}
            onPlace={onPlace}
            selection={selection}
            onSelection={setSelection}
            onMore={readOn}
            publicUrl={config.publicUrl || location.origin}
            act={act}
            onWebhook={(site) => setOpen({ type: "webhook", site })}
            onTags={(site) => setOpen({ type: "tags", subject: theSite(site), sites: [site] })}
            onRemove={(site) => setOpen({ type: "remove", subject: theSite(site) })}
          />
          <SelectionBar
            rows={rows}
            place={place}
            selection={selection}
            progress={progress}
            act={act}
            onTags={(subject, sites) => setOpen({ type: "tags", subject, sites })}
            onRemove={(subject) => setOpen({ type: "remove", subject })}
            onSelection={setSelection}
            onClear={() => setSelection(NONE)}
          />
        </>
      )}
      <Dialogs
        open={open}
        config={config}
        known={rows?.counts.tags.map(({ tag }) => tag) ?? []}
        act={act}
        refresh={refresh}
        onClose={() => setOpen({ type: "nothing" })}
      />
    </div>
  );
}

interface DialogsProps {
  readonly open: Open;
  readonly config: ServerConfig;
  readonly known: readonly string[];
  readonly act: ReturnType<typeof siteAction>;
  readonly refresh: () => void;
  readonly onClose: () => void;
}

function Dialogs({ open, config, known, act, refresh, onClose }: DialogsProps): JSX.Element | null {
  switch (open.type) {
    case "nothing":
      return null;
    case "add":
      return <AddDialog config={config} known={known} onClose={onClose} onAdded={refresh} />;
    case "webhook":
      return <WebhookDialog site={open.site} publicUrl={config.publicUrl || location.origin} onClose={onClose} />;
    case "tags":
      return (
        <TagsDialog
          subject={open.subject}
          sites={open.sites}
          known={known}
          onClose={onClose}
          onChange={(change) => act(open.subject, change)}
        />
      );
    case "remove":
      return (
        <RemoveDialog
          subject={open.subject}
          onClose={onClose}
          onRemove={() => act(open.subject, { action: "remove" })}
        />
      );
  }
}
