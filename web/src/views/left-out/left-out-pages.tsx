import type { LeftOutReason } from "@llmstxt-service/page/address/left-out";
import { useState } from "preact/hooks";
import { Button } from "../../parts/button.tsx";
import { Outside } from "../../parts/outside.tsx";
import type { CrawlRequest } from "../../protocol/types.ts";
import type { Audited } from "../../state/audit.ts";
import { startCrawl } from "../../state/form.ts";
import { pathOn } from "../../words/addresses.ts";
import { count, some } from "../../words/amounts.ts";
import { evidenceRows } from "../../words/evidence.ts";
import { LEFT_OUT_WORDS } from "../../words/left-out.ts";
import { REMEDIES } from "../../words/remedies.ts";

export type NamedAddress = Extract<Audited, { outcome: "left out" | "waiting" }> & { readonly url: string };

/** Addresses shown at first for a reason; a button shows the rest. */
const SHOWN = 50;

interface LeftOutPagesProps {
  readonly pages: readonly NamedAddress[];
  /** Reason of the listed addresses; undefined: all reasons, with one address of each first. */
  readonly reason: LeftOutReason | undefined;
  readonly host: string;
  readonly request: CrawlRequest;
}

/** One address of each reason, so that every reason is seen at once. */
const oneOfEach = (pages: readonly NamedAddress[]): readonly NamedAddress[] =>
  [...Map.groupBy(pages, ({ reason }) => reason).values()].flatMap((own) => own.slice(0, 1));

/** Addresses that are not in the file, each with its evidence, and a remedy if there is one. */
export function LeftOutPages({ pages, reason, host, request }: LeftOutPagesProps) {
  const [words, setWords] = useState("");
  const [most, setMost] = useState(SHOWN);
  const wanted = words.trim().toLowerCase();
  const own = pages.filter(
    (page) => (reason === undefined || page.reason === reason) && page.url.toLowerCase().includes(wanted),
  );
  const isFew = reason === undefined && wanted === "" && most === SHOWN;
  const shown = isFew ? oneOfEach(own) : own.slice(0, most);
  return (
    <section class="panel min-w-0" aria-labelledby="left-out">
      <div class="flex flex-wrap items-center gap-2 px-4 py-2.5">
        <h2 id="left-out" class="min-w-40 flex-1" aria-live="polite">
          {reason === undefined ? "All reasons" : LEFT_OUT_WORDS[reason]}: {some(own.length, "address", "addresses")}
        </h2>
        <input
          type="search"
          class="input w-56 phone:w-full"
          placeholder="Search addresses"
          aria-label="Search addresses"
          value={words}
          onInput={({ currentTarget }) => setWords(currentTarget.value)}
        />
      </div>
      {reason !== undefined && (
        <div class="border-t border-line px-4">
          <WayIn reason={reason} request={request} />
        </div>
      )}
      <ul>
        {shown.map((page) => (
          <li key={page.url} class="border-t border-line px-4 py-2.5">
            <Outside class="font-mono text-[12.5px] font-medium wrap-anywhere text-ink" url={page.url}>
              {pathOn(host, page.url)}
            </Outside>
            {reason === undefined && <p class="text-[13px] text-ink-3">{LEFT_OUT_WORDS[page.reason]}</p>}
            <dl class="mt-1 grid grid-cols-[112px_minmax(0,1fr)] gap-x-3 gap-y-0.5 text-[13px]/[18px] empty:hidden phone:grid-cols-1">
              {evidenceRows(page, host).map(([term, fact]) => (
                <>
                  <dt class="text-ink-3">{term}</dt>
                  <dd class="wrap-anywhere text-ink-2">{fact}</dd>
                </>
              ))}
            </dl>
            {reason === undefined && <WayIn reason={page.reason} request={request} />}
          </li>
        ))}
      </ul>
      {own.length > shown.length && (
        <p class="flex items-center gap-2 border-t border-line px-4 py-2.5 text-[13px] text-ink-3">
          {isFew ? `${some(shown.length, "address", "addresses")}, one of each reason.` : ""}
          <Button
            label={
              isFew ? `Show all ${count(own.length)}` : `Show ${count(Math.min(500, own.length - shown.length))} more`
            }
            class="btn-small"
            onClick={() => setMost(isFew ? most + 1 : most + 500)}
          />
        </p>
      )}
    </section>
  );
}

/** Button for a crawl that lists these pages, or the reason why there is none. */
export function WayIn({ reason, request }: { readonly reason: LeftOutReason; readonly request: CrawlRequest }) {
  const remedy = REMEDIES[reason];
  return (
    <p class="flex flex-wrap items-center gap-2 py-1.5 text-[13px]/[18px] text-ink-3">
      {"why" in remedy ? (
        remedy.why
      ) : (
        <Button
          icon="again"
          label={remedy.label}
          class="btn-small"
          onClick={() => void startCrawl({ ...request, ...remedy.change(request) })}
        />
      )}
    </p>
  );
}
