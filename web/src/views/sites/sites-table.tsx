import type { JSX } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { Icon } from "../../parts/icon.tsx";
import { isTyped, useKeys } from "../../parts/keys.ts";
import { useWide } from "../../parts/wide.ts";
import type { SiteSort } from "../../protocol/types.ts";
import { useNow } from "../../state/pulse.ts";
import { count, some } from "../../words/amounts.ts";
import { COLUMNS, SORTS } from "./columns.tsx";
import { extended, isSelected, loaded, NONE, toggled } from "./selection.ts";
import { theSite } from "./site-actions.ts";
import { type RowProps, SiteCard, SiteRow, type SitesTableProps } from "./site-row.tsx";

interface HeadingProps extends Pick<SitesTableProps, "place" | "onPlace"> {
  readonly by: SiteSort;
  readonly look?: string;
}

/** Sorts by its column; a second click the other way round. */
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

function SelectAll({ rows, selection, onSelection }: SitesTableProps) {
  const chosen = rows.sites.filter((site) => isSelected(selection, site.id)).length;
  const all = chosen > 0 && chosen === rows.sites.length;
  return (
    <input
      type="checkbox"
      class="box"
      aria-label="Select all"
      checked={all}
      indeterminate={chosen > 0 && !all}
      onChange={() => onSelection(all ? NONE : loaded(rows.sites))}
    />
  );
}

/**
 * Up and Down go from site to site, Enter opens (it is a link), R crawls, X selects, Shift and X all up to here, Escape
 * none. Ctrl and A selects all that match.
 */
function useRowKeys({ rows, selection, onSelection, act }: SitesTableProps) {
  const list = useRef<HTMLDivElement>(null);
  useKeys((event) => {
    const links = [...(list.current?.querySelectorAll<HTMLElement>("[data-name]") ?? [])];
    const at = links.findIndex((link) => link.closest("[data-site]")?.contains(document.activeElement));
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (at < 0 && document.activeElement !== document.body && !list.current?.contains(document.activeElement)) return;
      event.preventDefault();
      links[at < 0 ? 0 : Math.min(links.length - 1, Math.max(0, at + (event.key === "ArrowDown" ? 1 : -1)))]?.focus();
    }
    if (event.key === "Escape") onSelection(NONE);
    const site = rows.sites[at];
    if (!site) return;
    const key = event.key.toLowerCase();
    if (key === "r") act(theSite(site), { action: "crawl" });
    if (key === "x") onSelection((event.shiftKey ? extended : toggled)(selection, rows.sites, site.id));
  });
  useEffect(() => {
    const listening = new AbortController();
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key !== "a" || isTyped(event)) return;
      event.preventDefault();
      onSelection({ type: "all" });
    };
    addEventListener("keydown", onKey, { signal: listening.signal });
    return () => listening.abort();
  });
  return list;
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

interface MoreProps {
  /** Rows so far: after more of them, one that is still near asks again. */
  readonly shown: number;
  readonly onMore: () => void;
}

/** Asks for more rows when it comes near; a button too, for those who do not scroll. It keeps the focus. */
function More({ shown, onMore }: MoreProps) {
  const button = useRef<HTMLButtonElement>(null);
  const latest = useRef(onMore);
  latest.current = onMore;
  useEffect(() => {
    let asking: ReturnType<typeof setInterval> | undefined;
    const ask = () => latest.current();
    const onSeen: IntersectionObserverCallback = (entries) => {
      clearInterval(asking);
      // Events since the last time: the last one is the present state.
      if (!entries.at(-1)?.isIntersecting) return;
      ask();
      // Still in view: an answer that failed is asked for again. While one is under way nothing happens.
      asking = setInterval(ask, 1_000);
    };
    const watching = new IntersectionObserver(onSeen, { rootMargin: "600px" });
    if (button.current) watching.observe(button.current);
    return () => {
      clearInterval(asking);
      watching.disconnect();
    };
  }, [shown]);
  return (
    <button ref={button} type="button" class="btn btn-small" onClick={onMore}>
      Show more
    </button>
  );
}

/** A row, drawn again when what it shows is another: not with each tick, page or answer that concerns others. */
function Row({ as: Shown, ...props }: RowProps & { readonly as: (props: RowProps) => JSX.Element }) {
  return useMemo(() => <Shown {...props} />, Object.values(props));
}

/** Functions that rows call: the same ones as long as the table is there, with the effect of the last drawing's. */
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
        const { selection, rows, onSelection } = latest.current;
        onSelection(how(selection, rows.sites, id));
      },
    }),
    [],
  );
}

/** A table; on phones, cards. */
export function SitesTable(props: SitesTableProps) {
  const { rows, place, onPlace, onMore, selection, schedule, publicUrl } = props;
  const now = useNow(30);
  const row = { now, schedule, publicUrl, ...useLatest(props) };
  const list = useRowKeys(props);
  const isWide = useWide();
  const heading = (by: SiteSort, look = "") => <Heading key={by} by={by} place={place} onPlace={onPlace} look={look} />;
  return (
    <>
      <div class="panel sites" ref={list}>
        {isWide ? (
          <table class="w-full border-separate border-spacing-0 tabular-nums">
            <caption class="sr-only">Enrolled sites</caption>
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
            <tbody>
              {rows.sites.map((site) => (
                <Row key={site.id} as={SiteRow} {...row} site={site} isOn={isSelected(selection, site.id)} />
              ))}
            </tbody>
          </table>
        ) : (
          <ul>
            {rows.sites.map((site) => (
              <Row key={site.id} as={SiteCard} {...row} site={site} isOn={isSelected(selection, site.id)} />
            ))}
          </ul>
        )}
        {rows.sites.length === 0 && <p class="px-4 py-6 text-center text-ink-3">No matching sites</p>}
      </div>
      {/* No anchor of scrolling: rows that come above must push it out of view, or it would ask for all of them. */}
      <div class="flex flex-wrap items-center justify-between gap-3 px-1 py-3 text-[13px] text-ink-3 [overflow-anchor:none]">
        <KeyHints />
        {rows.next !== null && <More shown={rows.sites.length} onMore={onMore} />}
        <span class="tabular-nums">
          {count(rows.sites.length)} of {some(rows.total, "site")}
        </span>
      </div>
    </>
  );
}
