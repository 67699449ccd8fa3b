import { PARTS, type QualityPart } from "@llmstxt-service/document/quality";
import type { Check } from "../protocol/types.ts";

const PART_WORDS: Readonly<Record<QualityPart, string>> = {
  findable: "Findable",
  selection: "Selection",
  titles: "Titles and descriptions",
  sections: "Sections and order",
  links: "Links",
};

/** What the score is made of, each part with a bar. */
export function ScoreParts({ parts }: Pick<Check, "parts">) {
  return (
    <dl class="mt-3 grid grid-cols-[minmax(0,1fr)_72px_28px] items-center gap-x-2.5 gap-y-1 text-[13px]/[18px] text-ink-2">
      {PARTS.map((part) => (
        <div key={part} class="contents">
          <dt>{PART_WORDS[part]}</dt>
          <dd aria-hidden="true" class="h-1 overflow-hidden rounded-full bg-hover">
            <span class="block h-full bg-ok" style={{ width: `${parts[part]}%` }} />
          </dd>
          <dd class="text-right text-ink-3 tabular-nums">{parts[part]}</dd>
        </div>
      ))}
    </dl>
  );
}
