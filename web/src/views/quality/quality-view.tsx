import { PARTS, qualityOf } from "@llmstxt-service/document/quality";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Bar } from "../../parts/bar.tsx";
import { Icon } from "../../parts/icon.tsx";
import type { Check, CheckFinding } from "../../protocol/types.ts";
import { some } from "../../words/amounts.ts";
import { type Group, NOT_MEASURED, PART_WORDS, QUALITY_WORDS, validityOf } from "../../words/quality.ts";
import { FoundLines } from "./found-lines.tsx";
import { linesOf, type Mending } from "./mending.ts";

interface QualityViewProps extends Mending {
  readonly text: string;
  readonly check: Check;
  /** Mends made so far, with Undo. */
  readonly children?: ComponentChildren;
}

/** Findings by the part of the score that they lower; findings of form alone have a group of their own. */
function groupsOf(findings: readonly CheckFinding[]): ReadonlyMap<Group, readonly CheckFinding[]> {
  const found = Map.groupBy(findings, ({ part }): Group => part ?? "form");
  const groups: readonly Group[] = found.has("form") ? ["form", ...PARTS] : PARTS;
  return new Map(groups.map((group) => [group, found.get(group) ?? []]));
}

const HUES: Readonly<Record<Group, string>> = {
  form: "hue-7",
  findable: "hue-0",
  selection: "hue-5",
  titles: "hue-2",
  sections: "hue-3",
  links: "hue-4",
};

/** The group shown first: the part that loses most, or the form of an invalid text. */
function worstOf({ valid, parts }: Check, groups: ReadonlyMap<Group, readonly CheckFinding[]>): Group {
  if (!valid && groups.has("form")) return "form";
  const worst = PARTS.toSorted((a, b) => parts[a] - parts[b])[0] ?? "findable";
  return (groups.get(worst)?.length ?? 0) > 0 ? worst : ([...groups].find(([, own]) => own.length > 0)?.[0] ?? worst);
}

/** Verdict on a text, its score in five parts, and each finding with the change that mends it. */
export function QualityView({ text, check, children, ...mending }: QualityViewProps) {
  const [chosen, setChosen] = useState<Group>();
  const groups = groupsOf(check.findings);
  const group = chosen !== undefined && groups.has(chosen) ? chosen : worstOf(check, groups);
  return (
    <div class="@container">
      <div class="grid items-start gap-4 @3xl:grid-cols-[300px_minmax(0,1fr)]">
        <div class="grid gap-3.5">
          <Validity {...check} />
          <section class="panel overflow-hidden" aria-labelledby="quality">
            <div class="flex items-baseline gap-2 px-4 py-3">
              <h2 id="quality" class="flex-1">
                Quality
              </h2>
              <b class="text-2xl font-semibold tracking-[-0.03em] tabular-nums">{Math.round(check.score)}</b>
              <span class="text-ink-3">{QUALITY_WORDS[qualityOf(check.score)]}</span>
            </div>
            <div role="group" aria-label="Quality by parts">
              {[...groups].map(([one, findings]) => (
                <Part
                  key={one}
                  group={one}
                  findings={findings}
                  value={one === "form" ? undefined : check.parts[one]}
                  isChosen={one === group}
                  onChoose={() => setChosen(one)}
                />
              ))}
            </div>
            {check.notMeasured.length > 0 && (
              <p class="border-t border-line px-4 py-2.5 text-[13px]/[18px] text-ink-3">
                Not looked at: {check.notMeasured.map((one) => NOT_MEASURED[one]).join("; ")}.
              </p>
            )}
          </section>
          {children}
        </div>
        <FoundLines
          key={group}
          group={group}
          text={text}
          findings={groups.get(group) ?? []}
          more={check.more}
          {...mending}
        />
      </div>
    </div>
  );
}

function Validity({ valid, findings }: Check) {
  const [title, say] = validityOf(findings);
  return (
    <section class="panel flex gap-3.5 px-4 py-3.5" role={valid ? undefined : "alert"}>
      <span
        class={`grid size-9 flex-none place-items-center self-center rounded-lg ${valid ? "bg-ok-bg text-ok" : "bg-bad-bg text-bad"}`}
      >
        <Icon name={valid ? "check" : "x"} />
      </span>
      <div>
        <h2>{title}</h2>
        <p class="text-[13px]/[18px] text-ink-3">{say}</p>
      </div>
    </section>
  );
}

interface PartProps {
  readonly group: Group;
  readonly findings: readonly CheckFinding[];
  /** Points, 0 to 100; undefined if the group is no part of the score. */
  readonly value: number | undefined;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function Part({ group, findings, value, isChosen, onChoose }: PartProps) {
  const lines = linesOf(findings).size;
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      class="grid w-full grid-cols-[minmax(0,1fr)_auto] gap-x-2 gap-y-1.5 border-t border-line border-l-3 border-l-transparent py-2.5 pr-4 pl-[13px] text-left hover:bg-sunken focus-visible:-outline-offset-2 aria-pressed:border-l-ink aria-pressed:bg-sunken"
      onClick={onChoose}
    >
      <span class="text-[13.5px] font-medium">{PART_WORDS[group]}</span>
      <b class="font-[550] tabular-nums">{value}</b>
      {value !== undefined && (
        <Bar class="col-span-full" parts={[{ share: value / 100, look: HUES[group] }]} label={`${value} of 100`} />
      )}
      <small class="col-span-full text-[12.5px]/[18px] text-ink-3">
        {lines === 0 ? "Nothing to mend" : `${some(lines, "line needs", "lines need")} work`}
      </small>
    </button>
  );
}
