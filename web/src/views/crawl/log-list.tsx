import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Icon } from "../../parts/icon.tsx";
import { windowOf } from "../../parts/window.ts";
import type { LineKind, LogLine } from "../../state/log.ts";
import { some } from "../../words/amounts.ts";

/** Lines measured and drawn together. */
const CHUNK = 50;
/** Pixels of an ordinary line: the guess for what was never drawn. */
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

/** Said for signs that mean more than "done". */
const SAID: Partial<Record<LineKind, string>> = {
  browser: "browser",
  proxy: "proxy",
  leftOut: "left out",
  failed: "failed",
  warn: "warning",
};

function Line({ line }: { readonly line: LogLine }) {
  return (
    <li class={`k-${line.kind}`}>
      <time>{(line.atMs / 1000).toFixed(1)}</time>
      <span class="g">
        <Icon name={SIGNS[line.kind]} />
        {SAID[line.kind] && <span class="sr-only">{SAID[line.kind]}</span>}
      </span>
      <span class="p" title={line.text}>
        {line.text}
      </span>
      {line.detail && <span class="x">{line.detail}</span>}
    </li>
  );
}

/** Pixels from the end within which the reader follows it. */
const AT_END = 24;

/** Keeps the list at its end while the reader is there, and counts what came since they left. */
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
    setView({ top: scrollTop, height: clientHeight });
    onFollowing(scrollHeight - scrollTop - clientHeight < AT_END);
  };
  const follow = () => {
    onFollowing(true);
    toEnd();
  };
  return { list, view, onScroll, follow, fresh: last - seen.current };
}

function chunked(lines: readonly LogLine[]): readonly (readonly LogLine[])[] {
  const chunks: (readonly LogLine[])[] = [];
  for (let at = 0; at < lines.length; at += CHUNK) chunks.push(lines.slice(at, at + CHUNK));
  return chunks;
}

/** A chunk is known by its first line: it keeps its height when old lines go. */
const nameOf = (chunk: readonly LogLine[]) => chunk[0]?.number ?? 0;

/** Empty height, as an attribute: a style attribute would break the page's own policy. */
const Gap = ({ height }: { readonly height: number }) => (
  <svg class="block" width={1} height={Math.max(0, height)} aria-hidden="true" />
);

interface LogListProps {
  /** Oldest first; numbers rise, but not each by one. */
  readonly lines: readonly LogLine[];
  readonly following: boolean;
  readonly onFollowing: (following: boolean) => void;
}

/**
 * A list of thousands of lines of which only those around the reader are elements. Lines may be of any height: chunks
 * are measured when they are drawn, and keep that height when they are not.
 */
export function LogList({ lines, following, onFollowing }: LogListProps) {
  const { list, view, onScroll, follow, fresh } = useFollowing(lines, following, onFollowing);
  const heights = useRef(new Map<number, number>());
  const chunks = chunked(lines);
  const { from, to, above, below } = windowOf(
    chunks.map((chunk) => heights.current.get(nameOf(chunk)) ?? chunk.length * LINE_HEIGHT),
    view,
  );
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
          <ol key={nameOf(chunk)} data-first={nameOf(chunk)}>
            {chunk.map((line) => (
              <Line key={line.number} line={line} />
            ))}
          </ol>
        ))}
        <Gap height={below} />
      </div>
      {!following && fresh > 0 && (
        <button
          type="button"
          class="btn btn-small absolute bottom-2 left-1/2 -translate-x-1/2 shadow-pop"
          onClick={follow}
        >
          <Icon name="down" />
          {some(fresh, "new line")}
        </button>
      )}
    </div>
  );
}
