import type { Site, SiteSort } from "../../protocol/site.ts";
import { href } from "../../state/route.ts";
import { shortAddress } from "../../words/addresses.ts";
import { count, some } from "../../words/amounts.ts";
import { every, relative } from "../../words/times.ts";
import { RowActions, type RowMenuProps } from "./row-menu.tsx";
import type { SiteRows } from "./site-list.ts";
import { Spark } from "./spark.tsx";
import { Status } from "./status.tsx";

export interface SitesTableProps extends Omit<RowMenuProps, "site"> {
  readonly rows: SiteRows;
  readonly sort: SiteSort;
  readonly onSort: (sort: SiteSort) => void;
  readonly selected: ReadonlySet<string>;
  readonly onSelected: (selected: ReadonlySet<string>) => void;
  readonly onMore: () => void;
}

/** The selection with this site in it, or no longer in it. */
export function toggled(selected: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(selected);
  if (!next.delete(id)) next.add(id);
  return next;
}

interface RowProps extends SitesTableProps {
  readonly site: Site;
  readonly now: number;
}

/** A site as a row of the table. */
export function SiteRow(props: RowProps) {
  const { site, now, selected, onSelected } = props;
  const name = shortAddress(site.baseUrl);
  return (
    <tr aria-selected={selected.has(site.id)} data-site={site.id}>
      <td>
        <input
          type="checkbox"
          class="box"
          aria-label={`Select ${name}`}
          checked={selected.has(site.id)}
          onChange={() => onSelected(toggled(selected, site.id))}
        />
      </td>
      <th scope="row" class="name">
        <a
          class="block max-w-[320px] truncate font-mono text-[13px]/[18px] font-medium tracking-[-0.025em] text-ink"
          href={href.site(site.id)}
        >
          {name}
        </a>
      </th>
      <td>
        <Status site={site} />
      </td>
      <td>{relative(site.lastCrawledAt, now)}</td>
      <td>{relative(site.lastChangedAt, now)}</td>
      <td>{site.paused || site.status === "crawling" ? "—" : relative(site.nextCrawlAt, now)}</td>
      <td class="text-right">{count(site.pages)}</td>
      <td class="narrow:hidden">{every(site.recrawlIntervalMinutes)}</td>
      <td class="narrow:hidden">
        <Spark history={site.history} />
      </td>
      <td>
        <RowActions {...props} />
      </td>
    </tr>
  );
}

/** The same on phones. */
export function SiteCard(props: RowProps) {
  const { site, now, selected, onSelected } = props;
  const name = shortAddress(site.baseUrl);
  return (
    <li class="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-1.5 gap-y-[3px] border-t border-line py-3 pr-1.5 pl-1 first:border-t-0">
      <label class="row-span-3 grid size-10 place-items-center self-center">
        <span class="sr-only">Select {name}</span>
        <input
          type="checkbox"
          class="box"
          checked={selected.has(site.id)}
          onChange={() => onSelected(toggled(selected, site.id))}
        />
      </label>
      <a class="truncate font-mono text-[13.5px]/5 font-medium tracking-[-0.025em] text-ink" href={href.site(site.id)}>
        {name}
      </a>
      <div class="col-start-2 flex flex-wrap items-center gap-x-2.5 text-[13px]">
        <Status site={site} />
      </div>
      <p class="col-start-2 flex gap-2.5 text-[13px] text-ink-3 tabular-nums">
        <span>{some(site.pages, "page")}</span>
        <span>changed {relative(site.lastChangedAt, now)}</span>
      </p>
      <div class="col-start-3 row-span-3 row-start-1 flex items-center">
        <RowActions {...props} />
      </div>
    </li>
  );
}
