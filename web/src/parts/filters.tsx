import type { CrawlRequest } from "../protocol/types.ts";
import { Button } from "./button.tsx";

interface FiltersProps {
  readonly request: Pick<CrawlRequest, "include" | "exclude">;
  /** Removes the path filters; undefined if they cannot be changed any more. */
  readonly onClear?: () => void;
}

/** The path filters of a crawl: `Only docs/**`, `Without blog/**`. */
export function Filters({ request: { include = [], exclude = [] }, onClear }: FiltersProps) {
  const said = [
    ["Only", include],
    ["Without", exclude],
  ] as const;
  if (include.length + exclude.length === 0) return null;
  return (
    <ul class="flex min-w-0 flex-wrap items-center gap-1.5" aria-label="Path filters">
      {said.flatMap(([word, globs]) =>
        globs.map((glob) => (
          <li
            key={word + glob}
            class="inline-flex h-[22px] max-w-full items-center gap-1.5 rounded-md border border-line-2 bg-panel px-2 text-xs text-ink-2"
          >
            {word}
            <code class="truncate text-[11.5px] text-ink">{glob}</code>
          </li>
        )),
      )}
      {onClear && (
        <li>
          <Button icon="x" label="Clear filters" class="btn-quiet btn-small" onClick={onClear} />
        </li>
      )}
    </ul>
  );
}
