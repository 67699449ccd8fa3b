import { type Quality, qualityOf } from "@llmstxt-service/document/quality";
import type { Check } from "../../protocol/types.ts";
import type { Asked } from "../../state/query.ts";
import { findingsSummary, QUALITY_WORDS, validityOf } from "../../words/quality.ts";

const LOOKS: Readonly<Record<Quality, string>> = { good: "stroke-ok", fair: "stroke-amber", poor: "stroke-bad" };

/** Score of a file as a ring, whole at 100. */
function ScoreRing({ score, valid }: { readonly score: number; readonly valid: boolean }) {
  const around = 2 * Math.PI * 20;
  return (
    <svg class="size-[46px] flex-none" viewBox="0 0 46 46" role="img" aria-label={`Score ${score} of 100`}>
      <circle class="fill-none stroke-hover" cx="23" cy="23" r="20" stroke-width="4" />
      <circle
        class={`fill-none ${valid ? LOOKS[qualityOf(score)] : LOOKS.poor}`}
        cx="23"
        cy="23"
        r="20"
        stroke-width="4"
        stroke-linecap="round"
        stroke-dasharray={`${(score / 100) * around} ${around}`}
        transform="rotate(-90 23 23)"
      />
      <text x="23" y="28.3" class="fill-ink text-[15px] font-semibold tracking-[-0.03em]" text-anchor="middle">
        {score}
      </text>
    </svg>
  );
}

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
