import { qualityOf } from "@llmstxt-service/document/quality";
import { ScoreRing } from "../../parts/score-ring.tsx";
import type { Check } from "../../protocol/types.ts";
import type { Asked } from "../../state/query.ts";
import { findingsSummary, QUALITY_WORDS, validityOf } from "../../words/quality.ts";

interface CheckPanelProps {
  readonly check: Asked<Check>;
  /** Address of the tab with the score's parts and the findings. */
  readonly href: string;
}

/** Verdict and score of a file, with a link to its findings. */
export function CheckPanel({ check, href }: CheckPanelProps) {
  if (check.type !== "there") return null;
  const { valid, score, findings } = check.value;
  return (
    <section class="panel flex items-center gap-3 px-4 py-3.5 phone:order-2">
      <ScoreRing score={Math.round(score)} valid={valid} />
      <div>
        <h2>{validityOf(findings)[0]}</h2>
        <p class="mt-px text-[13px]/[18px] text-ink-3">
          Quality: {QUALITY_WORDS[qualityOf(score)]}, {findingsSummary(findings)}.{" "}
          <a href={href}>What could be better</a>
        </p>
      </div>
    </section>
  );
}
