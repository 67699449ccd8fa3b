import type { MendableRule } from "@llmstxt-service/document/check";
import { useMemo, useState } from "preact/hooks";
import { Button } from "../../parts/button.tsx";
import { Icon } from "../../parts/icon.tsx";
import type { CheckFinding } from "../../protocol/types.ts";
import { count, some } from "../../words/amounts.ts";
import { MEND_WORDS } from "../../words/mends.ts";
import { type Group, PART_WORDS } from "../../words/quality.ts";
import { Code } from "../done/raw-view.tsx";
import { linesOf, type Mending } from "./mending.ts";

/** Lines shown at first; a button shows the rest. */
const SHOWN = 60;

interface FoundLinesProps extends Mending {
  readonly group: Group;
  readonly text: string;
  readonly findings: readonly CheckFinding[];
  /** Number of findings that the server did not list. */
  readonly more: number;
}

/** A rule with the lines that break it. */
type Broken = Omit<CheckFinding, "line" | "lines"> & { readonly lines: ReadonlySet<number> };

const brokenRules = (findings: readonly CheckFinding[]): readonly Broken[] =>
  [...Map.groupBy(findings, ({ code }) => code).values()].flatMap((own) =>
    own[0] === undefined ? [] : { ...own[0], lines: linesOf(own) },
  );

/** The broken rules of each line. */
function notesOf(rules: readonly Broken[]): readonly (readonly [line: number, rules: readonly Broken[]])[] {
  const byLine = new Map<number, Broken[]>();
  for (const rule of rules) for (const line of rule.lines) byLine.set(line, [...(byLine.get(line) ?? []), rule]);
  return [...byLine].sort(([a], [b]) => a - b);
}

/** Lines that lower a part of the score, each with its faults and the change that mends it. */
export function FoundLines({ group, text, findings, more, ...mending }: FoundLinesProps) {
  const [isWhole, setIsWhole] = useState(false);
  const lines = useMemo(() => text.split("\n"), [text]);
  const rules = brokenRules(findings);
  const notes = notesOf(rules);
  const shown = isWhole ? notes : notes.slice(0, SHOWN);
  return (
    <section class="panel min-w-0 overflow-hidden" aria-labelledby="found-lines">
      <h2 id="found-lines" class="px-4 py-3" aria-live="polite">
        {PART_WORDS[group]}: {some(notes.length, "line")}
      </h2>
      {rules.map((rule) => (
        <RuleHead key={rule.code} rule={rule} {...mending} />
      ))}
      {notes.length === 0 && <p class="border-t border-line px-4 py-6 text-ink-3">Nothing to mend here.</p>}
      <ol class="raw border-t border-line empty:hidden">
        {shown.map(([line, own], index) => {
          const gap = line - (shown[index - 1]?.[0] ?? 0) - 1;
          const isError = own.some(({ level }) => level === "error");
          return [
            gap > 0 && (
              <li key={`gap ${line}`} class="gap">
                {some(gap, "line")} without a finding here
              </li>
            ),
            <li
              key={line}
              class={`flag ${isError ? "error" : ""}`}
              style={{ counterSet: `line ${line - 1}` }}
              dir="auto"
            >
              <Code line={lines[line - 1] ?? ""} />
              {own.map((rule) => (
                <Note key={rule.code} rule={rule} isOnly={rules.length === 1} line={line} {...mending} />
              ))}
            </li>,
          ];
        })}
      </ol>
      {notes.length > shown.length && (
        <Button
          label={`Show ${count(notes.length - shown.length)} more`}
          class="btn-small m-3"
          onClick={() => setIsWhole(true)}
        />
      )}
      {more > 0 && (
        <p class="px-4 pb-3 text-[13px] text-ink-3">The file has {some(more, "more finding")}, not listed here.</p>
      )}
    </section>
  );
}

interface RuleHeadProps extends Mending {
  readonly rule: Broken;
}

/** A rule: its meaning, the points that mending it everywhere adds, and the button for that. */
function RuleHead({ rule, canMend, mend, write }: RuleHeadProps) {
  const { code, message, fix, points, lines, level } = rule;
  return (
    <div class="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-t border-line px-4 py-2.5">
      <Icon name="alert" class={level === "error" ? "text-bad" : level === "warning" ? "text-warn" : "text-ink-3"} />
      <div class="min-w-60 flex-1 text-[13.5px]/[18px]">
        <span class="sr-only">{level}: </span>
        {message}.{!canMend(code) && <span class="block text-[13px] text-ink-3">{fix}</span>}
      </div>
      {points > 0 && <span class="text-[13px] text-ok tabular-nums">quality +{points}</span>}
      {canMend(code) ? (
        <Button
          icon="check"
          label={lines.size === 1 ? MEND_WORDS[code] : `Mend all ${count(lines.size)}`}
          class="btn-small"
          onClick={() => mend(code, lines)}
        />
      ) : (
        write(lines)
      )}
    </div>
  );
}

interface NoteProps extends Mending {
  readonly rule: Broken;
  /** True if only this rule is shown: the words above the lines have its message. */
  readonly isOnly: boolean;
  readonly line: number;
}

function Note({ rule, isOnly, line, canMend, mend }: NoteProps) {
  const { code, message, lines } = rule;
  const hasButton = canMend(code) && lines.size > 1;
  if (isOnly && !hasButton) return null;
  const button = (own: MendableRule) => (
    <Button
      label={MEND_WORDS[own]}
      class="btn-small"
      aria-label={`${MEND_WORDS[own]}: line ${line}`}
      onClick={() => mend(own, new Set([line]))}
    />
  );
  return (
    <span class="note">
      {!isOnly && `${message}. `}
      {hasButton && button(code)}
    </span>
  );
}
