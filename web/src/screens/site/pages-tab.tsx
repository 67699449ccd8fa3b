import type { Address } from "@llmstxt-service/service/shapes";
import { useMemo, useState } from "preact/hooks";
import { Outside } from "../../parts/code.tsx";
import { SearchField } from "../../parts/search-field.tsx";
import { Seg } from "../../parts/seg.tsx";
import { pathOn } from "../../words/addresses.ts";
import { count } from "../../words/amounts.ts";
import { type AddressRow, addressRows, countsOf } from "./addresses.ts";
import { PAGE, Pager } from "./rows.tsx";
import type { SiteProps } from "./site-props.ts";

const STATES: Readonly<Record<Address["state"], readonly [words: string, look: string]>> = {
  listed: ["Listed", "text-ok"],
  failed: ["Failed", "text-bad"],
  leftOut: ["Left out", "text-ink-3"],
};

const FILTERS = ["all", "listed", "failed", "leftOut"] as const;
type Filter = (typeof FILTERS)[number];

/** Reason why an address is listed or not. */
function Why({ row: { state, why, more, of, others }, host }: { readonly row: AddressRow; readonly host: string }) {
  return (
    <>
      <span class={state === "listed" ? "" : "text-ink"}>{why}</span>
      {of !== undefined && (
        <>
          {": "}
          <Outside url={of}>{pathOn(host, of)}</Outside>
        </>
      )}
      {more && <span class="text-ink-3">. {more}</span>}
      {others > 0 && <span class="text-ink-3"> And {count(others)} more like it.</span>}
    </>
  );
}

function Row({ row, host }: { readonly row: AddressRow; readonly host: string }) {
  const [words, look] = STATES[row.state];
  return (
    <tr>
      <th scope="row" class="w-1/2 max-w-0 phone:w-full">
        {row.title && (
          <span class="block truncate font-medium text-ink" dir="auto">
            {row.title}
          </span>
        )}
        <Outside class="block truncate font-mono text-xs tracking-[-0.02em] text-ink-2" url={row.url}>
          {pathOn(host, row.url)}
        </Outside>
        <span class="block text-[13px] whitespace-normal wrap-anywhere text-ink-3 roomy:hidden">
          <span class={look}>{words}</span> · <Why row={row} host={host} />
        </span>
      </th>
      <td class="phone:hidden">
        <span class={`inline-flex items-center gap-2 ${look}`}>
          <i class="dot" />
          {words}
        </span>
      </td>
      <td class="whitespace-normal! wrap-anywhere phone:hidden" dir="auto">
        <Why row={row} host={host} />
      </td>
    </tr>
  );
}

/** Every address of the crawl, with its outcome. */
export function PagesTab({ subject }: SiteProps) {
  const { summary, url } = subject;
  const rows = useMemo(() => (summary ? addressRows(summary) : []), [summary]);
  const [filter, setFilter] = useState<Filter>("all");
  const [search, setSearch] = useState("");
  const [page, setPage] = useState(0);
  const counts = useMemo(() => countsOf(rows), [rows]);
  const wanted = search.toLowerCase();
  const found = rows.filter(
    (row) =>
      (filter === "all" || row.state === filter) &&
      (wanted === "" || `${row.url} ${row.title} ${row.why}`.toLowerCase().includes(wanted)),
  );
  if (summary === null) return <p class="panel px-4 py-3.5 text-ink-2">No crawl has ended well yet.</p>;
  const host = URL.parse(url)?.host ?? "";
  const choices = FILTERS.map((value) => ({
    value,
    label: (
      <>
        {value === "all" ? "All" : STATES[value][0]} <span class="text-ink-3 tabular-nums">{count(counts[value])}</span>
      </>
    ),
  }));
  return (
    <div class="grid gap-3">
      <div class="flex flex-wrap items-center gap-2.5">
        <SearchField
          label="Find a page"
          value={search}
          onSearch={(words) => {
            setSearch(words);
            setPage(0);
          }}
        />
        <div class="max-w-full overflow-x-auto [scrollbar-width:none]">
          <Seg
            label="Filter"
            choices={choices}
            value={filter}
            onChange={(next) => {
              setFilter(next);
              setPage(0);
            }}
          />
        </div>
      </div>
      <section class="panel" aria-label="Addresses">
        <table class="table w-full">
          <thead>
            <tr>
              <th scope="col">Page</th>
              <th scope="col" class="phone:hidden">
                Result
              </th>
              <th scope="col" class="phone:hidden">
                Section, or why not
              </th>
            </tr>
          </thead>
          <tbody>
            {found.slice(page * PAGE, (page + 1) * PAGE).map((row) => (
              <Row key={`${row.state} ${row.url}`} row={row} host={host} />
            ))}
          </tbody>
        </table>
        {found.length === 0 && <p class="px-4 py-3.5 text-ink-2">{nothingFor(search, rows)}</p>}
        <Pager page={page} total={found.length} onPage={setPage} />
      </section>
    </div>
  );
}

const nothingFor = (search: string, rows: readonly AddressRow[]): string =>
  search === "" || rows.length === 0
    ? "None."
    : `The crawl never came to an address with “${search}”: no page that it read and no sitemap names it.`;
