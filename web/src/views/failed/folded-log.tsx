import { Icon } from "../../parts/icon.tsx";
import { type Log, logText } from "../../state/log.ts";
import { some } from "../../words/amounts.ts";

export function FoldedLog({ log }: { readonly log: Log }) {
  if (log.lines.length === 0) return null;
  return (
    <details class="mt-3.5">
      <summary class="flex w-fit items-center gap-1.5 text-[13.5px] text-ink-2">
        <Icon name="chev" class="chev" />
        Log, {some(log.lines.length, "line")}
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <div class="code max-h-80" tabIndex={0} role="group" aria-label="Log">
        <pre>{logText(log.lines)}</pre>
      </div>
    </details>
  );
}
