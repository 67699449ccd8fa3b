import { useEffect, useMemo, useState } from "preact/hooks";
import type { DocumentItem, DocumentSection, ReadDocument } from "../../document/read.ts";
import { Outside } from "../../parts/outside.tsx";
import { count } from "../../words/amounts.ts";

const isMarkdown = (url: string) => /\.md$/.test(url.split(/[?#]/, 1)[0] ?? "");

/**
 * One page of the document. Its text comes from strangers: it is shown as text nodes, with links only to http and
 * https.
 */
export function Item({ item }: { readonly item: DocumentItem }) {
  return (
    <li dir="auto">
      <Outside class="font-medium" url={item.url}>
        {item.title}
      </Outside>
      {isMarkdown(item.url) && (
        <span class="md" title="Markdown version of the page">
          md
        </span>
      )}
      {item.excerpt && <p>{item.excerpt}</p>}
    </li>
  );
}

interface SectionProps {
  readonly section: DocumentSection;
  /** Number of its items that are drawn. */
  readonly drawn: number;
}

const Section = ({ section, drawn }: SectionProps) =>
  useMemo(
    () => (
      <section>
        <h3
          id={`section-${section.line}`}
          class="mt-[26px] mb-1.5 flex scroll-mt-28 items-center gap-2.5 text-base/6 font-semibold tracking-[-0.015em]"
        >
          <i class={`sq hue-${section.hue}`} />
          <bdi>{section.name}</bdi>
          <span class="text-[13px] font-normal tracking-normal text-ink-3">{count(section.items.length)}</span>
        </h3>
        <ul>
          {section.items.slice(0, drawn).map((item) => (
            <Item key={item.line} item={item} />
          ))}
        </ul>
      </section>
    ),
    [section, drawn],
  );

/** Items drawn in one frame: a thousand would hold it up for longer than is unseen. */
const AT_ONCE = 400;

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

/** The sections, with the number of items that are drawn of each. */
function drawnOf(sections: readonly DocumentSection[], drawn: number): readonly SectionProps[] {
  let before = 0;
  return sections.map((section) => {
    const own = Math.min(section.items.length, Math.max(0, drawn - before));
    before += section.items.length;
    return { section, drawn: own };
  });
}

const lettersIn = (text: string, letters: RegExp): number => text.match(letters)?.length ?? 0;

/** Direction of most titles: names of products and folders are often in Latin letters. */
function directionOf({ title, sections }: ReadDocument): "ltr" | "rtl" {
  const titles = [title, ...sections.flatMap(({ name, items }) => [name, ...items.map((item) => item.title)])].join(
    " ",
  );
  return lettersIn(titles, /[\u0590-\u08ff]/g) > lettersIn(titles, /[a-z]/gi) ? "rtl" : "ltr";
}

/** The rendered file. */
export function DocumentView({ document }: { readonly document: ReadDocument }) {
  const drawn = useGrowing(document.sections.reduce((sum, { items }) => sum + items.length, 0));
  return (
    <article
      dir={directionOf(document)}
      class="doc px-[30px] pt-[22px] pb-[34px] wrap-anywhere phone:px-4 phone:pt-4 phone:pb-6"
    >
      <h2 dir="auto" class="text-[25px]/8 font-semibold tracking-[-0.025em]">
        {document.title}
      </h2>
      {document.summary && (
        <blockquote dir="auto" class="mt-2.5 border-s-3 border-line-2 ps-3.5 text-[15px]/[23px] text-ink-2">
          {document.summary}
        </blockquote>
      )}
      {document.details.map((detail) => (
        <p key={detail} dir="auto" class="mt-3 font-mono text-xs/[18px] tracking-[-0.02em] text-ink-3">
          {detail}
        </p>
      ))}
      {drawnOf(document.sections, drawn).map((one) => (
        <Section key={one.section.line} {...one} />
      ))}
    </article>
  );
}
