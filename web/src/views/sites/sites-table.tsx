import { useEffect, useRef } from "preact/hooks";
import { Icon } from "../../parts/icon.tsx";
import { useKeys } from "../../parts/keys.ts";
import type { SiteSort } from "../../protocol/site.ts";
import { useNow } from "../../state/pulse.ts";
import { count, some } from "../../words/amounts.ts";
import { SiteCard, SiteRow, type SitesTableProps, toggled } from "./site-row.tsx";

interface HeadingProps {
  readonly name: string;
  readonly by: SiteSort;
  readonly sort: SiteSort;
  readonly onSort: (sort: SiteSort) => void;
  readonly look?: string;
}

/** Newest first, or most pages first. */
const LARGEST_FIRST: ReadonlySet<SiteSort> = new Set<SiteSort>(["changed", "crawled", "pages"]);

function Heading({ name, by, sort, onSort, look = "" }: HeadingProps) {
  const current = by === sort;
  return (
    <th scope="col" class={look} aria-sort={current ? (LARGEST_FIRST.has(by) ? "descending" : "ascending") : "none"}>
      <button
        type="button"
        class={`inline-flex min-h-6 items-center gap-1 hover:text-ink ${current ? "text-ink" : ""}`}
        onClick={() => onSort(by)}
      >
        {name}
        {current && <Icon name="chevd" class="size-3" />}
      </button>
    </th>
  );
}

function SelectAll({ rows, selected, onSelected }: SitesTableProps) {
  const chosen = rows.sites.filter((site) => selected.has(site.id)).length;
  const all = chosen > 0 && chosen === rows.sites.length;
  return (
    <input
      type="checkbox"
      class="box"
      aria-label="Select all"
      checked={all}
      indeterminate={chosen > 0 && !all}
      onChange={() => onSelected(all ? new Set() : new Set(rows.sites.map((site) => site.id)))}
    />
  );
}

/** Up and Down go from site to site, Enter opens (it is a link), R crawls, X selects. */
function useRowKeys({ rows, selected, onSelected, actions }: SitesTableProps) {
  const table = useRef<HTMLTableElement>(null);
  useKeys((event) => {
    const links = [...(table.current?.querySelectorAll<HTMLElement>(".name a") ?? [])];
    const at = links.findIndex((link) => link.closest("tr")?.contains(document.activeElement));
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (at < 0 && document.activeElement !== document.body && !table.current?.contains(document.activeElement))
        return;
      event.preventDefault();
      links[at < 0 ? 0 : Math.min(links.length - 1, Math.max(0, at + (event.key === "ArrowDown" ? 1 : -1)))]?.focus();
    }
    const site = rows.sites[at];
    if (!site) return;
    if (event.key === "r" || event.key === "R") actions.crawl([site]);
    if (event.key === "x" || event.key === "X") onSelected(toggled(selected, site.id));
  });
  return table;
}

function KeyHints() {
  return (
    <span class="inline-flex items-center gap-1.5 phone:hidden">
      <kbd class="kbd">↑</kbd>
      <kbd class="kbd">↓</kbd> row <kbd class="kbd">↵</kbd> open <kbd class="kbd">R</kbd> crawl now{" "}
      <kbd class="kbd">X</kbd> select
    </span>
  );
}

/** Asks for more rows when it comes into view; a button too, for those who do not scroll. */
function More({ onMore }: { readonly onMore: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const watching = new IntersectionObserver(([entry]) => entry?.isIntersecting && onMore());
    if (button.current) watching.observe(button.current);
    return () => watching.disconnect();
  });
  return (
    <button ref={button} type="button" class="btn btn-small" onClick={onMore}>
      Show more
    </button>
  );
}

/** A table; on phones, cards. */
export function SitesTable(props: SitesTableProps) {
  const { rows, sort, onSort, onMore } = props;
  const now = useNow(30);
  const table = useRowKeys(props);
  const heading = (name: string, by: SiteSort, look = "") => (
    <Heading name={name} by={by} sort={sort} onSort={onSort} look={look} />
  );
  return (
    <>
      <div class="panel sites">
        <table ref={table} class="w-full border-separate border-spacing-0 tabular-nums phone:hidden">
          <caption class="sr-only">Enrolled sites</caption>
          <thead>
            <tr>
              <th scope="col">
                <SelectAll {...props} />
              </th>
              {heading("Site", "name")}
              {heading("Status", "status")}
              {heading("Last crawl", "crawled")}
              {heading("Last change", "changed")}
              {heading("Next crawl", "next")}
              {heading("Pages", "pages", "text-right!")}
              {heading("Every", "interval", "narrow:hidden")}
              <th scope="col" class="narrow:hidden">
                Last 12 crawls
              </th>
              <th scope="col">
                <span class="sr-only">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.sites.map((site) => (
              <SiteRow key={site.id} {...props} site={site} now={now} />
            ))}
          </tbody>
        </table>
        <ul class="roomy:hidden">
          {rows.sites.map((site) => (
            <SiteCard key={site.id} {...props} site={site} now={now} />
          ))}
        </ul>
        {rows.sites.length === 0 && <p class="px-4 py-6 text-center text-ink-3">No matching sites</p>}
      </div>
      <div class="flex flex-wrap items-center justify-between gap-3 px-1 py-3 text-[13px] text-ink-3">
        <KeyHints />
        {rows.more && <More key={rows.sites.length} onMore={onMore} />}
        <span class="tabular-nums">
          {count(rows.sites.length)} of {some(rows.total, "site")}
        </span>
      </div>
    </>
  );
}
