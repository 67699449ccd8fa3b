import type { Version } from "@llmstxt-service/service/shapes";
import { useState } from "preact/hooks";
import { Outside } from "../../parts/code.tsx";
import { Answer } from "../../parts/notice.tsx";
import { Seg } from "../../parts/seg.tsx";
import { useAsked } from "../../state/asked.ts";
import { withQuery } from "../../state/call.ts";
import { count } from "../../words/amounts.ts";
import { Rows } from "./rows.tsx";

type Found = NonNullable<Version["difference"]>;

type Pair = readonly [before: string, after: string];

/** Number of leading words that two texts share. */
function sharedStart(a: readonly string[], b: readonly string[]): number {
  const end = a.findIndex((word, at) => word !== b[at]);
  return end < 0 ? a.length : end;
}

/** A changed text: common start and end once, and between them the removed and added words. */
function Words({ pair: [before, after] }: { readonly pair: Pair }) {
  const [old, now] = [before.split(" "), after.split(" ")];
  const start = sharedStart(old, now);
  const end = sharedStart(old.slice(start).reverse(), now.slice(start).reverse());
  const middle = (words: readonly string[]) => words.slice(start, words.length - end).join(" ");
  const [gone, come] = [middle(old), middle(now)];
  return (
    <>
      {now.slice(0, start).join(" ")} {gone && <del>{gone}</del>} {come && <ins>{come}</ins>}{" "}
      {end > 0 && now.slice(-end).join(" ")}
    </>
  );
}

interface PageProps {
  readonly sign: string;
  readonly look: string;
  readonly url: string;
  readonly title: string | Pair | undefined;
  readonly excerpt?: Pair | undefined;
  /** Section, or old and new section. */
  readonly place?: string;
}

const PageRow = ({ sign, look, url, title, excerpt, place }: PageProps) => (
  <li class="grid grid-cols-[16px_minmax(0,1fr)] gap-x-[11px] px-[18px] py-1.5">
    <span class={`text-center font-mono text-sm/5 font-semibold ${look}`} aria-hidden="true">
      {sign}
    </span>
    <span class="min-w-0">
      {title !== undefined && (
        <span class="block font-medium wrap-anywhere" dir="auto">
          {typeof title === "string" ? title : <Words pair={title} />}
        </span>
      )}
      <Outside class="block truncate font-mono text-xs tracking-[-0.02em] text-ink-3" url={url}>
        {url}
      </Outside>
      {excerpt && (
        <span class="mt-0.5 block text-[13.5px] text-pretty wrap-anywhere text-ink-2" dir="auto">
          <Words pair={excerpt} />
        </span>
      )}
      {place && <span class="block text-[13px] text-ink-3">{place}</span>}
    </span>
  </li>
);

/** The pages of each kind, as rows. */
function kindsOf({ added, removed, changed, moved }: Found) {
  const gone = { sign: "−", look: "text-bad" };
  const come = { sign: "+", look: "text-ok" };
  const other = { sign: "~", look: "text-ink-3" };
  return [
    ["Added", added.map(({ url, title, section }): PageProps => ({ ...come, url, title, place: section }))],
    ["Removed", removed.map(({ url, title, section }): PageProps => ({ ...gone, url, title, place: section }))],
    ["Changed", changed.map(({ url, title, excerpt }): PageProps => ({ ...other, url, title, excerpt }))],
    [
      "Moved",
      moved.map(({ url, title, from, section }): PageProps => {
        const place = `From ${from} to ${section}`;
        return { ...other, sign: "→", url, title, place };
      }),
    ],
  ] as const;
}

const HEAD = [
  ["name", "Name"],
  ["summary", "Summary"],
  ["notes", "Notes"],
] as const;

function Pages({ difference }: { readonly difference: Found }) {
  const head = HEAD.flatMap(([field, word]) => {
    const pair = difference[field];
    return pair ? [{ word, pair }] : [];
  });
  const kinds = kindsOf(difference).filter(([, rows]) => rows.length > 0);
  if (head.length + kinds.length === 0)
    return <p class="px-[18px] py-4 text-ink-2">No page differs; the order does, or the head: see Text.</p>;
  return (
    <>
      {head.map(({ word, pair }) => (
        <p key={word} class="px-[18px] pt-3.5 wrap-anywhere" dir="auto">
          <b class="font-[550]">{word}:</b> <Words pair={pair} />
        </p>
      ))}
      {kinds.map(([word, rows]) => (
        <section key={word} class="pb-2">
          <h3 class="flex items-center gap-2 px-[18px] pt-3.5 pb-1 text-[13.5px] font-[550]">
            {word} <span class="font-normal text-ink-3">{count(rows.length)}</span>
          </h3>
          <Rows label={word} rows={rows} row={(row) => <PageRow key={row.url} {...row} />} />
        </section>
      ))}
    </>
  );
}

const LOOKS: Readonly<Record<string, string>> = { "+": "add", "-": "cut" };

/** Most lines drawn: a rewritten text has thousands. */
const DRAWN = 3000;

function Text({ unified }: { readonly unified: string }) {
  const lines = unified.replace(/\n$/, "").split("\n");
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <div tabIndex={0} role="group" aria-label="Changed lines">
      <ol class="difftext py-2 font-mono text-[12.5px]/5 tracking-[-0.01em] wrap-anywhere">
        {lines.slice(0, DRAWN).map((line, index) => (
          <li key={index} class={LOOKS[line.charAt(0)] ?? ""}>
            {line || " "}
          </li>
        ))}
      </ol>
      {lines.length > DRAWN && <p class="px-[18px] pb-3 text-ink-3">{count(lines.length - DRAWN)} lines more.</p>}
    </div>
  );
}

const VIEWS = [
  { value: "pages", label: "Pages" },
  { value: "text", label: "Text" },
] as const;

interface DifferenceProps {
  readonly siteId: string;
  readonly version: number;
  readonly against: number;
}

/** The difference between two versions: by page, or as text. */
export function Difference({ siteId, version, against }: DifferenceProps) {
  const [view, setView] = useState<"pages" | "text">("pages");
  const asked = useAsked<Version>(withQuery(`/api/sites/${siteId}/versions/${version}`, { against }));
  return (
    <>
      <div class="px-3.5 pt-2.5">
        <Seg label="Difference as" choices={VIEWS} value={view} onChange={setView} />
      </div>
      <Answer asked={asked}>
        {({ difference }) => {
          if (!difference || difference.unified === "")
            return <p class="px-[18px] py-4 text-ink-2">Both have the same text.</p>;
          return view === "text" ? <Text unified={difference.unified} /> : <Pages difference={difference} />;
        }}
      </Answer>
    </>
  );
}
