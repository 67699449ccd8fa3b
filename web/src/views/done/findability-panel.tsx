import type { ComponentChildren } from "preact";
import { Bar } from "../../parts/bar.tsx";
import { hostOf, type Result } from "../../state/result.ts";
import { href } from "../../state/route.ts";
import { pathOn } from "../../words/addresses.ts";
import { count, some } from "../../words/amounts.ts";
import { UNFOUND_WORDS } from "../../words/quality.ts";

const percent = (share: number): string => `${Math.round(share * 100)} %`;

interface FindabilityPanelProps {
  readonly result: Result;
  /** Button to describe these pages. */
  readonly write: () => ComponentChildren;
}

/** Share of questions that find their pages, and the pages that no question finds, with reasons. */
export function FindabilityPanel({ result, write }: FindabilityPanelProps) {
  const { findability } = result.summary;
  if (findability === undefined || findability.questions === 0)
    return (
      <p class="panel px-4 py-3.5 text-[13px] text-ink-3">No question could be made from the pages of this crawl.</p>
    );
  const { questions, hit3, unfound, unfoundPages } = findability;
  const host = hostOf(result.url);
  const { site } = result;
  return (
    <>
      <section class="panel px-4 py-3.5" aria-labelledby="found">
        <div class="flex items-baseline justify-between gap-2">
          <h2 id="found">Found among the first three</h2>
          <b class="text-lg font-semibold tracking-[-0.025em] tabular-nums">{percent(hit3)}</b>
        </div>
        <Bar class="mt-1.5" parts={[{ share: hit3, look: "text-ink" }]} />
        <p class="mt-2 text-[13px]/[18px] text-ink-3">
          {some(questions, "question was", "questions were")} made from the pages. {count(Math.round(questions * hit3))}{" "}
          of them find their page among the first three lines. They use the pages' own words: questions in other words
          find less.
        </p>
      </section>
      {unfoundPages > 0 && (
        <section class="panel py-3" aria-labelledby="unfound">
          <h2 id="unfound" class="px-4 pb-1">
            {some(unfoundPages, "page")} that no question leads to
          </h2>
          <ul>
            {unfound.map(({ url, reason }) => (
              <li key={url} class="px-4 py-1 text-[13px]/[18px] text-ink-2">
                <code class="block truncate text-[12px] text-ink">{pathOn(host, url)}</code>
                {UNFOUND_WORDS[reason]}
                {site && (
                  <>
                    {". "}
                    <a class="underline underline-offset-3" href={href.edit(site.id, new URL(url).pathname)}>
                      Describe it
                    </a>
                  </>
                )}
              </li>
            ))}
            {unfoundPages > unfound.length && (
              <li class="px-4 py-1 text-[13px] text-ink-3">and {count(unfoundPages - unfound.length)} more</li>
            )}
          </ul>
          <div class="px-4 pt-1.5">
            <p class="mb-1.5 text-[13px]/[18px] text-ink-3">
              A description helps if it has words that no other page has.
            </p>
            {write()}
          </div>
        </section>
      )}
    </>
  );
}
