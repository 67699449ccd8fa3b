import { passageOf } from "@llmstxt-service/document/search";
import { wordsOf } from "@llmstxt-service/page/words";
import { Bar } from "../../parts/bar.tsx";
import { Outside } from "../../parts/outside.tsx";
import { Step } from "../../parts/step.tsx";
import { type Query, useQuery } from "../../state/query.ts";
import { count, some } from "../../words/amounts.ts";

/** A line of the file that matches the question. */
export interface Hit {
  readonly title: string;
  readonly note: string;
  readonly url: string;
  readonly line: number;
  readonly score: number;
}

/** Query for a page's Markdown by its address; undefined if its text is not kept. */
export type PageText = (url: string) => Query<string | undefined>;

export const NO_PAGES: PageText = () => ({ key: "no pages", ask: async () => undefined });

interface WalkProps {
  readonly question: string;
  readonly characters: number;
  readonly found: string;
  /** Matching lines, the best first. */
  readonly hits: readonly Hit[];
  /** Words of the question that no line has. */
  readonly missing: readonly string[];
  readonly pageText: PageText;
}

/** The steps of an agent to the answer, with all that it reads. */
export function Walk({ question, characters, found, hits, missing, pageText }: WalkProps) {
  const [best] = hits;
  if (best === undefined) return null;
  return (
    <ol class="panel divide-y divide-line [&>li]:px-4 [&>li]:py-3.5">
      <Step number={1} heading="h2" title="Reads llms.txt" aside={some(characters, "character")} />
      <Step number={2} heading="h2" title="Looks for the words of the question" aside={found}>
        {missing.length > 0 && <p class="mb-2 text-[13px] text-ink-3">In no line: {missing.join(", ")}.</p>}
        <ol class="divide-y divide-line overflow-hidden rounded-lg border border-line">
          {hits.map((hit, at) => (
            <li
              key={hit.line}
              class={`grid grid-cols-[42px_minmax(0,1fr)_44px] gap-x-3 px-3 py-2 ${at === 0 ? "bg-run-bg" : ""}`}
            >
              <span class="font-mono text-xs/5 text-ink-3">L{hit.line}</span>
              <span class="min-w-0 wrap-anywhere" dir="auto">
                <b class="font-medium">
                  <Marked text={hit.title} question={question} />
                </b>
                <span class="line-clamp-2 text-[13px]/[18px] text-ink-2">
                  <Marked text={hit.note} question={question} />
                </span>
              </span>
              <Bar
                class="mt-2"
                parts={[{ share: hit.score / best.score, look: "text-ink-2" }]}
                label={`weight ${hit.score.toFixed(1)}`}
              />
            </li>
          ))}
        </ol>
      </Step>
      <Opened question={question} hit={best} pageText={pageText} fileCharacters={characters} />
    </ol>
  );
}

/** Most characters of a passage that are shown. */
const MAX_PASSAGE = 600;

interface OpenedProps extends Pick<WalkProps, "question" | "pageText"> {
  readonly hit: Hit;
  readonly fileCharacters: number;
}

/** The page of the best line, with the passage that answers the question, if its text is kept. */
function Opened({ question, hit, pageText, fileCharacters }: OpenedProps) {
  const asked = useQuery(pageText(hit.url));
  const markdown = asked.type === "there" ? asked.value : undefined;
  const passage =
    markdown === undefined ? "" : passageOf(markdown, { question, weights: new Map(), most: MAX_PASSAGE });
  const page = markdown === undefined ? 0 : [...markdown].length;
  const title = (
    <>
      Opens{" "}
      <Outside class="font-mono text-[12.5px]" url={hit.url}>
        {hit.url}
      </Outside>
    </>
  );
  return (
    <>
      <Step number={3} heading="h2" title={title} aside={page > 0 ? some(page, "character") : ""}>
        {asked.type === "asking" && <p class="text-[13px] text-ink-3">Reading the page…</p>}
        {passage !== "" && (
          <blockquote class="border-l-3 border-ok bg-sunken px-3.5 py-2.5 text-[13.5px]/5 wrap-anywhere whitespace-pre-line">
            <Marked text={passage} question={question} />
          </blockquote>
        )}
        {asked.type === "there" && markdown !== undefined && passage === "" && (
          <p class="text-[13px] text-ink-2">The page has none of the question's words.</p>
        )}
        {asked.type !== "asking" && markdown === undefined && (
          <p class="text-[13px] text-ink-3">
            The page's text is not kept here. A crawl with llms-full.txt keeps it, and so does a site that publishes for
            agents.
          </p>
        )}
      </Step>
      {page > 0 && (
        <li class="flex flex-wrap items-baseline justify-between gap-x-3">
          <b class="font-[550]">Read in all</b>
          <span class="tabular-nums">{count(fileCharacters + page)} characters, 2 requests</span>
        </li>
      )}
    </>
  );
}

/** A word of a script that separates words by spaces. */
const WORDS = /([\p{L}\p{M}\p{N}]+)/u;

/** A text in which the question's words are marked. */
function Marked({ text, question }: { readonly text: string; readonly question: string }) {
  const asked = new Set(wordsOf(question));
  return (
    <>
      {text.split(WORDS).map((part, at) =>
        at % 2 === 1 && wordsOf(part).some((word) => asked.has(word)) ? (
          <mark key={at} class="rounded-xs bg-warn-line text-ink">
            {part}
          </mark>
        ) : (
          part
        ),
      )}
    </>
  );
}
