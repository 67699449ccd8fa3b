import { useMemo } from "preact/hooks";
import { wordsDiff } from "../document/words-diff.ts";
import type { ChangedPage, ListedPage, SiteDiff } from "../protocol/types.ts";
import { pathOn } from "../words/addresses.ts";
import { count } from "../words/amounts.ts";

/** Change of a text, by word. */
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

/** Colours of the sections, in order of appearance. */
function huesOf(diff: SiteDiff): ReadonlyMap<string, number> {
  const hues = new Map<string, number>();
  for (const { section } of [...diff.added, ...diff.removed, ...diff.changed])
    if (!hues.has(section)) hues.set(section, section === "Optional" ? 8 : Math.min(7, hues.size));
  return hues;
}

/** Renamed sections, and pages that have moved to another section. */
function Moves({ renamed, moved }: Pick<SiteDiff, "renamed" | "moved">) {
  if (renamed.length + moved.length === 0) return null;
  return (
    <section>
      <KindHead word={moved.length === 0 ? "Renamed" : renamed.length === 0 ? "Moved" : "Renamed and moved"}>
        {renamed.length + moved.length}
      </KindHead>
      <ul class="grid gap-1.5 px-[18px] py-1 text-[13.5px]">
        {renamed.map(([from, to]) => (
          <li key={from} class="wrap-anywhere" dir="auto">
            Section <del>{from}</del> <ins>{to}</ins>
          </li>
        ))}
        {moved.map(({ url, title, from, section }) => (
          <li key={url} class="wrap-anywhere" dir="auto">
            <b class="font-medium">{title}</b>{" "}
            <span class="text-ink-3">
              from {from} to {section}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function KindHead({ word, children }: { readonly word: string; readonly children: number }) {
  return (
    <h3 class="flex items-center gap-2 px-[18px] pt-3.5 pb-1 text-[13.5px] font-[550]">
      {word} <span class="font-normal text-ink-3">{count(children)}</span>
    </h3>
  );
}

/** Pages as squares, section by section: full is added, empty removed, half changed. */
function Sections({ diff, hues }: { readonly diff: SiteDiff; readonly hues: ReadonlyMap<string, number> }) {
  const of = (section: string, kind: Kind) => diff[kind].filter((page) => page.section === section).length;
  return (
    <ul class="flex flex-wrap gap-x-6 gap-y-1.5 border-b border-line px-[18px] py-2.5 text-[13px]">
      {[...hues].map(([section, hue]) => (
        <li key={section} class="flex items-center gap-2">
          <span class="wrap-anywhere" dir="auto">
            {section || "Other pages"}
          </span>
          <span class={`flex flex-wrap gap-[3px] hue-${hue}`} aria-hidden="true">
            {KINDS.flatMap((kind) =>
              Array.from({ length: Math.min(MAX_SQUARES, of(section, kind)) }, (_, n) => (
                <i key={`${kind} ${n}`} class={`sq ${SQUARES[kind]}`} />
              )),
            )}
          </span>
          {KINDS.map((kind) => {
            const pages = of(section, kind);
            const [sign, look, word] = SIGNS[kind];
            return (
              pages > 0 && (
                <span key={kind} class={`font-mono text-xs font-medium ${look}`}>
                  {sign}
                  {count(pages)}
                  <span class="sr-only"> {word.toLowerCase()}</span>
                </span>
              )
            );
          })}
        </li>
      ))}
    </ul>
  );
}

const KINDS = ["added", "removed", "changed"] as const satisfies readonly Kind[];

const SQUARES: Readonly<Record<Kind, string>> = { added: "", removed: "sq-empty", changed: "sq-half" };

/** Squares of one kind in one section. */
const MAX_SQUARES = 24;

function PagesDiff({ diff, host }: { readonly diff: SiteDiff; readonly host: string }) {
  const hues = huesOf(diff);
  const { added, removed, changed, renamed, moved } = diff;
  const differ = [added, removed, changed, renamed, moved].some(({ length }) => length > 0);
  if (!differ) return <p class="px-[18px] py-4 text-ink-3">No page differs.</p>;
  return (
    <>
      {hues.size > 0 && <Sections diff={diff} hues={hues} />}
      <Moves renamed={renamed} moved={moved} />
      {KINDS.map(
        (kind) =>
          diff[kind].length > 0 && (
            <section key={kind}>
              <KindHead word={SIGNS[kind][2]}>{diff[kind].length}</KindHead>
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

export type DiffAs = "pages" | "text";

export const DIFF_AS = [
  { value: "pages", label: "Pages" },
  { value: "text", label: "Text" },
] as const;

interface DiffProps {
  readonly diff: SiteDiff;
  readonly host: string;
  readonly as: DiffAs;
}

/** Differences between two documents: by page, or as text. */
export const Diff = ({ diff, host, as }: DiffProps) =>
  as === "pages" ? <PagesDiff diff={diff} host={host} /> : <TextDiff unified={diff.unified} />;
