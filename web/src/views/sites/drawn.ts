import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { type Window, windowOf } from "../../parts/window.ts";
import type { Site } from "../../protocol/types.ts";
import { keepScrolled, type Scrolled } from "../../state/scrolled.ts";
import { PAGE, type Seen, type SitePages } from "../../state/site-pages.ts";

/** Rows drawn and measured together, a part of a page. */
const CHUNK = 20;

/** Height in pixels assumed for rows that were never drawn. */
export const ROW_HEIGHT = 52;

/** Pixels at the top of the window that are covered. */
const COVERED = 88;

export interface Chunk {
  /** Index in the list of the chunk's first row. */
  readonly first: number;
  readonly rows: number;
  /** Rows; undefined while they are loading. */
  readonly sites: readonly Site[] | undefined;
}

const expected = ({ latest }: SitePages, page: number): number =>
  latest ? Math.max(CHUNK, Math.min(PAGE, latest.total - page * PAGE)) : PAGE;

/** The list in chunks; the last chunk of a page may be smaller. */
const chunksOf = (list: SitePages): readonly Chunk[] =>
  list.cursors.flatMap((_, page) => {
    const items = list.pages.get(page)?.items;
    const rows = items?.length ?? expected(list, page);
    return Array.from({ length: Math.ceil(rows / CHUNK) }, (_, n) => ({
      first: page * PAGE + n * CHUNK,
      rows: Math.min(CHUNK, rows - n * CHUNK),
      sites: items?.slice(n * CHUNK, (n + 1) * CHUNK),
    }));
  });

interface View {
  readonly top: number;
  readonly height: number;
}

/** Drawn chunks: those in view, and a quarter of the window above and below. */
const drawnOf = (heights: readonly number[], { top, height }: View): Window =>
  windowOf(heights, { top: top + height / 4, height: height / 2 });

const rowIn = (box: HTMLElement | null, row: number) => box?.querySelector<HTMLElement>(`[data-row="${row}"]`);

export interface Drawn {
  readonly box: RefObject<HTMLDivElement | null>;
  readonly chunks: readonly Chunk[];
  readonly window: Window;
  /** Gives the focus to a row anywhere in the list. */
  readonly focusRow: (row: number) => void;
}

/** Rows in view as elements, and space for the others. */
export function useDrawn(list: SitePages, start: Scrolled, onSeen: (seen: Seen) => void): Drawn {
  const box = useRef<HTMLDivElement>(null);
  const heights = useRef(new Map<number, number>());
  const [view, setView] = useState<View>({ top: start.row * ROW_HEIGHT, height: innerHeight });
  const goal = useRef({ row: start.row, above: start.above, isFocused: false });
  const chunks = chunksOf(list);
  const sizes = chunks.map(({ first, rows }) => heights.current.get(first) ?? rows * ROW_HEIGHT);
  const window = drawnOf(sizes, view);
  const look = () => {
    const top = Math.max(0, -(box.current?.getBoundingClientRect().top ?? 0));
    // One drawing serves some hundred pixels of scrolling.
    const next = { top: Math.round(top / 100) * 100, height: innerHeight };
    setView((before) => (before.top === next.top && before.height === next.height ? before : next));
  };
  const nearRow = (row: number) => {
    const at = chunks.findIndex(({ first, rows }) => row < first + rows);
    const above =
      sizes.slice(0, at).reduce((sum, size) => sum + size, 0) + (row - (chunks[at]?.first ?? row)) * ROW_HEIGHT;
    const top = scrollY + (box.current?.getBoundingClientRect().top ?? 0) + above;
    scrollTo({ top: top - innerHeight / 3, behavior: "instant" });
    look();
  };
  const reach = () => {
    const { row, above, isFocused } = goal.current;
    const found = row > 0 || isFocused ? rowIn(box.current, row) : undefined;
    if (!found) return;
    goal.current = { row: 0, above: 0, isFocused: false };
    if (isFocused) found.querySelector<HTMLElement>("[data-name]")?.focus();
    else scrollBy({ top: found.getBoundingClientRect().top + above - COVERED, behavior: "instant" });
  };
  const focusRow = (row: number) => {
    goal.current = { row, above: 0, isFocused: true };
    if (!rowIn(box.current, row)) nearRow(row);
    reach();
  };
  useLayoutEffect(() => {
    if (goal.current.row > 0) nearRow(goal.current.row);
  }, []);
  useLayoutEffect(() => {
    for (const part of box.current?.querySelectorAll<HTMLElement>("[data-first]") ?? [])
      heights.current.set(Number(part.dataset.first), part.offsetHeight);
    reach();
  });
  const from = chunks[window.from]?.first ?? 0;
  const last = chunks[window.to - 1]?.first ?? from;
  const seen = { from: Math.floor(from / PAGE), to: Math.floor(last / PAGE) + 1 };
  useLayoutEffect(() => onSeen(seen), [seen.from, seen.to]);
  useKept(box, list.cursors.slice(0, seen.to + 1), look);
  return { box, chunks, window, focusRow };
}

/** Stores the place in its entry of the browser's history when scrolling pauses. */
function useKept(box: RefObject<HTMLElement | null>, cursors: Scrolled["cursors"], look: () => void): void {
  const latest = useRef({ cursors, look });
  latest.current = { cursors, look };
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const keep = () => {
      const rows = [...(box.current?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];
      const top = rows.find((row) => row.getBoundingClientRect().bottom > COVERED);
      if (top === undefined) return;
      const above = COVERED - top.getBoundingClientRect().top;
      keepScrolled({ cursors: latest.current.cursors, row: Number(top.dataset.row), above });
    };
    const onMove = () => {
      latest.current.look();
      clearTimeout(timer);
      timer = setTimeout(keep, 150);
    };
    const moving = new AbortController();
    addEventListener("scroll", onMove, { passive: true, signal: moving.signal });
    addEventListener("resize", onMove, { signal: moving.signal });
    // The browser would restore pixels, and the rows there are not loaded yet.
    history.scrollRestoration = "manual";
    return () => {
      moving.abort();
      clearTimeout(timer);
      history.scrollRestoration = "auto";
    };
  }, []);
}
