import { count } from "../words/amounts.ts";
import { Bar } from "./bar.tsx";
import { Icon } from "./icon.tsx";

/** State and progress of a job. */
export type Work =
  /** Waiting; `words`: its place in the queue, if known. */
  | { readonly state: "waiting"; readonly words?: string }
  /** Running; `of`: pages or sites in all, or at most. */
  | { readonly state: "running"; readonly done: number; readonly of: number; readonly words: string }
  | { readonly state: "done"; readonly words: string; readonly isTroubled?: boolean }
  | { readonly state: "failed"; readonly words: string }
  | { readonly state: "cancelled" };

const shareOf = ({ done, of }: Extract<Work, { state: "running" }>): number => Math.min(1, done / Math.max(1, of));

interface BarProps {
  readonly work: Extract<Work, { state: "running" }>;
  readonly class?: string;
}

/** Share of a job that is done, as a bar. */
export function WorkBar({ work, class: extra = "" }: BarProps) {
  return (
    <div
      class={extra}
      role="progressbar"
      aria-label={work.words}
      aria-valuemin={0}
      aria-valuemax={work.of}
      aria-valuenow={work.done}
      title={`${count(work.done)} of ${count(work.of)}`}
    >
      <Bar class="h-1!" parts={[{ share: shareOf(work), look: "text-run" }]} />
    </div>
  );
}

function lookOf(work: Work): readonly [icon: string, tone: string, words: string] {
  switch (work.state) {
    case "waiting":
      return ["clock", "text-ink-3", work.words ?? "Waiting"];
    case "running":
      return ["again", "text-run", `${work.words}, ${count(work.done)} of ${count(work.of)}`];
    case "done":
      return work.isTroubled ? ["alert", "text-warn", work.words] : ["check", "text-ok", work.words];
    case "failed":
      return ["x", "text-bad", work.words];
    case "cancelled":
      return ["x", "text-ink-3", "Cancelled"];
  }
}

/** State of a job as an icon and words, with a bar while it runs. */
export function WorkState({ work }: { readonly work: Work }) {
  const [icon, tone, words] = lookOf(work);
  return (
    <span class="grid min-w-0 gap-1">
      <span class="flex min-w-0 items-start gap-2">
        <Icon name={icon} class={`mt-0.5 ${tone}`} />
        <span class="min-w-0 wrap-anywhere">{words}</span>
      </span>
      {work.state === "running" && <WorkBar work={work} class="max-w-44" />}
    </span>
  );
}
