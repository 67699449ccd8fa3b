import { itemsOf, parseLlmsTxt } from "@llmstxt-service/document/check";
import { LexicalReader } from "@llmstxt-service/document/eval/lexical";
import { wordsOf } from "@llmstxt-service/page/words";
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Button } from "../../parts/button.tsx";
import { Form } from "../../parts/form.tsx";
import { Icon } from "../../parts/icon.tsx";
import { count, some } from "../../words/amounts.ts";
import { type Hit, type PageText, Walk } from "./walk.tsx";

interface AskViewProps {
  readonly text: string;
  /** Query for the text of a listed page. */
  readonly pageText: PageText;
  /** Figures of the whole file, and advice. */
  readonly children?: ComponentChildren;
}

/** Most matching lines shown. */
const MAX_HITS = 5;
const MAX_TRIES = 3;

/** Ranks the lines of a file for a question, by the code that measures findability. */
function readerOf(text: string) {
  const parsed = parseLlmsTxt(text);
  const sections = parsed.sections.flatMap(({ name, items }) => items.map(({ line }) => [line, name] as const));
  const sectionOf = new Map(sections);
  const items = itemsOf(parsed).map(({ title, url, excerpt = "", line }) => ({
    // Keys are line numbers: of lines that match equally the first comes first.
    ...{ key: String(line).padStart(7, "0"), url, title, section: sectionOf.get(line) ?? "", note: excerpt },
    line,
  }));
  const byKey = new Map(items.map((item) => [item.key, item]));
  const words = new Set(items.flatMap(({ title, section, note }) => wordsOf(`${title} ${section} ${note}`)));
  const reader = new LexicalReader({ items, characters: [...text].length });
  return {
    lines: items.length,
    characters: [...text].length,
    titles: items.map(({ title }) => title),
    missing: (question: string) => [...new Set(wordsOf(question))].filter((word) => !words.has(word)),
    hits: (question: string): readonly Hit[] =>
      reader.search(question, "").pages.flatMap(({ key, score }) => {
        const item = byKey.get(key);
        return item === undefined ? [] : [{ ...item, score }];
      }),
  };
}

/** Titles from all parts of the file, as examples of questions. */
const triesOf = (titles: readonly string[]): readonly string[] =>
  Array.from({ length: MAX_TRIES }, (_, n) => titles[Math.floor(((n + 0.5) / MAX_TRIES) * titles.length)]).flatMap(
    (title) => title ?? [],
  );

/**
 * A question, and the steps of an agent that searches by words: the file, the matching lines, the page that it opens.
 */
export default function AskView({ text, pageText, children }: AskViewProps) {
  const reader = useMemo(() => readerOf(text), [text]);
  const [typed, setTyped] = useState("");
  const [question, setQuestion] = useState("");
  const ask = (words: string) => {
    setTyped(words);
    setQuestion(words.trim());
  };
  const hits = question === "" ? [] : reader.hits(question);
  return (
    <div class="grid grid-cols-[minmax(0,1fr)_320px] items-start gap-[22px] narrow:grid-cols-1">
      <section aria-label="Ask">
        <Question typed={typed} onType={setTyped} onAsk={ask} />
        <div class="mt-2 flex flex-wrap gap-1.5" role="group" aria-label="Things to ask about">
          {triesOf(reader.titles).map((title) => (
            <Button key={title} class="btn-small max-w-full" onClick={() => ask(title)}>
              <span class="truncate" dir="auto">
                {title}
              </span>
            </Button>
          ))}
        </div>
        <p class="mt-2 mb-3.5 text-[13px] text-ink-3">
          Your browser ranks the lines by their words alone. No model is asked, and the question is sent nowhere.
        </p>
        <div aria-live="polite">
          {question !== "" && hits.length === 0 && (
            <div class="panel p-6">
              <h2>No line matches</h2>
              <p class="mt-1 text-ink-2">
                No line has any of these words: <b class="font-medium">{wordsOf(question).join(", ") || question}</b>.
                An agent stops here, or guesses an address.
              </p>
            </div>
          )}
          {hits.length > 0 && (
            <Walk
              key={question}
              question={question}
              characters={reader.characters}
              hits={hits.slice(0, MAX_HITS)}
              pageText={pageText}
              found={`${some(hits.length, "line matches", "lines match")} of ${count(reader.lines)}`}
              missing={reader.missing(question)}
            />
          )}
        </div>
      </section>
      <aside class="grid gap-3.5" aria-label="What would help">
        {children}
      </aside>
    </div>
  );
}

interface QuestionProps {
  readonly typed: string;
  readonly onType: (typed: string) => void;
  readonly onAsk: (words: string) => void;
}

/** Field for a question, which has the focus at first. */
function Question({ typed, onType, onAsk }: QuestionProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  return (
    <Form role="search" onSend={() => onAsk(typed)}>
      <label class="mb-1.5 block text-[13.5px] font-medium" for="question">
        Ask as an agent would
      </label>
      <div class="panel flex items-center gap-2 p-1.5 pl-3.5 focus-within:outline-2 focus-within:outline-focus">
        <Icon name="search" class="text-ink-3" />
        <input
          id="question"
          ref={field}
          class="h-9 min-w-0 flex-1 bg-transparent text-[15px] outline-none phone:text-base"
          autocomplete="off"
          maxLength={500}
          placeholder="How do I …"
          value={typed}
          onInput={({ currentTarget }) => onType(currentTarget.value)}
        />
        <Button label="Ask" type="submit" class="btn-primary" />
      </div>
    </Form>
  );
}
