import { Icon } from "../../parts/icon.tsx";
import { ScoreParts } from "../../parts/score-parts.tsx";
import { Verdict } from "../../parts/verdict.tsx";
import type { Check, CheckFinding } from "../../protocol/types.ts";
import { useQuery } from "../../state/query.ts";
import { checkQuery } from "../../state/result.ts";
import { some } from "../../words/amounts.ts";

/** Most findings shown. */
const MAX_SHOWN = 100;

const TONES = { error: "text-bad", warning: "text-warn", hint: "text-ink-3" } as const;

interface FindingRowProps {
  readonly finding: CheckFinding;
  readonly onLine: (line: number) => void;
}

function FindingRow({ finding, onLine }: FindingRowProps) {
  const { level, line, message, fix, points } = finding;
  return (
    <li class="grid grid-cols-[16px_minmax(0,1fr)_auto] gap-2 border-t border-line py-2 text-[13px]/[18px] text-ink-2">
      <Icon name="alert" class={`mt-px ${TONES[level]}`} />
      <span class="wrap-anywhere">
        <span class="sr-only">{level}: </span>
        {message}
        <span class="block text-ink-3">{fix}</span>
      </span>
      <span class="text-right">
        <button
          type="button"
          class="min-w-6 font-mono text-xs/[18px] font-medium text-link hover:underline"
          aria-label={`L${line}, go to the line`}
          onClick={() => onLine(line)}
        >
          L{line}
        </button>
        {points > 0 && <span class="block text-xs text-ink-3 tabular-nums">+{points}</span>}
      </span>
    </li>
  );
}

interface FindingsPanelProps {
  readonly text: string;
  readonly profile: Check["profile"];
  readonly onLine: (line: number) => void;
}

/** The server's judgement of a text: the score, its parts, and what each finding's mending adds. */
export function FindingsPanel({ text, profile, onLine }: FindingsPanelProps) {
  const check = useQuery(checkQuery(text, profile));
  if (check.type === "asking") return <p class="p-4 text-ink-3">Checking…</p>;
  if (check.type === "refused") return <p class="panel p-4 text-bad">{check.why}</p>;
  const { valid, score, parts, findings, more } = check.value;
  const left = Math.max(0, findings.length - MAX_SHOWN) + more;
  return (
    <section class="panel px-4 py-3.5">
      <div class="mb-2.5">
        <Verdict valid={valid} score={score} findings={findings} />
        <ScoreParts parts={parts} />
      </div>
      <ul>
        {findings.slice(0, MAX_SHOWN).map((finding) => (
          <FindingRow key={`${finding.line} ${finding.code}`} finding={finding} onLine={onLine} />
        ))}
      </ul>
      {left > 0 && <p class="border-t border-line pt-2 text-[13px]/[18px] text-ink-3">{some(left, "more finding")}</p>}
    </section>
  );
}
