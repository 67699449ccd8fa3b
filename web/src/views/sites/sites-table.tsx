import type { JSX } from "preact";
import { useMemo, useRef } from "preact/hooks";
import { Button } from "../../parts/button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { isTyped, useEvent, useKeys } from "../../parts/keys.ts";
import { useWide } from "../../parts/window.ts";
import type { SiteSort } from "../../protocol/types.ts";
import { useNow } from "../../state/pulse.ts";
import { PAGE } from "../../state/site-pages.ts";
import { count } from "../../words/amounts.ts";
import { COLUMNS, SORTS } from "./columns.tsx";
import { type Chunk, type Drawn, ROW_HEIGHT, useDrawn } from "./drawn.ts";
import { extended, isSelected, NONE, toggled } from "./selection.ts";
import { theSite } from "./site-actions.ts";
import { type RowProps, SiteCard, SiteRow, type SitesTableProps } from "./site-row.tsx";

interface HeadingProps extends Pick<SitesTableProps, "place" | "onPlace"> {
  readonly by: SiteSort;
  readonly look?: string;
}

/** Heading that sorts by its column; a second click reverses the order. */
function Heading({ by, place, onPlace, look = "" }: HeadingProps) {
  const [, words, isLargestFirst = false] = SORTS.find(([sort]) => sort === by) ?? [];
  const current = by === place.sort;
  const isDescending = isLargestFirst !== place.isReversed;
  return (
    <th scope="col" class={look} aria-sort={current ? (isDescending ? "descending" : "ascending") : "none"}>
      <button
        type="button"
        class={`inline-flex min-h-6 items-center gap-1 hover:text-ink ${current ? "text-ink" : ""}`}
        onClick={() => onPlace({ sort: by, isReversed: current && !place.isReversed })}
      >
        {words}
        {current && <Icon name="chevd" class={`size-3 ${isDescending ? "" : "rotate-180"}`} />}
      </button>
    </th>
  );
}

/** Checkbox that selects all of the list, in view or not. */
function SelectAll({ list: { latest }, selection, onSelection }: SitesTableProps) {
  const isAll = selection.type === "all";
  return (
    <input
      type="checkbox"
      class="box"
      aria-label={`Select all ${count(latest?.total ?? 0)}`}
      checked={isAll}
      indeterminate={!isAll && selection.ids.size > 0}
      onChange={() => onSelection(isAll ? NONE : { type: "all" })}
    />
  );
}

/**
 * Keys of the list: Up and Down move from site to site, Home and End to the first and the last known one, Enter opens
 * (it is a link), R crawls, X selects, Shift and X selects all up to this site, Escape none, Ctrl and A all that match.
 */
function useRowKeys({ list, sites, selection, onSelection, act }: SitesTableProps, { box, chunks, focusRow }: Drawn) {
  const last = useRef<number>(undefined);
  useKeys((event) => {
    const inside = box.current?.contains(document.activeElement);
    if (!inside && document.activeElement !== document.body) return;
    const focused = document.activeElement?.closest<HTMLElement>("[data-row]")?.dataset.row;
    const at = focused === undefined ? last.current : Number(focused);
    const end = Math.max(0, ...chunks.map(({ first, rows }) => first + rows - 1));
    const to = {
      ArrowDown: at === undefined ? 0 : Math.min(end, at + 1),
      ArrowUp: at === undefined ? 0 : Math.max(0, at - 1),
      ...(at !== undefined && { Home: 0, End: end }),
    }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      last.current = to;
      focusRow(to);
    }
    if (event.key === "Escape") onSelection(NONE);
    const site =
      focused === undefined
        ? undefined
        : list.pages.get(Math.floor(Number(focused) / PAGE))?.items[Number(focused) % PAGE];
    if (!site) return;
    const key = event.key.toLowerCase();
    if (key === "r") act(theSite(site), { action: "crawl" });
    if (key === "x") onSelection((event.shiftKey ? extended : toggled)(selection, sites, site.id));
  });
  useEvent("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key !== "a" || isTyped(event)) return;
    event.preventDefault();
    onSelection({ type: "all" });
  });
}

function KeyHints() {
  return (
    <span class="inline-flex items-center gap-1.5 phone:hidden">
      <kbd class="kbd">↑</kbd>
      <kbd class="kbd">↓</kbd> row <kbd class="kbd">↵</kbd> open <kbd class="kbd">R</kbd> crawl now{" "}
      <kbd class="kbd">X</kbd> select <kbd class="kbd">⇧X</kbd> range <kbd class="kbd">Ctrl A</kbd> all
    </span>
  );
}

/** A row that is drawn again only when its own properties change, not with each tick, page or answer. */
function Row({ as: Shown, ...props }: RowProps & { readonly as: (props: RowProps) => JSX.Element }) {
  return useMemo(() => <Shown {...props} />, Object.values(props));
}

/** Functions for the rows: their identity stays while the table is mounted, and they use the latest properties. */
function useLatest(props: SitesTableProps): Pick<RowProps, "act" | "onWebhook" | "onTags" | "onRemove" | "onTick"> {
  const latest = useRef(props);
  latest.current = props;
  return useMemo(
    () => ({
      act: (...what) => latest.current.act(...what),
      onWebhook: (site) => latest.current.onWebhook(site),
      onTags: (site) => latest.current.onTags(site),
      onRemove: (site) => latest.current.onRemove(site),
      onTick: (id, how) => {
        const { selection, sites, onSelection } = latest.current;
        onSelection(how(selection, sites, id));
      },
    }),
    [],
  );
}

/** Space of rows that are not drawn; grey lines if they are loading. */
function TableGap({ height, isWaiting = false }: { readonly height: number; readonly isWaiting?: boolean }) {
  if (height <= 0) return null;
  return (
    <tbody aria-hidden="true">
      <tr>
        <td
          colSpan={COLUMNS.length + 3}
          class={`p-0! ${isWaiting ? "rows-waiting" : ""}`}
          style={{ height: `${height}px` }}
        />
      </tr>
    </tbody>
  );
}

function Head(props: SitesTableProps) {
  const { place, onPlace } = props;
  const heading = (by: SiteSort, look = "") => <Heading key={by} by={by} place={place} onPlace={onPlace} look={look} />;
  return (
    <thead>
      <tr>
        <th scope="col">
          <SelectAll {...props} />
        </th>
        {heading("name")}
        {COLUMNS.map(([by, { heading: words, look }]) =>
          by === "history" ? (
            <th key={by} scope="col" class={look}>
              {words}
            </th>
          ) : (
            heading(by, look)
          ),
        )}
        <th scope="col">
          <span class="sr-only">Actions</span>
        </th>
      </tr>
    </thead>
  );
}

/** A table, or cards on phones. Of thousands of rows only those in view are elements. */
export function SitesTable(props: SitesTableProps) {
  const { list, start, onSeen, selection, schedule, publicUrl } = props;
  const now = useNow(30);
  const row = { now, schedule, publicUrl, ...useLatest(props) };
  const drawn = useDrawn(list, start, onSeen);
  const { box, chunks, window } = drawn;
  useRowKeys(props, drawn);
  const isWide = useWide();
  const shown = chunks.slice(window.from, window.to);
  const rowsOf = ({ first, sites = [] }: Chunk) =>
    sites.map((site, n) => (
      <Row
        key={site.id}
        as={isWide ? SiteRow : SiteCard}
        {...row}
        number={first + n}
        site={site}
        isOn={isSelected(selection, site.id)}
      />
    ));
  return (
    <>
      <div class={`panel sites ${list.isOld ? "opacity-60" : ""}`} ref={box} aria-busy={list.isOld}>
        {isWide ? (
          <table
            class="w-full border-separate border-spacing-0 tabular-nums"
            aria-rowcount={list.latest?.counted.isExact ? list.latest.total + 1 : -1}
          >
            <caption class="sr-only">Enrolled sites</caption>
            <Head {...props} />
            <TableGap height={window.above} />
            {shown.map((chunk) =>
              chunk.sites ? (
                <tbody key={chunk.first} data-first={chunk.first}>
                  {rowsOf(chunk)}
                </tbody>
              ) : (
                <TableGap key={chunk.first} height={chunk.rows * ROW_HEIGHT} isWaiting />
              ),
            )}
            <TableGap height={window.below} />
          </table>
        ) : (
          <>
            <div style={{ height: `${window.above}px` }} />
            {shown.map((chunk) =>
              chunk.sites ? (
                <ul key={chunk.first} data-first={chunk.first}>
                  {rowsOf(chunk)}
                </ul>
              ) : (
                <div key={chunk.first} class="rows-waiting" style={{ height: `${chunk.rows * ROW_HEIGHT}px` }} />
              ),
            )}
            <div style={{ height: `${window.below}px` }} />
          </>
        )}
        {list.latest && chunks.length === 0 && <NoMatch {...props} />}
      </div>
      <div class="px-1 py-3 text-[13px] text-ink-3">
        <KeyHints />
      </div>
    </>
  );
}

/** Notice that nothing matches, with a button that shows the whole list. */
function NoMatch({ place, onPlace }: SitesTableProps) {
  const by = [place.search && `“${place.search}”`, place.tag && `the tag ${place.tag}`].filter(Boolean).join(" and ");
  return (
    <p class="flex flex-wrap items-center justify-center gap-3 px-4 py-6 text-ink-3">
      {by ? `No site matches ${by}.` : "No site is in this state."}
      <Button
        label={by ? "Clear the search" : "Show all"}
        class="btn-small"
        onClick={() => onPlace({ search: "", tag: "", filter: "all", age: "" })}
      />
    </p>
  );
}
