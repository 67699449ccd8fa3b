import type { ServerConfig, Site } from "../../protocol/types.ts";
import type { ListPlace } from "../../state/list-place.ts";
import { nextCrawl } from "../../state/next-crawl.ts";
import { href } from "../../state/route.ts";
import type { Scrolled } from "../../state/scrolled.ts";
import type { Seen, SitePages } from "../../state/site-pages.ts";
import { shortAddress } from "../../words/addresses.ts";
import { some } from "../../words/amounts.ts";
import { relative } from "../../words/times.ts";
import { COLUMNS } from "./columns.tsx";
import { RowActions, type RowMenuProps } from "./row-menu.tsx";
import { extended, type Selection, toggled } from "./selection.ts";
import { Spark } from "./spark.tsx";
import { Status } from "./status.tsx";
import { Tags } from "./tags.tsx";

export interface SitesTableProps extends Omit<RowMenuProps, "site"> {
  readonly list: SitePages;
  /** Loaded rows of the list, in order. */
  readonly sites: readonly Site[];
  /** Place at which the list was left. */
  readonly start: Scrolled;
  readonly onSeen: (seen: Seen) => void;
  readonly place: ListPlace;
  readonly schedule: ServerConfig["schedule"];
  readonly onPlace: (change: Partial<ListPlace>) => void;
  readonly selection: Selection;
  readonly onSelection: (selection: Selection) => void;
}

export interface RowProps extends RowMenuProps {
  readonly schedule: ServerConfig["schedule"];
  readonly now: number;
  /** Index in the list, from 0. */
  readonly number: number;
  readonly isOn: boolean;
  readonly onTick: (id: string, how: typeof toggled) => void;
}

/** Checkbox of a row; a click with Shift selects all rows from the last clicked one. */
function SelectBox({ site: { id, baseUrl }, isOn, onTick }: RowProps) {
  return (
    <input
      type="checkbox"
      class="box"
      aria-label={`Select ${shortAddress(baseUrl)}`}
      checked={isOn}
      onClick={(event) => {
        onTick(id, event.shiftKey && !isOn ? extended : toggled);
      }}
    />
  );
}

/** A site as a row of the table. */
export function SiteRow(props: RowProps) {
  const { site, now, isOn, schedule, number } = props;
  const name = shortAddress(site.baseUrl);
  return (
    <tr aria-selected={isOn} aria-rowindex={number + 2} data-row={number}>
      <td>
        <SelectBox {...props} />
      </td>
      <th scope="row" class="name">
        <a
          data-name
          class="block max-w-[320px] scroll-my-28 truncate font-mono text-[13px]/[18px] font-medium tracking-[-0.025em] text-ink"
          href={href.site(site.id)}
        >
          {name}
        </a>
        <Tags tags={site.tags} />
      </th>
      {COLUMNS.map(([name, { look = "", cell }]) => (
        <td key={name} class={look}>
          {cell({ site, now, schedule })}
        </td>
      ))}
      <td>
        <RowActions {...props} />
      </td>
    </tr>
  );
}

/** A site as a card, on phones. */
export function SiteCard(props: RowProps) {
  const { site, now, schedule, number } = props;
  const name = shortAddress(site.baseUrl);
  return (
    <li
      data-row={number}
      class="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-1.5 gap-y-[3px] border-t border-line py-3 pr-1.5 pl-1 first:border-t-0"
    >
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the box inside is one, with a name of its own. */}
      <label class="row-span-4 grid size-10 place-items-center self-center">
        <SelectBox {...props} />
      </label>
      <a
        data-name
        class="truncate font-mono text-[13.5px]/5 font-medium tracking-[-0.025em] text-ink"
        href={href.site(site.id)}
      >
        {name}
      </a>
      <div class="col-start-2 flex flex-wrap items-center gap-x-2.5 text-[13px]">
        <Status site={site} />
      </div>
      <p class="col-start-2 flex flex-wrap gap-x-2.5 text-[13px] text-ink-3 tabular-nums">
        <span>{some(site.pages, "page")}</span>
        <span>changed {relative(site.lastChangedAt, now)}</span>
        <span>next: {nextCrawl(site, schedule, now).toLowerCase()}</span>
      </p>
      <div class="col-start-2 flex flex-wrap items-center gap-2">
        <Spark history={site.history} />
        <Tags tags={site.tags} />
      </div>
      <div class="col-start-3 row-span-4 row-start-1 flex items-center">
        <RowActions {...props} />
      </div>
    </li>
  );
}
