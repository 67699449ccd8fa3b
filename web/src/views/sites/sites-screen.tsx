import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Refused } from "../../parts/answer.tsx";
import { Button } from "../../parts/button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { toast, tried } from "../../parts/toast.tsx";
import type { ServerConfig, Site } from "../../protocol/types.ts";
import { goToPlace, type ListPlace, placeQuery, readPlace } from "../../state/list-place.ts";
import { sitesToAdd } from "../../state/site-lines.ts";
import { type SitePages, useSitePages } from "../../state/site-pages.ts";
import { recrawlDue, SITES } from "../../state/sites.ts";
import { count, some } from "../../words/amounts.ts";
import { WebhookDialog } from "../site/webhook-dialog.tsx";
import { AddDialog } from "./add-dialog.tsx";
import { RemoveDialog, TagsDialog } from "./dialogs.tsx";
import { Health } from "./health.tsx";
import { NoSites } from "./no-sites.tsx";
import { NONE, type Selection } from "./selection.ts";
import { SelectionBar } from "./selection-bar.tsx";
import { type Progress, type Subject, siteAction, theSite } from "./site-actions.ts";
import { SitesTable } from "./sites-table.tsx";
import { Tools } from "./tools.tsx";
import { Views } from "./views.tsx";

interface HeadProps {
  readonly list: SitePages;
  readonly onAll: () => void;
  readonly onAdd: () => void;
}

function Head({ list: { latest }, onAll, onAdd }: HeadProps) {
  const all = latest?.counts.all ?? 0;
  return (
    <div class="flex flex-wrap items-center gap-3">
      <div>
        <h1>Sites</h1>
        <p class="text-[13px] text-ink-3 tabular-nums">
          {all > 0 ? `${count(all)} kept up to date` : "Crawled again on a schedule"}
        </p>
      </div>
      {all > 0 && (
        <div class="ml-auto flex gap-2 phone:w-full phone:[&>.btn]:h-11 phone:[&>.btn]:flex-1">
          <Button icon="again" label="Crawl all due" onClick={onAll} />
          <Button icon="plus" label="Add sites" class="btn-primary" onClick={onAdd} />
        </div>
      )}
    </div>
  );
}

/** Notice that nothing is crawled, because no schedule is set. */
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

async function crawlDue(): Promise<void> {
  const say = (queued: number) => toast(queued > 0 ? `Crawling ${some(queued, "site")}` : "No sites are due");
  await tried(recrawlDue().then(say));
}

interface SitesScreenProps {
  readonly config: ServerConfig;
  /** Filter and order of the list, as in the address. */
  readonly query: string;
}

/** Calls `begin` for another list: a selection of all is of one list, and another list starts at its beginning. */
function useOnOther(query: string, begin: () => void): void {
  const first = useRef(query);
  useEffect(() => {
    if (first.current === query) return;
    first.current = query;
    begin();
    scrollTo({ top: 0, behavior: "instant" });
  }, [query]);
}

/** Screen with all enrolled sites. */
export function SitesScreen({ config, query }: SitesScreenProps) {
  const place = readPlace(query);
  const [selection, setSelection] = useState<Selection>(NONE);
  const [progress, setProgress] = useState<Progress>();
  const [open, setOpen] = useState<Open>({ type: sitesToAdd.value === "" ? "nothing" : "add" });
  const { refused, ...listed } = useSitePages(place);
  const { list } = listed;
  const counts = list.latest?.counts;
  const act = siteAction({ onProgress: setProgress });
  useOnOther(query, () => setSelection(NONE));
  const onPlace = (change: Partial<ListPlace>) => goToPlace({ ...place, ...change });
  const onAdd = () => setOpen({ type: "add" });
  return (
    <div class="mx-auto max-w-[1360px] px-6 pt-6 pb-16 phone:px-4 phone:pt-[18px]">
      <Head list={list} onAll={() => void crawlDue()} onAdd={onAdd} />
      {config.schedule === null && counts !== undefined && counts.all > 0 && <Unscheduled />}
      {counts?.all === 0 && <NoSites onAdd={onAdd} />}
      {refused && (
        <div class="mt-4">
          <Refused why={refused.why} room={SITES} />
        </div>
      )}
      {counts?.all !== 0 && !refused && (
        <>
          <Views query={String(placeQuery(place))} />
          <Health all={counts?.all ?? 0} place={place} onPlace={onPlace} />
          <Tools latest={list.latest} place={place} onPlace={onPlace} />
          <SitesTable
            {...listed}
            place={place}
            schedule={config.schedule}
            onPlace={onPlace}
            selection={selection}
            onSelection={setSelection}
            publicUrl={config.publicUrl || location.origin}
            act={act}
            onWebhook={(site) => setOpen({ type: "webhook", site })}
            onTags={(site) => setOpen({ type: "tags", subject: theSite(site), sites: [site] })}
            onRemove={(site) => setOpen({ type: "remove", subject: theSite(site) })}
          />
          <SelectionBar
            {...listed}
            place={place}
            selection={selection}
            progress={progress}
            act={act}
            onTags={(subject, sites) => setOpen({ type: "tags", subject, sites })}
            onRemove={(subject) => setOpen({ type: "remove", subject })}
            onClear={() => setSelection(NONE)}
          />
        </>
      )}
      <Dialogs
        open={open}
        config={config}
        known={counts?.tags.map(({ tag }) => tag) ?? []}
        act={act}
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
  readonly onClose: () => void;
}

function Dialogs({ open, config, known, act, onClose }: DialogsProps): JSX.Element | null {
  switch (open.type) {
    case "nothing":
      return null;
    case "add":
      return <AddDialog config={config} known={known} onClose={onClose} />;
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
