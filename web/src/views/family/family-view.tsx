import { useState } from "preact/hooks";
import { readDocument } from "../../document/read.ts";
import { Answer } from "../../parts/answer.tsx";
import { Button } from "../../parts/button.tsx";
import { download } from "../../parts/download.ts";
import { Icon } from "../../parts/icon.tsx";
import { callText } from "../../protocol/http.ts";
import { count, some } from "../../words/amounts.ts";
import { DocumentView, Item } from "../done/document-view.tsx";
import type { ResultViewProps } from "../done/result-props.ts";
import { WayIn } from "../left-out/left-out-pages.tsx";
import { lackingOf } from "./lacking.ts";

type Relative = NonNullable<ResultViewProps["result"]["summary"]["relatives"]>[number];

/** A file of the family; the main one is the result's own. */
interface Member extends Pick<Relative, "file" | "name" | "pages" | "characters" | "language" | "version"> {
  readonly isMain: boolean;
}

const MAIN = "llms.txt";

function membersOf({ summary }: ResultViewProps["result"]): readonly Member[] {
  const { relatives = [], pages, characters } = summary;
  const main = { file: MAIN, name: "The main one", pages, characters, isMain: true };
  return [main, ...relatives.map((one) => ({ ...one, isMain: false }))];
}

/** Most squares of a file. */
const MAX_SQUARES = 30;

/** A table of files by language and version; each cell shows its pages as squares. */
export default function FamilyView(props: ResultViewProps) {
  const { result, request } = props;
  const members = membersOf(result);
  const [main] = members;
  const [chosen, setChosen] = useState(members[1] ?? main);
  const pages = members.reduce((sum, one) => sum + one.pages, 0);
  const perSquare = Math.ceil(Math.max(...members.map((one) => one.pages)) / MAX_SQUARES);
  const left = result.summary.leftOut.filter(({ reason }) => reason === "other language" || reason === "older version");
  return (
    <div class="grid gap-4">
      <section class="panel min-w-0" aria-labelledby="family">
        <div class="flex flex-wrap items-baseline gap-x-3 px-4 py-3">
          <h2 id="family">One llms.txt for each language and version</h2>
          <p class="flex-1 text-[13px] text-ink-3">
            {some(members.length, "file")}, {some(pages, "page")}, each in exactly one file. One square is{" "}
            {perSquare === 1 ? "a page" : `${count(perSquare)} pages`}; empty ones are what a file has fewer than the
            main one.
          </p>
        </div>
        <Files members={members} perSquare={perSquare} chosen={chosen} onChoose={setChosen} />
        {left.map((group) => (
          <div key={group.reason} class="border-t border-line px-4 pt-2.5 text-[13px] text-ink-2">
            {some(group.count, "page")} of {group.reason === "other language" ? "other languages" : "other versions"}{" "}
            known, but not written.
            <WayIn reason={group.reason} request={request} />
          </div>
        ))}
      </section>
      {chosen && <Chosen key={chosen.file} member={chosen} main={main} {...props} />}
    </div>
  );
}

interface FilesProps {
  readonly members: readonly Member[];
  readonly perSquare: number;
  readonly chosen: Member | undefined;
  readonly onChoose: (member: Member) => void;
}

function Files({ members, perSquare, chosen, onChoose }: FilesProps) {
  const languages = [...new Set(members.map(({ language = "" }) => language))];
  const versions = [...new Set(members.map(({ version = "" }) => version))];
  const main = members.find(({ isMain }) => isMain)?.pages ?? 0;
  const at = (language: string, version: string) =>
    members.find((one) => (one.language ?? "") === language && (one.version ?? "") === version);
  return (
    <div
      class="overflow-x-auto border-t border-line"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by key.
      tabIndex={0}
      role="region"
      aria-label="Files by language and version"
    >
      <table class="w-full text-left">
        <thead class={versions.length > 1 ? "" : "sr-only"}>
          <tr class="text-[12.5px] text-ink-3">
            <th scope="col" class="px-4 py-2">
              <span class="sr-only">Language</span>
            </th>
            {versions.map((version) => (
              <th key={version} scope="col" class="px-2 py-2 font-normal">
                {version || "Current"}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {languages.map((language, index) => (
            <tr key={language} class="border-t border-line">
              <th scope="row" class="px-4 py-3 align-top text-[13.5px] font-medium" lang={language}>
                {nameOf(language)}
                <small class="block text-[12.5px] font-normal text-ink-3">{language}</small>
              </th>
              {versions.map((version) => (
                <td key={version} class="p-1.5 align-top">
                  <Cell
                    member={at(language, version)}
                    chosen={chosen?.file}
                    onChoose={onChoose}
                    squares={{ main, perSquare, hue: index % 8 }}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Name of a language in that language. */
function nameOf(tag: string): string {
  try {
    return tag === "" ? "The main one" : (new Intl.DisplayNames(tag, { type: "language" }).of(tag) ?? tag);
  } catch {
    return tag; // RangeError: no tag
  }
}

interface CellProps {
  readonly member: Member | undefined;
  readonly chosen: string | undefined;
  readonly onChoose: (member: Member) => void;
  readonly squares: Omit<SquaresProps, "pages">;
}

function Cell({ member, chosen, onChoose, squares }: CellProps) {
  if (member === undefined) return <span class="block px-2.5 py-2 text-[13px] text-ink-3">None</span>;
  const { file, pages } = member;
  return (
    <button
      type="button"
      aria-pressed={file === chosen}
      class="grid w-full min-w-40 gap-1.5 rounded-control border border-transparent px-2.5 py-2 text-left hover:bg-sunken aria-pressed:border-ink"
      onClick={() => onChoose(member)}
    >
      <code>{file}</code>
      <Squares pages={pages} {...squares} />
      <small class="text-[12.5px] text-ink-3 tabular-nums">
        {some(pages, "page")}
        {pages < squares.main && `, ${count(squares.main - pages)} fewer`}
      </small>
    </button>
  );
}

interface SquaresProps {
  readonly pages: number;
  /** Pages of the main file. */
  readonly main: number;
  readonly perSquare: number;
  readonly hue: number;
}

/** Pages of a file, with empty squares up to those of the main one. */
function Squares({ pages, main, perSquare, hue }: SquaresProps) {
  const full = Math.ceil(pages / perSquare);
  return (
    <span class="flex flex-wrap gap-0.5" aria-hidden="true">
      {Array.from({ length: Math.max(full, Math.ceil(main / perSquare)) }, (_, n) => (
        <i key={n} class={n < full ? `sq hue-${hue}` : "sq sq-empty text-line-2"} />
      ))}
    </span>
  );
}

interface ChosenProps extends ResultViewProps {
  readonly member: Member;
  readonly main: Member | undefined;
}

/** The chosen file: its text, and the number of pages that it has fewer than the main one. */
function Chosen({ member, main, result }: ChosenProps) {
  const { file, name, pages, characters, isMain } = member;
  const fewer = (main?.pages ?? 0) - pages;
  const path = `/api/crawls/${encodeURIComponent(result.id)}/files/${encodeURIComponent(file)}`;
  const text = { key: path, ask: async (signal: AbortSignal) => (isMain ? result.text : callText(path, {}, signal)) };
  return (
    <section class="panel min-w-0" aria-labelledby="member">
      <header class="px-4 py-2.5">
        <h2 id="member" dir="auto">
          {name}
        </h2>
        <p class="text-[13px] text-ink-3 tabular-nums">
          {file} · {some(pages, "page")} · {some(characters, "character")}
          {fewer > 0 && ` · ${some(fewer, "page")} fewer than the main one`}
        </p>
      </header>
      <Answer query={text}>
        {(own) => (
          <>
            <Button
              icon="down"
              label={`Download ${file}`}
              class="btn-small mx-4 mb-2.5"
              onClick={() => download(own, file)}
            />
            {main && !isMain && (
              <Lacking
                main={{ ...main, ...readDocument(result.text) }}
                other={{ ...member, ...readDocument(own) }}
                fewer={fewer}
              />
            )}
            <div class="max-h-[70vh] overflow-y-auto border-t border-line">
              <DocumentView document={readDocument(own)} />
            </div>
          </>
        )}
      </Answer>
    </section>
  );
}

/** Most missing pages named of a section; the rest are counted. */
const MAX_NAMED = 200;

interface LackingProps {
  readonly main: Parameters<typeof lackingOf>[0];
  readonly other: Parameters<typeof lackingOf>[1];
  readonly fewer: number;
}

/** Pages of the main file that are missing in the chosen one, by section. */
function Lacking({ main, other, fewer }: LackingProps) {
  const lacking = lackingOf(main, other);
  if (lacking === undefined)
    return fewer > 0 ? (
      <p class="px-4 pb-2.5 text-[13px] text-ink-3">
        Its addresses are unlike those of the main one, so the missing pages are not known by name.
      </p>
    ) : null;
  return (
    <section aria-label="Missing pages">
      {lacking.sections.map(({ name, hue, items }) => (
        <details key={name} class="border-t border-line">
          <summary class="flex items-center gap-2 px-4 py-2 text-[13px]">
            <Icon name="chev" class="chev text-ink-3" />
            <i class={`sq sq-empty hue-${hue}`} />
            <span class="flex-1 wrap-anywhere">{name}</span>
            <span class="text-ink-3 tabular-nums">{some(items.length, "page is missing", "pages are missing")}</span>
          </summary>
          <ul class="doc px-4 pb-2">
            {items.slice(0, MAX_NAMED).map((item) => (
              <Item key={item.line} item={item} />
            ))}
            {items.length > MAX_NAMED && <li class="text-ink-3">and {count(items.length - MAX_NAMED)} more</li>}
          </ul>
        </details>
      ))}
    </section>
  );
}
