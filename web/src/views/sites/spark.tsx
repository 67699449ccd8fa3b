import type { Site } from "../../protocol/types.ts";

interface SparkProps {
  /** Pages changed in each crawl, oldest first; `failed` for a failed crawl. */
  readonly history: Site["history"];
}

type Changed = Site["history"][number];

const bar = (x: number, height: number) => `M${x} 19v${-height}h5.6v${height}z`;

/** Each kind of crawl is one path, since a list has thousands of sites. */
const DRAWN: readonly { look: string; part: (changed: Changed, x: number, most: number) => string }[] = [
  {
    look: "fill-s1",
    part: (changed, x, most) =>
      changed !== "failed" && changed > 0 ? bar(x, Math.round(Math.max(4, (changed / most) * 19))) : "",
  },
  { look: "fill-line-2", part: (changed, x) => (changed === 0 ? bar(x, 2) : "") },
  {
    look: "stroke-fail stroke-[1.5]",
    part: (changed, x) => (changed === "failed" ? `M${x + 0.6} 14.2l4.4 4.4m0-4.4l-4.4 4.4` : ""),
  },
];

/** The last twelve crawls as bars of changed pages, with a cross for a failure. */
export function Spark({ history }: SparkProps) {
  if (history.length === 0) return null;
  const most = Math.max(6, ...history.map((changed) => (changed === "failed" ? 0 : changed)));
  const said = history.join(", ");
  return (
    <svg
      class="block h-5 w-[92px]"
      viewBox="0 0 92 20"
      role="img"
      aria-label={`Pages changed in the last ${history.length} crawls: ${said}`}
    >
      {DRAWN.map(({ look, part }) => (
        <path key={look} class={look} d={history.map((changed, at) => part(changed, at * 7.7, most)).join("")} />
      ))}
    </svg>
  );
}
