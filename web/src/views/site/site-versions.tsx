import { useState } from "preact/hooks";
import type { Version, Versions } from "../../protocol/types.ts";
import { hostOf } from "../../state/result.ts";
import { some } from "../../words/amounts.ts";
import { dateTime } from "../../words/times.ts";
import { type Compared, DiffView } from "./diff-view.tsx";
import type { SiteProps } from "./site-props.ts";
import { VersionChart } from "./version-chart.tsx";

function Delta({ version, isFirst }: { readonly version: Version; readonly isFirst: boolean }) {
  const { added, removed, changed } = version;
  if (isFirst || added + removed + changed === 0) return null;
  return (
    <span class="col-start-2 row-span-2 row-start-1 flex gap-[7px] self-center font-mono text-xs/4 font-medium">
      {added > 0 && (
        <span class="text-ok">
          +{added}
          <span class="sr-only"> added</span>
        </span>
      )}
      {removed > 0 && (
        <span class="text-bad">
          −{removed}
          <span class="sr-only"> removed</span>
        </span>
      )}
      {changed > 0 && (
        <span class="text-ink-3">
          ~{changed}
          <span class="sr-only"> changed</span>
        </span>
      )}
    </span>
  );
}

interface VersionsListProps {
  readonly versions: Versions;
  /** Id of the version whose changes are shown. */
  readonly current: string | undefined;
  readonly onChoose: (version: Version) => void;
}

/** Published texts, newest first. */
function VersionsList({ versions, current, onChoose }: VersionsListProps) {
  const { items, crawls } = versions;
  return (
    <section class="panel" aria-labelledby="versions">
      <div class="flex items-center border-b border-line px-4 py-[11px]">
        <h2 id="versions">Versions</h2>
        <span class="ml-auto text-[13px] text-ink-3 tabular-nums">
          {crawls > 0 ? `${items.length} in ${some(crawls, "crawl")}` : items.length}
        </span>
      </div>
      <ol class="p-1.5">
        {items.map((version, index) => [
          version.unchanged !== null && version.unchanged > 0 && (
            <li key={`${version.id}-unchanged`} class="px-2.5 py-1 text-[12.5px] text-ink-3 tabular-nums">
              unchanged in {some(version.unchanged, "crawl")}
            </li>
          ),
          <li key={version.id}>
            <button
              type="button"
              aria-pressed={version.id === current}
              class="grid w-full grid-cols-[minmax(0,1fr)_auto] gap-x-2 rounded-control px-2.5 py-[7px] text-left hover:bg-sunken aria-pressed:bg-hover"
              onClick={() => onChoose(version)}
            >
              <b class="text-[13.5px] font-medium tabular-nums">{dateTime(version.at)}</b>
              <small class="col-start-1 text-[12.5px] text-ink-3 tabular-nums">
                {some(version.pages, "page")} · {some(version.characters, "character")}
              </small>
              <Delta version={version} isFirst={index === items.length - 1} />
            </button>
          </li>,
        ])}
      </ol>
      {items.length === 0 && <p class="px-4 pb-4 text-[13px] text-ink-3">No version yet</p>}
    </section>
  );
}

/** The compared versions: the chosen ones, else the newest and the one before. */
function comparedBy({ items }: Versions, chosen: Compared | undefined): Compared | undefined {
  if (chosen && items.some(({ id }) => id === chosen.to)) return chosen;
  const [newest, before] = items;
  return newest && before ? { from: before.id, to: newest.id } : undefined;
}

/** Published texts of a site, and the differences between any two. */
export function SiteVersions({ site, versions }: SiteProps) {
  const [chosen, setChosen] = useState<Compared>();
  const { items } = versions;
  const compared = comparedBy(versions, chosen);
  const choose = (id: string) => {
    const before = items[items.findIndex((version) => version.id === id) + 1];
    if (before) setChosen({ from: before.id, to: id });
  };
  return (
    <>
      <VersionChart site={site} versions={versions} compared={compared} />
      <div class="grid grid-cols-[304px_minmax(0,1fr)] items-start gap-x-5 gap-y-[18px] phone:grid-cols-1">
        <VersionsList versions={versions} current={compared?.to} onChoose={({ id }) => choose(id)} />
        {compared ? (
          <DiffView
            siteId={site.id}
            host={hostOf(site.baseUrl)}
            versions={items}
            compared={compared}
            onCompare={setChosen}
          />
        ) : (
          <p class="panel p-[18px] text-ink-3">No changes so far. The next version will be compared here.</p>
        )}
      </div>
    </>
  );
}
