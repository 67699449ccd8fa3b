import { missesQuery } from "../../state/bundles.ts";
import { useNow } from "../../state/pulse.ts";
import { useQuery } from "../../state/query.ts";
import { some } from "../../words/amounts.ts";
import { relative } from "../../words/times.ts";

/** Missing addresses that agents asked for, the most missed first; nothing if there are none. */
export function MissedPanel({ siteId }: { readonly siteId: string }) {
  const asked = useQuery(missesQuery(siteId));
  const now = useNow(30);
  if (asked.type === "asking" || (asked.type === "there" && asked.value.length === 0)) return null;
  return (
    <section class="panel min-w-0" aria-labelledby="missed">
      <h2 id="missed" class="px-4 pt-3">
        Asked for, but not there
      </h2>
      {asked.type === "refused" ? (
        <p class="px-4 py-2 text-[13.5px] text-bad">{asked.why}</p>
      ) : (
        <>
          <p class="px-4 pb-2 text-[13px] text-ink-3">
            Agents asked this service for these addresses. A page or a redirect there would help them.
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by key. */}
          <ul class="max-h-80 overflow-auto border-t border-line py-1.5" tabIndex={0} aria-labelledby="missed">
            {asked.value.map(({ address, times, lastAt }) => (
              <li key={address} class="flex gap-3 px-4 py-0.5 text-[13px]">
                <code class="min-w-0 flex-1 wrap-anywhere">{address}</code>
                <span class="text-ink-3 tabular-nums">{some(times, "time")}</span>
                <span class="text-ink-3">{relative(lastAt, now)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
