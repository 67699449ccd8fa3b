import type { Site } from "../../protocol/types.ts";

interface SparkProps {
  /** Pages changed, oldest first; `failed` where the crawl did. */
  readonly history: Site["history"];
}

/** The last twelve crawls as bars: pages changed, a cross where it failed. */
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
      {history.map((changed, index) => {
        const x = index * 7.7;
        if (changed === "failed")
          return (
            <path
              key={index}
              class="stroke-fail"
              d={`M${x + 0.6} 14.2l4.4 4.4m0-4.4l-4.4 4.4`}
              stroke-width="1.5"
              stroke-linecap="round"
            />
          );
        const height = changed > 0 ? Math.max(4, (changed / most) * 19) : 2;
        const fill = changed > 0 ? "fill-s1" : "fill-line-2";
        return <rect key={index} class={fill} x={x} y={19 - height} width="5.6" height={height} rx="1.2" />;
      })}
    </svg>
  );
}
