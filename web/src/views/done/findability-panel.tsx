import { Icon } from "../../parts/icon.tsx";
import { hostOf, type Result } from "../../state/result.ts";
import { pathOn } from "../../words/addresses.ts";
import { count, some } from "../../words/amounts.ts";
import { UNFOUND_WORDS } from "../../words/unfound.ts";

/** Pages that are named; the rest is counted. */
const MAX_SHOWN = 6;

const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** Measures how well a reader finds the pages by the document, and names the pages that are not found. */
export function FindabilityPanel({ result }: { readonly result: Result }) {
  const { findability } = result.summary;
  if (findability === undefined || findability.questions === 0) return null;
  const { questions, hit3, unfound, unfoundPages } = findability;
  const host = hostOf(result.url);
  return (
    <section class="panel px-4 py-3.5 phone:order-5">
      <div class="flex items-baseline justify-between gap-2">
        <h2 class="text-[13.5px] font-[550]">Findability</h2>
        <b class="text-[15px] font-[550] tracking-[-0.015em] tabular-nums">{percent(hit3)}</b>
      </div>
      <p class="mt-1.5 text-[13px]/[18px] text-ink-3">
        of {some(questions, "question")} lead to the right page within three.
      </p>
      {unfoundPages > 0 && (
        <details class="mt-2 border-t border-line pt-2">
          <summary class="flex items-center justify-between gap-2 text-[13px]/[18px] text-ink-2">
            {some(unfoundPages, "page")} nobody would find
            <Icon name="chev" class="chev" />
          </summary>
          <ul class="mt-1">
            {unfound.slice(0, MAX_SHOWN).map(({ url, reason }) => (
              <li key={url} class="py-1 text-[13px]/[18px] text-ink-2">
                {UNFOUND_WORDS[reason]}
                <code class="block truncate text-[11.5px] text-ink-3">{pathOn(host, url)}</code>
              </li>
            ))}
            {unfoundPages > MAX_SHOWN && (
              <li class="py-1 text-[13px]/[18px] text-ink-3">and {count(unfoundPages - MAX_SHOWN)} more</li>
            )}
          </ul>
        </details>
      )}
    </section>
  );
}
