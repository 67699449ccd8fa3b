import type { Check } from "../protocol/types.ts";
import { findingsSummary } from "../words/findings.ts";
import { ScoreRing } from "./score-ring.tsx";

/** True if a text is a good llms.txt, in a ring and two lines. */
export function Verdict({ valid, score, findings }: Pick<Check, "valid" | "score" | "findings">) {
  return (
    <div class="flex items-center gap-3">
      <ScoreRing score={Math.round(score)} valid={valid} />
      <div>
        <h2 class="text-[13.5px] font-[550]">{valid ? "Valid llms.txt" : "Not a valid llms.txt"}</h2>
        <p class="mt-px text-[13px]/[18px] text-ink-3">{findingsSummary(score, findings)}</p>
      </div>
    </div>
  );
}
