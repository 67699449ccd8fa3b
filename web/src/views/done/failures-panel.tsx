import { useState } from "preact/hooks";
import { Button } from "../../parts/button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Outside } from "../../parts/outside.tsx";
import { hostOf, type Result } from "../../state/result.ts";
import { pathOn } from "../../words/addresses.ts";
import { count, some } from "../../words/amounts.ts";
import { failureTitle } from "../../words/facts.ts";
import { took } from "../../words/times.ts";
import { useRetry } from "./retry.ts";

/** Failed pages shown at first; the summary lists up to a thousand. */
const SHOWN = 3;

/** True if the site says that the page does not exist. If all failures are such, no retry is offered. */
const isGone = (status = 0): boolean => status === 404 || status === 410;

/** Pages that could not be read, with the reasons, and a button to request them again. */
export function FailuresPanel({ result }: { readonly result: Result }) {
  const { failed, failures } = result.summary;
  const [shown, setShown] = useState(SHOWN);
  const { busy, start } = useRetry(result.id);
  if (failed === 0) return null;
  const host = hostOf(result.url);
  const rest = failures.length - shown;
  const canHelp = !failures.every(({ status }) => isGone(status));
  return (
    <section class="panel col-span-full min-w-0 phone:order-2" aria-labelledby="failures">
      <header class="flex items-center gap-2.5 border-b border-line py-[9px] pr-2.5 pl-4">
        <h2 id="failures">{some(failed, "page")} failed</h2>
        <span class="text-[13px] text-ink-3 phone:hidden">
          {failed === 1 ? "It is not in the file." : "They are not in the file."}
          {canHelp && !result.keepsPages && " “Crawl again” reads the whole site."}
        </span>
        {canHelp && result.keepsPages && (
          <Button
            icon="again"
            label={failed === 1 ? "Try it again" : "Try these again"}
            class="btn-small ml-auto"
            disabled={busy}
            onClick={() => void start()}
          />
        )}
      </header>
      <ul class="py-1">
        {failures.slice(0, shown).map((failure) => (
          <li
            key={failure.url}
            class="grid grid-cols-[16px_minmax(0,1fr)_minmax(0,300px)_64px] items-center gap-x-2.5 px-4 py-[5px] text-[13.5px] phone:grid-cols-[16px_minmax(0,1fr)_auto]"
          >
            <Icon name="x" class="text-bad" />
            <code class="truncate tracking-[-0.02em]">
              <Outside class="text-ink hover:underline" url={failure.url}>
                {pathOn(host, failure.url)}
              </Outside>
            </code>
            <span class="text-ink-2 phone:col-[2/-1] phone:row-start-2 phone:text-[13px]">{failureTitle(failure)}</span>
            <span class="text-right text-[13px] text-ink-3 tabular-nums phone:col-start-3 phone:row-start-1">
              {failure.ms > 0 ? took(failure.ms) : "—"}
            </span>
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <Button
          label={`Show ${count(rest)} more`}
          class="btn-quiet btn-small mb-2 ml-3"
          onClick={() => setShown(failures.length)}
        />
      )}
      {failed > failures.length && shown >= failures.length && (
        <p class="px-4 pb-2.5 text-[13px] text-ink-3">And {count(failed - failures.length)} more.</p>
      )}
    </section>
  );
}
