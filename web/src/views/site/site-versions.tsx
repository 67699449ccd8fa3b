import { useState } from "preact/hooks";
import type { Versions } from "../../protocol/types.ts";
import { hostOf } from "../../state/result.ts";
import { type Compared, DiffView } from "./diff-view.tsx";
import type { SiteProps } from "./site-props.ts";
import { VersionChart } from "./version-chart.tsx";
import { VersionsList } from "./versions-list.tsx";

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
