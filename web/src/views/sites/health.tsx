import { SITE_AGE_NAMES } from "@llmstxt-service/service/sites/site-query";
import { Icon } from "../../parts/icon.tsx";
import type { SiteAge, SiteHealth, SiteStatus } from "../../protocol/types.ts";
import { chosenStatuses, type ListPlace, withStatus } from "../../state/list-place.ts";
import { useQuery } from "../../state/query.ts";
import { healthQuery } from "../../state/sites.ts";
import { count } from "../../words/amounts.ts";
import { STATUS_WORDS } from "../../words/site-status.ts";
import { PER_ROW, SQUARE, squaresOf } from "./squares.ts";

const AGE_WORDS: Readonly<Record<SiteAge, string>> = {
  "1h": "under 1 h",
  "6h": "1–6 h",
  "12h": "6–12 h",
  "1d": "12–24 h",
  "2d": "1–2 d",
  "4d": "2–4 d",
  "1w": "4–7 d",
  "2w": "1–2 wk",
  "4w": "2–4 wk",
  older: "over 4 wk",
  never: "none yet",
};

/** From the bottom of a column to its top. */
const STATES: readonly (readonly [status: SiteStatus, look: string])[] = [
  ["upToDate", "text-s4"],
  ["changed", "text-s1"],
  ["crawling", "text-run"],
  ["due", "text-s8"],
  ["paused", "text-line-2"],
  ["shrunk", "text-s5"],
  ["notLive", "text-s2"],
  ["undelivered", "text-s3"],
  ["failing", "text-fail"],
];

const NEEDS = [
  { filter: "failing", icon: "x", tone: "text-bad", words: "two or more crawls in a row" },
  { filter: "undelivered", icon: "out", tone: "text-bad", words: "made, but the store did not take them" },
  { filter: "notLive", icon: "clock", tone: "text-warn", words: "their own site serves other files" },
  { filter: "shrunk", icon: "alert", tone: "text-warn", words: "at least a tenth fewer pages" },
] as const satisfies readonly { filter: SiteStatus; icon: string; tone: string; words: string }[];

interface PlaceProps {
  readonly place: ListPlace;
  readonly onPlace: (change: Partial<ListPlace>) => void;
}

type Ages = SiteHealth["ages"];

const sumOf = (states: Ages[SiteAge]): number => Object.values(states).reduce((sum, sites) => sum + sites, 0);

const sumIn = (ages: Ages, status: SiteStatus): number =>
  SITE_AGE_NAMES.reduce((sum, age) => sum + (ages[age][status] ?? 0), 0);

function Column({ age, ages, perSquare, place, onPlace }: PlaceProps & ColumnProps) {
  const states = ages[age];
  const squares = squaresOf(
    STATES.map(([status]) => states[status] ?? 0),
    perSquare,
  );
  const rows = Math.ceil(squares.total / PER_ROW);
  const all = sumOf(states);
  const isChosen = place.age === age;
  return (
    <button
      type="button"
      class="relative grid content-end justify-items-start gap-0.5 rounded-md p-1 text-left hover:bg-hover disabled:opacity-60 aria-pressed:bg-hover aria-pressed:outline-2 aria-pressed:outline-ink"
      aria-pressed={isChosen}
      disabled={all === 0 && !isChosen}
      onClick={() => onPlace({ age: isChosen ? "" : age })}
    >
      <svg
        width={PER_ROW * SQUARE}
        height={rows * SQUARE}
        viewBox={`0 ${-rows * SQUARE} ${PER_ROW * SQUARE} ${rows * SQUARE}`}
        aria-hidden="true"
      >
        {squares.paths.map(
          (path, at) => path && <path key={STATES[at]?.[0]} class={STATES[at]?.[1]} fill="currentColor" d={path} />,
        )}
      </svg>
      <b class="text-[12.5px]/4 font-medium tabular-nums">
        {count(all)}
        <span class="sr-only">{all === 1 ? " site, " : " sites, "}</span>
      </b>
      <span class="text-[11.5px]/4 whitespace-nowrap text-ink-3">{AGE_WORDS[age]}</span>
    </button>
  );
}

interface ColumnProps {
  readonly age: SiteAge;
  readonly ages: Ages;
  readonly perSquare: number;
}

/** Squares that the fullest column has at most. */
const MAX_SQUARES = 200;

const NICE = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000];

function Drawn({ ages, ...props }: PlaceProps & { readonly ages: Ages }) {
  const most = Math.max(...SITE_AGE_NAMES.map((age) => sumOf(ages[age])));
  const perSquare = NICE.find((sites) => most / sites <= MAX_SQUARES) ?? 25_000;
  const present = STATES.filter(([status]) => sumIn(ages, status) > 0).toReversed();
  return (
    <section class="panel flex min-w-0 flex-col px-4 pt-3 pb-2.5" aria-labelledby="health">
      <div class="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2 id="health" class="flex-1 whitespace-nowrap">
          Age of the last good crawl
        </h2>
        <div class="flex flex-wrap gap-x-1 gap-y-1 text-[12.5px] text-ink-2" role="group" aria-label="States to list">
          {present.map(([status, look]) => (
            <button
              key={status}
              type="button"
              class="inline-flex min-h-6 items-center gap-1.5 rounded-md px-1.5 hover:bg-hover aria-pressed:bg-hover aria-pressed:text-ink phone:min-h-10"
              aria-pressed={chosenStatuses(props.place).includes(status)}
              onClick={() => props.onPlace({ filter: withStatus(props.place, status) })}
            >
              <i class={`sq ${look}`} style={{ background: "currentColor" }} />
              {STATUS_WORDS[status]}
            </button>
          ))}
        </div>
      </div>
      <div class="mt-2 flex flex-1 items-end justify-between gap-1 overflow-x-auto px-0.5 pb-1">
        {SITE_AGE_NAMES.map((age) => (
          <Column key={age} age={age} ages={ages} perSquare={perSquare} {...props} />
        ))}
      </div>
      <p class="text-[12.5px] text-ink-3">
        {perSquare === 1
          ? "Each square is one site."
          : `One square is ${count(perSquare)} sites; a state with fewer sites has one square, too.`}{" "}
        Choose a column, or one or more states, to list their sites.
      </p>
    </section>
  );
}

function Needs({ ages, place, onPlace, all }: PlaceProps & { readonly ages: Ages; readonly all: number }) {
  const needs = NEEDS.map((need) => ({ ...need, sites: sumIn(ages, need.filter) }));
  return (
    <section class="panel overflow-hidden" aria-labelledby="needs">
      <h2 id="needs" class="px-4 py-3 tabular-nums">
        Needs you: {count(needs.reduce((sum, { sites }) => sum + sites, 0))} of {count(all)}
      </h2>
      <ul>
        {needs.map(({ filter, icon, tone, words, sites }) => (
          <li key={filter}>
            <button
              type="button"
              class="flex w-full items-center gap-3 border-t border-line px-4 py-2 text-left hover:bg-hover aria-pressed:bg-hover"
              aria-pressed={chosenStatuses(place).includes(filter)}
              onClick={() => onPlace({ filter: withStatus(place, filter) })}
            >
              <Icon name={icon} class={tone} />
              <span class="min-w-0 flex-1">
                <span class="block text-[13.5px]/5 font-medium">{STATUS_WORDS[filter]}</span>
                <span class="block text-[12.5px]/4 text-ink-3">{words}</span>
              </span>
              <b class="text-[13.5px] font-[550] tabular-nums">{count(sites)}</b>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Fewer sites are seen in the list itself. */
const DRAWN_FROM = 25;

/** State of all sites at a glance: by the age of their last good crawl, and those that need somebody. Counts need no rows. */
export function Health({ all, ...props }: PlaceProps & { readonly all: number }) {
  const asked = useQuery(healthQuery(all));
  if (all < DRAWN_FROM) return null;
  // The place is kept: the rows below stay where they are.
  if (asked.type === "asking") return <div class="mt-4 h-[274px] narrow:h-[400px]" />;
  if (asked.type === "refused") return null;
  const { ages } = asked.value;
  return (
    <div class="mt-4 grid grid-cols-[minmax(0,1fr)_304px] gap-3.5 narrow:grid-cols-1">
      <Drawn ages={ages} {...props} />
      <Needs ages={ages} all={all} {...props} />
    </div>
  );
}
