import { Icon } from "../../parts/button.tsx";
import { type LogLine, useStream } from "../../state/stream.ts";
import { some } from "../../words/amounts.ts";

/** Most lines drawn: the newest. */
const DRAWN = 1000;

const clockOf = (iso: string): string => new Date(iso).toLocaleTimeString("en-GB");

/** The log of a crawl, folded. */
export function Log({ lines }: { readonly lines: readonly LogLine[] }) {
  const left = lines.length - DRAWN;
  return (
    <details>
      <summary class="flex items-center gap-2 border-t border-line px-4 py-[11px] text-ink-2 hover:text-ink">
        <Icon name="chev" class="chev text-ink-3" />
        Log, {some(lines.length, "line")}
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by key. */}
      <ol class="log max-h-[420px] border-t border-line" tabIndex={0} aria-label="Log">
        {left > 0 && <li>{some(left, "earlier line")}</li>}
        {lines.slice(-DRAWN).map(({ at, text, look }, index) => (
          <li key={index} class={look}>
            <time>{clockOf(at)}</time>
            <span class="p">{text}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}

/** The log of a crawl that has ended, as the server keeps it. */
export function KeptLog({ crawlId }: { readonly crawlId: string }) {
  const { log } = useStream(crawlId);
  return log.length > 0 ? <Log lines={log} /> : null;
}
