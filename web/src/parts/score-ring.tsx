import { type Quality, qualityOf } from "@llmstxt-service/document/quality";

interface ScoreRingProps {
  readonly score: number;
  readonly valid: boolean;
}

const LOOKS: Readonly<Record<Quality, string>> = { good: "stroke-ok", fair: "stroke-amber", poor: "stroke-bad" };

/** Score of a file as a ring, whole at 100. */
export function ScoreRing({ score, valid }: ScoreRingProps) {
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
