import { useMemo, useState } from "preact/hooks";
import { wordsDiff } from "../../document/words-diff.ts";
import { Seg } from "../../parts/seg.tsx";
import type { ChangedPage, ListedPage, SiteDiff, Version } from "../../protocol/types.ts";
import { useQuery } from "../../state/query.ts";
import { diffQuery } from "../../state/sites.ts";
import { pathOn } from "../../words/addresses.ts";
import { count } from "../../words/amounts.ts";
import { dateTime } from "../../words/times.ts";

/** Change of a text, word by word. */
function Words({ before, after }: { readonly before: string; readonly after: string }) {
  const runs = useMemo(() => wordsDiff(before, after), [before, after]);
  return (
    <>
      {runs.map((run, index) => {
        const key = `${index} ${run.type}`;
        if (run.type === "added") return <ins key={key}>{run.text}</ins>;
        if (run.type === "removed") return <del key={key}>{run.text}</del>;
        return run.text;
      })}
    </>
  );
}

type Kind = "added" | "removed" | "changed";

const SIGNS: Readonly<Record<Kind, readonly [sign: string, look: string, word: string]>> = {
  added: ["+", "text-ok", "Added"],
  removed: ["−", "text-bad", "Removed"],
  changed: ["~", "text-ink-3", "Changed"],
};

interface PageProps {
  readonly page: ListedPage | ChangedPage;
  readonly kind: Kind;
  readonly host: string;
  readonly hue: number;
}

function PageChange({ page, kind, host, hue }: PageProps) {
  const [sign, look] = SIGNS[kind];
  const side = (text: string | readonly [string, string]) =>
    typeof text === "string" ? text : <Words before={text[0]} after={text[1]} />;
  const hasExcerpt = typeof page.excerpt === "string" ? page.excerpt !== "" : page.excerpt.some(Boolean);
  return (
    <article class="mx-2.5 grid grid-cols-[16px_minmax(0,1fr)_auto] gap-x-[11px] rounded-lg p-2 hover:bg-sunken phone:grid-cols-[16px_minmax(0,1fr)]">
      <span class={`text-center font-mono text-sm/5 font-semibold ${look}`} aria-hidden="true">
        {sign}
      </span>
      <div class="min-w-0">
        <h4 class="font-medium wrap-anywhere">{side(page.title)}</h4>
        <code class="block truncate text-xs tracking-[-0.02em] text-ink-3">{pathOn(host, page.url)}</code>
        {hasExcerpt && <p class="mt-0.5 text-[13.5px] text-pretty wrap-anywhere text-ink-2">{side(page.excerpt)}</p>}
      </div>
      {page.section && (
        <span class="inline-flex h-5 items-center gap-[7px] text-[12.5px] text-ink-3 phone:col-start-2">
          <i class={`sq hue-${hue}`} />
          {page.section}
        </span>
      )}
    </article>
  );
}

/** One hue a section, in order of appearance. */
function huesOf(diff: SiteDiff): ReadonlyMap<string, number> {
  const hues = new Map<string, number>();
  for (const { section } of [...diff.added, ...diff.removed, ...diff.changed])
    if (!hues.has(section)) hues.set(section, section === "Optional" ? 8 : Math.min(7, hues.size));
  return hues;
}

function PagesDiff({ diff, host }: { readonly diff: SiteDiff; readonly host: string }) {
  const hues = huesOf(diff);
  return (
    <>
      {(["added", "removed", "changed"] as const).map(
        (kind) =>
          diff[kind].length > 0 && (
            <section key={kind}>
              <h3 class="flex items-center gap-2 px-[18px] pt-3.5 pb-1 text-[13.5px] font-[550]">
                {SIGNS[kind][2]} <span class="font-normal text-ink-3">{count(diff[kind].length)}</span>
              </h3>
              {diff[kind].map((page) => (
                <PageChange key={page.url} page={page} kind={kind} host={host} hue={hues.get(page.section) ?? 7} />
              ))}
            </section>
          ),
      )}
    </>
  );
}

function TextDiff({ unified }: { readonly unified: string }) {
  const lookOf = (line: string) => ({ "+": "add", "-": "cut" })[line.charAt(0)] ?? "";
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <div tabIndex={0} role="group" aria-label="Changed lines">
      <ol class="difftext py-2 font-mono text-[12.5px]/5 tracking-[-0.01em] wrap-anywhere">
        {unified
          .replace(/\n$/, "")
          .split("\n")
          .map((line, index) => (
            <li key={index} class={lookOf(line)}>
              {line || " "}
            </li>
          ))}
      </ol>
    </div>
  );
}

interface PickProps {
  readonly id: string;
  readonly label: string;
  readonly versions: readonly Version[];
  readonly value: string;
  readonly onPick: (id: string) => void;
}

function Pick({ id, label, versions, value, onPick }: PickProps) {
  return (
    <>
      <label class="sr-only" for={id}>
        {label}
      </label>
      <select
        id={id}
        class="select h-[30px] text-[13px] phone:h-10"
        value={value}
        onChange={(event) => onPick(event.currentTarget.value)}
      >
        {versions.map((version) => (
          <option key={version.id} value={version.id}>
            {dateTime(version.at)}
          </option>
        ))}
      </select>
    </>
  );
}

export interface Compared {
  readonly from: string;
  readonly to: string;
}

interface DiffViewProps {
  readonly siteId: string;
  readonly host: string;
  readonly versions: readonly Version[];
  readonly compared: Compared;
  readonly onCompare: (compared: Compared) => void;
}

/** Differences between two versions: by page, or as text. */
export function DiffView({ siteId, host, versions, compared, onCompare }: DiffViewProps) {
  const { from, to } = compared;
  const [as, setAs] = useState<"pages" | "text">("pages");
  const asked = useQuery(diffQuery(siteId, { from, to }));
  const diff = asked.type === "there" ? asked.value : undefined;
  const same = diff && diff.added.length + diff.removed.length + diff.changed.length === 0;
  return (
    <section class="panel min-w-0 pb-2" aria-labelledby="differences">
      <header class="flex flex-wrap items-center gap-2 border-b border-line py-[9px] pr-2.5 pl-4">
        <h2 id="differences" class="sr-only">
          Differences
        </h2>
        <Pick id="from" label="From" versions={versions} value={from} onPick={(id) => onCompare({ from: id, to })} />
        <span class="text-ink-3">to</span>
        <Pick id="to" label="To" versions={versions} value={to} onPick={(id) => onCompare({ from, to: id })} />
        <span class="flex-1" />
        <Seg
          label="Show differences as"
          value={as}
          choices={[
            { value: "pages", label: "Pages" },
            { value: "text", label: "Text" },
          ]}
          onChange={setAs}
        />
      </header>
      {asked.type === "asking" && <p class="px-[18px] py-4 text-ink-3">Comparing…</p>}
      {asked.type === "refused" && (
        <p class="px-[18px] py-4 text-bad" role="alert">
          {asked.why}
        </p>
      )}
      {same && as === "pages" && <p class="px-[18px] py-4 text-ink-3">No page differs.</p>}
      {diff && as === "pages" && <PagesDiff diff={diff} host={host} />}
      {diff && as === "text" && <TextDiff unified={diff.unified} />}
    </section>
  );
}
