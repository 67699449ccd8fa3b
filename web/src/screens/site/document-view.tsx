import { type Parsed, type ParsedItem, type ParsedSection, parse } from "@llmstxt-service/document/check";
import { useEffect, useMemo, useState } from "preact/hooks";
import { Button } from "../../parts/button.tsx";
import { Outside } from "../../parts/code.tsx";
import { count } from "../../words/amounts.ts";
import { entryFor } from "./edits.ts";
import { HeadForm } from "./head-form.tsx";
import { PageForm } from "./page-form.tsx";
import { SectionForm } from "./section-form.tsx";
import type { DocumentProps } from "./site-props.ts";
import type { Editing } from "./use-editing.ts";

/** Colour of the section at `index`: the same from the 8th section on; grey for Optional. */
export const hueOf = (name: string, index: number): string => `hue-${name === "Optional" ? 8 : Math.min(index, 7)}`;

interface Edited extends DocumentProps {
  /** Element being edited: `head`, `section <name>` or `page <url>`; empty if none. */
  readonly open: string;
  readonly onOpen: (place: string) => void;
  /** The document as the crawl wrote it. */
  readonly crawled: Parsed;
}

interface PencilProps {
  readonly of: string;
  readonly place: string;
  readonly onOpen: (place: string) => void;
}

const Pencil = ({ of, place, onOpen }: PencilProps) => (
  <Button
    icon="pen"
    class="btn-icon btn-small btn-quiet pencil"
    aria-label={`Edit: ${of}`}
    data-place={place}
    onClick={() => onOpen(place)}
  />
);

const isMarkdown = (url: string) => /\.md$/.test(url.split(/[?#]/, 1)[0] ?? "");

/** Marks of an owner's changes. */
const marksOf = ({ draft }: Editing, url: string): string => {
  const entry = entryFor(draft, url);
  const marks = [
    entry?.pin && "Pinned",
    entry?.section != null && "Moved here",
    entry?.title != null && "Your title",
    entry?.description != null && "Your text",
  ];
  return marks.filter(Boolean).join(", ");
};

/** Untrusted text is shown as text nodes, with links only to http and https. */
function ItemRow({ item, ...props }: Edited & { readonly item: ParsedItem }) {
  const { editing, open, onOpen } = props;
  const place = `page ${item.url}`;
  const marks = marksOf(editing, item.url);
  return (
    <li dir="auto" class={marks ? "mine" : ""}>
      {open === place ? (
        <PageForm {...props} item={item} onClose={() => onOpen("")} />
      ) : (
        <div class="flex items-start gap-2">
          <div class="min-w-0 flex-1">
            <Outside class="font-medium" url={item.url}>
              {item.title}
            </Outside>
            {isMarkdown(item.url) && (
              <span class="md" title="Markdown version of the page">
                md
              </span>
            )}
            {marks && <span class="mark">{marks}</span>}
            {item.excerpt && <p>{item.excerpt}</p>}
          </div>
          <Pencil of={item.title} place={place} onOpen={onOpen} />
        </div>
      )}
    </li>
  );
}

interface SectionProps extends Edited {
  readonly section: ParsedSection;
  readonly index: number;
  /** Number of drawn items. */
  readonly drawn: number;
}

function Section({ section, index, drawn, ...props }: SectionProps) {
  const { open, onOpen } = props;
  const place = `section ${section.name}`;
  return (
    <section>
      <h3
        id={`section-${section.line}`}
        class="mt-[26px] mb-1.5 flex scroll-mt-28 items-center gap-2.5 text-base/6 font-semibold tracking-[-0.015em]"
      >
        <i class={`sq ${hueOf(section.name, index)}`} />
        <bdi>{section.name}</bdi>
        <span class="flex-1 text-[13px] font-normal tracking-normal text-ink-3">{count(section.items.length)}</span>
        {section.name !== "Optional" && <Pencil of={`section ${section.name}`} place={place} onOpen={onOpen} />}
      </h3>
      {open === place && <SectionForm {...props} section={section} onClose={() => onOpen("")} />}
      <ul>
        {section.items.slice(0, drawn).map((item) => (
          <ItemRow key={item.line} item={item} {...props} />
        ))}
      </ul>
    </section>
  );
}

/** Items drawn in one frame: a thousand would delay it visibly. */
const AT_ONCE = 300;

/** Number of items to draw: more with each frame, up to all. */
function useGrowing(all: number): number {
  const [drawn, setDrawn] = useState(AT_ONCE);
  useEffect(() => {
    if (drawn >= all) return;
    const frame = requestAnimationFrame(() => setDrawn(drawn + AT_ONCE));
    return () => cancelAnimationFrame(frame);
  }, [drawn, all]);
  return drawn;
}

/** The sections, with the number of drawn items of each. */
function drawnOf(sections: readonly ParsedSection[], drawn: number) {
  let before = 0;
  return sections.map((section, index) => {
    const own = Math.min(section.items.length, Math.max(0, drawn - before));
    before += section.items.length;
    return { section, index, drawn: own };
  });
}

function Head(props: Edited) {
  const { document, open, onOpen } = props;
  const { name, summary, notes, metadata } = document;
  if (open === "head") return <HeadForm {...props} onClose={() => onOpen("")} />;
  return (
    <>
      <div class="flex items-start gap-2">
        <h2 dir="auto" class="flex-1 text-[25px]/8 font-semibold tracking-[-0.025em]">
          {name}
        </h2>
        <Pencil of="name and summary" place="head" onOpen={onOpen} />
      </div>
      {summary && (
        <blockquote dir="auto" class="mt-2.5 border-s-3 border-line-2 ps-3.5 text-[15px]/[23px] text-ink-2">
          {summary}
        </blockquote>
      )}
      {notes.map(({ text, line }) => (
        <p key={line} dir="auto" class="mt-3 text-ink-2">
          {text}
        </p>
      ))}
      {metadata && <p class="mt-3 font-mono text-xs/[18px] tracking-[-0.02em] text-ink-3">{metadata}</p>}
    </>
  );
}

/** The rendered file, with a pencil at each line. */
export function DocumentView(props: DocumentProps) {
  const { document, subject } = props;
  const drawn = useGrowing(document.sections.reduce((sum, { items }) => sum + items.length, 0));
  const [open, setOpen] = useState("");
  const crawled = useMemo(() => parse(subject.plain ?? ""), [subject.plain]);
  const onOpen = (place: string) => {
    setOpen(place);
    // The focus returns to the pencil that opened the form.
    if (place === "")
      requestAnimationFrame(() =>
        globalThis.document.querySelector<HTMLElement>(`[data-place="${CSS.escape(open)}"]`)?.focus(),
      );
  };
  const edited = { ...props, crawled, open, onOpen };
  return (
    <article class="doc px-[30px] pt-[22px] pb-[34px] wrap-anywhere phone:px-4 phone:pt-4 phone:pb-6">
      <Head {...edited} />
      {drawnOf(document.sections, drawn).map(({ section, ...rest }) => (
        <Section key={section.line} section={section} {...rest} {...edited} />
      ))}
    </article>
  );
}
