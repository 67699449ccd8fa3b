import { Icon } from "../../parts/icon.tsx";
import type { Check, Finding } from "../../protocol/summary.ts";
import type { Asked } from "../../state/asked.ts";
import { some } from "../../words/amounts.ts";

/** Most findings shown at once; Raw has them all beside their lines. */
const MAX_SHOWN = 6;

const TONES = { error: "text-bad", warning: "text-warn", hint: "text-warn" } as const;

function Ring({ score, valid }: { readonly score: number; readonly valid: boolean }) {
  const around = 2 * Math.PI * 20;
  return (
    <svg class="size-[46px] flex-none" viewBox="0 0 46 46" role="img" aria-label={`Score ${score} of 100`}>
      <circle class="fill-none stroke-hover" cx="23" cy="23" r="20" stroke-width="4" />
      <circle
        class={`fill-none ${valid ? "stroke-ok" : "stroke-bad"}`}
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

function summaryOf(findings: readonly Finding[]): string {
  const errors = findings.filter(({ level }) => level === "error").length;
  const others = findings.length - errors;
  return `${errors === 0 ? "No error" : some(errors, "error")}, ${others === 0 ? "no hint" : some(others, "hint")}`;
}

interface CheckPanelProps {
  readonly check: Asked<Check>;
  readonly onLine: (line: number) => void;
}

/** Whether the file is a good llms.txt, and what could be better; each finding leads to its line. */
export function CheckPanel({ check, onLine }: CheckPanelProps) {
  if (check.type !== "there") return null;
  const { valid, score, findings } = check.value;
  return (
    <section class="panel px-4 py-3.5 phone:order-2">
      <div class="flex items-center gap-3">
        <Ring score={Math.round(score)} valid={valid} />
        <div>
          <h2 class="text-[13.5px] font-[550]">{valid ? "Valid llms.txt" : "Not a valid llms.txt"}</h2>
          <p class="mt-px text-[13px]/[18px] text-ink-3">{summaryOf(findings)}</p>
        </div>
      </div>
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
