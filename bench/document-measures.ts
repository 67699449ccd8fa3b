// What a score of form does not see of a document: whether its head and its sections are the site's own words.
import { textKey } from "../packages/document/src/entry.ts";
import { isCode } from "../packages/document/src/wording/prose.ts";
import { type Page, readPage } from "../packages/page/src/page.ts";

/** A document by the scorer's reading of it. */
export interface MeasuredDocument {
  readonly title: string | null;
  readonly summary: string | null;
  readonly sections: readonly {
    readonly name: string;
    readonly items: readonly { readonly url: string; readonly title: string; readonly notes: string | null }[];
  }[];
}

/** Every figure is best at 0 but `largest`, the share of the longest section. */
export interface DocumentMeasures {
  /** The homepage's title and h1 do not show the name. */
  readonly foreignName: number;
  /** The homepage describes itself, and the summary is something else. */
  readonly foreignSummary: number;
  /** Section names that no page shows. */
  readonly inventedSections: readonly string[];
  readonly largest: number;
  /** Titles with a comma in brackets: paths that tell them apart. */
  readonly commas: number;
  readonly codeNotes: number;
  /** Notes with a place where a formula or a variable stood. */
  readonly holes: number;
  readonly junk: number;
  /** `Pages:` is not the number of links and the homepage. */
  readonly wrongCount: number;
}

const JUNK = /\/_(?:modules|static|sources)\/|\/(?:tag|category|author|attachment)\/|[?&](?:attachment_id|replytocom)=/;
const HOLES = /\s,\s|\(\s?\)|\bis(?:,| the value of\s?[,.])|\{\{/;
/** Pages whose words are looked at: the menus of a site are on all of them. */
const MAX_PAGES = 40;

export async function measuresOf(text: string, document: MeasuredDocument, base: string): Promise<DocumentMeasures> {
  const items = document.sections.flatMap(({ items: inside }) => inside);
  const addresses = [base, ...items.map(({ url }) => url)].slice(0, MAX_PAGES);
  const pages = (await Promise.all(addresses.map(pageAt))).filter((page) => page !== undefined);
  const [home] = pages;
  const shown = new Set(pages.flatMap(wordsOf));
  const notes = items.flatMap(({ notes: note }) => note ?? []);
  const sizes = document.sections.map(({ items: inside }) => inside.length);
  const isShown = (name: string) => name.split(/: | & /).every((part) => shown.has(squashed(part)));
  return {
    foreignName: home === undefined || headOf(home).includes(textKey(document.title ?? "")) ? 0 : 1,
    foreignSummary: home !== undefined && isForeign(document.summary ?? "", home) ? 1 : 0,
    inventedSections: document.sections.map(({ name }) => name).filter((name) => name !== "Optional" && !isShown(name)),
    largest: sizes.reduce((most, size) => Math.max(most, size), 0) / Math.max(1, items.length),
    commas: items.filter(({ title }) => /\([^()]*,[^()]*\)$/.test(title)).length,
    codeNotes: notes.filter(isCode).length,
    holes: notes.filter((note) => HOLES.test(note)).length,
    junk: items.filter(({ url }) => JUNK.test(url)).length,
    wrongCount: Number(/\| Pages: (\d+)$/m.exec(text)?.[1]) === items.length + 1 ? 0 : 1,
  };
}

/** One line for people. */
export function measuresLine(made: DocumentMeasures): string {
  const { inventedSections, largest, ...counts } = made;
  const figures = Object.entries(counts).filter(([, count]) => count > 0);
  return [
    `largest ${(largest * 100).toFixed(0)} %`,
    ...(inventedSections.length > 0 ? [`not the site's words: ${inventedSections.join(", ")}`] : []),
    ...figures.map(([name, count]) => `${name} ${count}`),
  ].join("; ");
}

async function pageAt(url: string): Promise<Page | undefined> {
  const response = await fetch(url);
  if (!response.ok) return undefined;
  return readPage(new Uint8Array(await response.arrayBuffer()), { url: response.url, contentType: "text/html" });
}

const headOf = ({ title, headings }: Page): string =>
  textKey([title, ...headings.filter(({ level }) => level === 1).map(({ text }) => text)].join(" "));

function isForeign(summary: string, { descriptions: { meta, openGraph } }: Page): boolean {
  const said = [meta, openGraph].flatMap((text) => (text === undefined ? [] : [textKey(text)]));
  const key = textKey(summary.replace(/…$/, ""));
  return said.length > 0 && !said.some((text) => text.startsWith(key) || key.startsWith(text));
}

function wordsOf({ title, headings, links, breadcrumbs }: Page): string[] {
  const labels = links.flatMap(({ text, group = [] }) => [text, ...group]);
  return [title, ...headings.map(({ text }) => text), ...breadcrumbs.map(({ text }) => text), ...labels].map(squashed);
}

const squashed = (text: string): string => textKey(text).replaceAll(" ", "");
