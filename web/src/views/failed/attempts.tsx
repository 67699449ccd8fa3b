import { Icon } from "../../parts/icon.tsx";
import type { FetchedBy } from "../../protocol/types.ts";
import type { HomeFailure } from "../../state/crawl.ts";
import { failureTitle } from "../../words/facts.ts";
import { took } from "../../words/times.ts";
import type { FailedProps } from "./failed-actions.tsx";

const NAMES: Readonly<Record<FetchedBy, string>> = { plain: "Plain fetch", browser: "Browser", proxy: "Proxy browser" };

function Tried({ failure }: { readonly failure: HomeFailure }) {
  return (
    <li class="grid grid-cols-[22px_128px_minmax(0,1fr)_auto] items-baseline gap-2.5 border-t border-line px-3.5 py-[9px] first:border-t-0 phone:grid-cols-[20px_minmax(0,1fr)_auto] phone:gap-y-0.5">
      <Icon name="x" class="self-center text-bad" />
      <b class="font-medium">{NAMES[failure.by]}</b>
      <span class="text-[13.5px] wrap-anywhere text-ink-2 phone:col-[2/-1] phone:row-start-2">
        {failureTitle(failure)}
      </span>
      <span class="text-[13px] text-ink-3 tabular-nums phone:col-start-3 phone:row-start-1">
        {failure.ms > 0 ? took(failure.ms) : "—"}
      </span>
    </li>
  );
}

/** Ways in which the home page was requested, a row each, if there were several. */
export function Attempts({ run: { crawl } }: FailedProps) {
  const tried = (["plain", "browser", "proxy"] as const).flatMap(
    (by) => crawl.failures.findLast((failure) => failure.by === by) ?? [],
  );
  if (tried.length < 2) return null;
  return (
    <ol class="mt-[18px] overflow-hidden rounded-lg border border-line">
      {tried.map((failure) => (
        <Tried key={failure.by} failure={failure} />
      ))}
    </ol>
  );
}
