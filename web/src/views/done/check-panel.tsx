import { Icon } from "../../parts/icon.tsx";
import { ScoreParts } from "../../parts/score-parts.tsx";
import { Verdict } from "../../parts/verdict.tsx";
import type { Check } from "../../protocol/types.ts";
import type { Asked } from "../../state/query.ts";
import { some } from "../../words/amounts.ts";

/** Most findings shown at once; Raw has them all beside their lines. */
const MAX_SHOWN = 6;

const TONES = { error: "text-bad", warning: "text-warn", hint: "text-warn" } as const;

interface CheckPanelProps {
  readonly check: Asked<Check>;
  readonly onLine: (line: number) => void;
}

/** True if the file is a good llms.txt, and what could be better; each finding leads to its line. */
export function CheckPanel({ check, onLine }: CheckPanelProps) {
  if (check.type !== "there") return null;
  const { valid, score, parts, findings } = check.value;
  return (
    <section class="panel px-4 py-3.5 phone:order-2">
      <Verdict valid={valid} score={score} findings={findings} />
      <ScoreParts parts={parts} />
      {findings.length > 0 && (
        <ul class="mt-2.5 border-t border-line">
          {findings.slice(0, MAX_SHOWN).map((finding) => (
            <li
              key={`${finding.line} ${finding.code}`}
              class="grid grid-cols-[16px_minmax(0,1fr)_auto] gap-2 pt-2 text-[13px]/[18px] text-ink-2"
            >
              <Icon name="alert" class={`mt-px ${TONES[finding.level]}`} />
              <span class="wrap-anywhere">{finding.message}</span>
              <button
                type="button"
                class="min-w-6 font-mono text-xs/[18px] font-medium text-link hover:underline"
                aria-label={`L${finding.line}, go to the line`}
                onClick={() => onLine(finding.line)}
              >
                L{finding.line}
              </button>
            </li>
          ))}
          {findings.length > MAX_SHOWN && (
            <li class="pt-2 text-[13px]/[18px] text-ink-3">
              {some(findings.length - MAX_SHOWN, "more finding")} in Raw
            </li>
          )}
        </ul>
      )}
    </section>
  );
}
