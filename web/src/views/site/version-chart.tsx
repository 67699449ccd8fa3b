import type { SiteRun, Version, Versions } from "../../protocol/types.ts";
import { useQuery } from "../../state/query.ts";
import { runsQuery } from "../../state/sites.ts";
import { count, some } from "../../words/amounts.ts";
import { date } from "../../words/times.ts";
import type { Compared } from "./diff-view.tsx";
import type { SiteProps } from "./site-props.ts";
import { HEIGHT, type Scale, scaleOf, stepsOf, WIDTH } from "./version-steps.ts";

interface ChartProps extends Pick<SiteProps, "site"> {
  readonly versions: Versions;
  readonly compared: Compared | undefined;
}

function Between({ scale, from, to }: { readonly scale: Scale; readonly from: Version; readonly to: Version }) {
  const [left, right] = [scale.x(from.at), scale.x(to.at)].toSorted((a, b) => a - b);
  return <rect class="fill-ink opacity-5" x={left} y={0} width={(right ?? 0) - (left ?? 0)} height={HEIGHT} />;
}

/** A mark below for each crawl, a cross for one that failed. */
function Marks({ runs, scale }: { readonly runs: readonly SiteRun[]; readonly scale: Scale }) {
  return (
    <div class="relative h-4">
      {runs.map(({ id, at, outcome }) => (
        <span
          key={id}
          class={`absolute -translate-x-1/2 text-[11px]/4 ${outcome === "failed" ? "font-semibold text-bad" : "text-line-2"}`}
          style={{ left: `${(scale.x(at) / WIDTH) * 100}%` }}
          title={`${date(at)}: ${outcome === "failed" ? "failed" : "crawled"}`}
        >
          {outcome === "failed" ? "×" : "|"}
        </span>
      ))}
    </div>
  );
}

function Key() {
  return (
    <ul class="flex flex-wrap gap-x-3.5 gap-y-1 text-[12.5px] text-ink-2">
      <li class="inline-flex items-center gap-1.5">
        <i class="dot text-s0" />
        pages
      </li>
      <li class="inline-flex items-center gap-1.5">
        <i class="sq hue-0 opacity-30" />
        characters
      </li>
      <li>
        <span class="text-line-2">|</span> crawl
      </li>
      <li>
        <b class="text-bad">×</b> failed
      </li>
    </ul>
  );
}

/** `85 pages, 26,911 characters` */
const sizeOf = ({ pages, characters }: Version): string => `${some(pages, "page")}, ${some(characters, "character")}`;

/** Pages and characters over the versions, and each crawl below them. The list of versions says the same in words. */
export function VersionChart({ site, versions: { items, crawls }, compared }: ChartProps) {
  const asked = useQuery(runsQuery(site));
  const versions = items.toReversed();
  const [first, last] = [versions[0], versions.at(-1)];
  const runs = asked.type === "there" ? asked.value.filter(({ at }) => first && at >= first.at) : [];
  if (first === undefined || last === undefined || versions.length < 2) return null;
  const scale = scaleOf(versions, Date.now());
  const steps = stepsOf(versions, scale, ({ characters }) => scale.characters(characters));
  const [from, to] = [compared?.from, compared?.to].map((id) => items.find((version) => version.id === id));
  return (
    <section class="panel mb-[18px] px-4 pt-3 pb-2" aria-labelledby="history">
      <div class="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2 id="history" class="flex-1 whitespace-nowrap tabular-nums">
          {some(versions.length, "version")} in {some(crawls, "crawl")}
        </h2>
        <Key />
      </div>
      <div
        class="relative mt-2 h-28"
        role="img"
        aria-label={`From ${date(first.at)}, ${sizeOf(first)}, to ${date(last.at)}, ${sizeOf(last)}`}
      >
        <svg
          class="block size-full overflow-visible"
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <path class="fill-s0 opacity-15" d={`${steps}V${HEIGHT}H0z`} />
          {from && to && <Between scale={scale} from={from} to={to} />}
          <path
            class="fill-none stroke-s0"
            stroke-width="2"
            vector-effect="non-scaling-stroke"
            d={stepsOf(versions, scale, ({ pages }) => scale.pages(pages))}
          />
        </svg>
        {versions.map((version) => (
          <span
            key={version.id}
            class={`absolute size-2.5 -translate-1/2 rounded-full border-2 border-s0 ${version === from || version === to ? "bg-s0" : "bg-panel"}`}
            style={{ left: `${(scale.x(version.at) / WIDTH) * 100}%`, top: `${scale.pages(version.pages)}%` }}
            title={`${date(version.at)}: ${sizeOf(version)}`}
          />
        ))}
      </div>
      <Marks runs={runs} scale={scale} />
      <p class="flex justify-between text-[12px] text-ink-3 tabular-nums">
        <span>
          {date(first.at)}, {count(first.pages)} pages
        </span>
        <span>now, {count(last.pages)} pages</span>
      </p>
    </section>
  );
}
