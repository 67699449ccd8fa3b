import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Button } from "../../parts/button.tsx";
import { count } from "../../words/amounts.ts";

/** Rows of one page of a list. */
export const PAGE = 100;

interface PagerProps {
  readonly page: number;
  readonly total: number;
  readonly onPage: (page: number) => void;
}

/** `1–100 of 240` with links to other pages; nothing if there is one page. */
export function Pager({ page, total, onPage }: PagerProps) {
  if (total <= PAGE) return null;
  const from = page * PAGE;
  return (
    <nav class="flex items-center gap-2 border-t border-line px-4 py-2.5" aria-label="Pages of the list">
      <span class="mr-auto text-[13px] text-ink-3 tabular-nums">
        {count(from + 1)}–{count(Math.min(total, from + PAGE))} of {count(total)}
      </span>
      <Button label="Previous" class="btn-small" disabled={page === 0} onClick={() => onPage(page - 1)} />
      <Button label="Next" class="btn-small" disabled={from + PAGE >= total} onClick={() => onPage(page + 1)} />
    </nav>
  );
}

interface RowsProps<T> {
  readonly label: string;
  readonly rows: readonly T[];
  readonly row: (row: T) => ComponentChildren;
}

/** A list in pages of a hundred. */
export function Rows<T>({ label, rows, row }: RowsProps<T>) {
  const [page, setPage] = useState(0);
  const shown = Math.min(page, Math.max(0, Math.ceil(rows.length / PAGE) - 1));
  return (
    <>
      <ul aria-label={label}>{rows.slice(shown * PAGE, (shown + 1) * PAGE).map(row)}</ul>
      <Pager page={shown} total={rows.length} onPage={setPage} />
    </>
  );
}
