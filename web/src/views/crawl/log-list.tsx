import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { Button } from "../../parts/button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Seg } from "../../parts/seg.tsx";
import { windowOf } from "../../parts/window.ts";
import type { LineKind, LogLine } from "../../state/log.ts";
import { count, some } from "../../words/amounts.ts";

/** Lines measured and drawn together. */
const CHUNK = 50;
/** Height in pixels assumed for lines that were never drawn. */
const LINE_HEIGHT = 21;

const SIGNS: Readonly<Record<LineKind, string>> = {
  info: "info",
  done: "check",
  browser: "win",
  proxy: "via",
  leftOut: "skip",
  failed: "x",
  warn: "alert",
};

/** Words for symbols, for screen readers. */
const SAID: Partial<Record<LineKind, string>> = {
  browser: "browser",
  proxy: "proxy",
  leftOut: "left out",
  failed: "failed",
  warn: "warning",
};

export function Line({ line }: { readonly line: LogLine }) {
  return (
    <li class={`k-${line.kind}`}>
      <time>{(line.atMs / 1000).toFixed(1)}</time>
      <span class="g">
        <Icon name={SIGNS[line.kind]} />
        {SAID[line.kind] && <span class="sr-only">{SAID[line.kind]}</span>}
      </span>
      <span class="p" title={line.text} dir="auto">
        {line.text}
      </span>
      {line.detail && <span class="x">{line.detail}</span>}
    </li>
  );
}

/** Pixels from the end of the list within which it follows new lines. */
const AT_END = 24;

/** Scrolls to the end while the reader is there, and counts new lines otherwise. */
function useFollowing(lines: readonly LogLine[], following: boolean, onFollowing: (following: boolean) => void) {
  const list = useRef<HTMLDivElement>(null);
  const seen = useRef(0);
  const [view, setView] = useState({ top: 0, height: 600 });
  const last = lines.at(-1)?.number ?? -1;
  if (following) seen.current = last;
  const toEnd = () => {
    const element = list.current;
    if (element) element.scrollTop = element.scrollHeight;
  };

  useLayoutEffect(() => {
    if (following) toEnd();
  });
  const onScroll = () => {
    const element = list.current;
    if (!element) return;
    const { scrollTop, clientHeight, scrollHeight } = element;
    const isAtEnd = scrollHeight - scrollTop - clientHeight < AT_END;
    // At its end a list is drawn from there: drawing it again for each scroll to new lines would double the work.
    if (!isAtEnd || clientHeight !== view.height) setView({ top: scrollTop, height: clientHeight });
    onFollowing(isAtEnd);
  };
  const follow = () => {
    onFollowing(true);
    toEnd();
  };
  return { list, view, onScroll, follow, fresh: last - seen.current };
}

/** Lines that are shown of a log. */
export type Shown = "all" | "problems";

interface ShownLinesProps {
  readonly shown: Shown;
  readonly problems: number;
  readonly onShow: (shown: Shown) => void;
}

/** Choice of all lines, or of the problems alone, with their number. */
export function ShownLines({ shown, problems, onShow }: ShownLinesProps) {
  const number = (
    <span class={`text-xs tabular-nums ${problems > 0 ? "text-bad" : "text-ink-2"}`}>{count(problems)}</span>
  );
  const choices = [
    { value: "all", label: "All" },
    { value: "problems", label: <>Problems {number}</> },
  ] as const;
  return <Seg label="Log lines" value={shown} choices={choices} onChange={onShow} />;
}

function chunked(lines: readonly LogLine[]): readonly (readonly LogLine[])[] {
  const chunks: (readonly LogLine[])[] = [];
  for (let at = 0; at < lines.length; at += CHUNK) chunks.push(lines.slice(at, at + CHUNK));
  return chunks;
}

/** Key of a chunk: the number of its first line, so that it keeps its height when old lines are dropped. */
const nameOf = (chunk: readonly LogLine[]) => chunk[0]?.number ?? 0;

/** Lines of a chunk, drawn again only when it grows. */
function Chunk({ lines }: { readonly lines: readonly LogLine[] }) {
  const first = nameOf(lines);
  return useMemo(
    () => (
      <ol data-first={first}>
        {lines.map((line) => (
          <Line key={line.number} line={line} />
        ))}
      </ol>
    ),
    [first, lines.length],
  );
}

/** Empty space, with its height as an attribute: the page's policy forbids style attributes. */
const Gap = ({ height }: { readonly height: number }) => (
  <svg class="block" width={1} height={Math.max(0, height)} aria-hidden="true" />
);

interface LogListProps {
  /** Lines, oldest first; their numbers rise, with gaps. */
  readonly lines: readonly LogLine[];
  readonly following: boolean;
  readonly onFollowing: (following: boolean) => void;
}

/**
 * A list of thousands of lines of which only those in view are elements. Lines have different heights: chunks are
 * measured when they are drawn, and keep that height afterwards.
 */
export function LogList({ lines, following, onFollowing }: LogListProps) {
  const { list, view, onScroll, follow, fresh } = useFollowing(lines, following, onFollowing);
  const heights = useRef(new Map<number, number>());
  const chunks = chunked(lines);
  const tall = chunks.map((chunk) => heights.current.get(nameOf(chunk)) ?? chunk.length * LINE_HEIGHT);
  const end = tall.reduce((sum, height) => sum + height, 0) - view.height;
  const { from, to, above, below } = windowOf(tall, following ? { ...view, top: end } : view);
  useLayoutEffect(() => {
    for (const part of list.current?.querySelectorAll("ol") ?? [])
      heights.current.set(Number(part.dataset.first), part.offsetHeight);
  });
  return (
    <div class="relative flex min-h-0 flex-1 flex-col">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <div class="log" ref={list} tabIndex={0} role="group" aria-label="Log, newest last" onScroll={onScroll}>
        <Gap height={above} />
        {chunks.slice(from, to).map((chunk) => (
          <Chunk key={nameOf(chunk)} lines={chunk} />
        ))}
        <Gap height={below} />
      </div>
      {!following && fresh > 0 && (
        <Button
          icon="down"
          label={some(fresh, "new line")}
          class="btn-small absolute bottom-2 left-1/2 -translate-x-1/2 shadow-pop"
          onClick={follow}
        />
      )}
    </div>
  );
}
