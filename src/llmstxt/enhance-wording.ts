import { itemLine } from "./document.ts";
import { parseLlmsTxt } from "./parse.ts";
import { noteText } from "./text.ts";

/** The only words of a document that a model may change. Not yet cleaned: `improved` does that. */
export interface Wording {
  readonly summary?: string;
  /** By the URL of their link. */
  readonly excerpts: ReadonlyMap<string, string>;
}

/** Most code points of a summary (docs/document.md). */
const SUMMARY_LENGTH = 300;

/** The least `descLength` that can be asked for. */
const LEAST_EXCERPT_LENGTH = 100;

/** Most code points of an excerpt that surely keep to the `descLength` a document was made with: its longest excerpt's. */
export function excerptLimit(text: string): number {
  const items = parseLlmsTxt(text).sections.flatMap((section) => section.items);
  return items.reduce((most, { excerpt = "" }) => Math.max(most, [...excerpt].length), LEAST_EXCERPT_LENGTH);
}

/**
 * The document with other words in its summary and its excerpts, cleaned and cut like page text. Where there is no
 * summary or excerpt none is added: the model has seen nothing to make it from. All other lines stay byte for byte.
 */
export function improved(text: string, wording: Wording, excerptLength: number): string {
  const document = parseLlmsTxt(text);
  const lines = text.split("\n");
  const replace = (line: number, before: string, after: string) => {
    if (lines[line - 1] === before) lines[line - 1] = after;
  };
  const items = document.sections.flatMap((section) => section.items);
  for (const item of items) {
    const excerpt = noteText(wording.excerpts.get(item.url) ?? "", excerptLength);
    if (item.excerpt !== undefined && excerpt !== "")
      replace(item.line, itemLine(item), itemLine({ ...item, excerpt }));
  }
  const summary = noteText(wording.summary ?? "", SUMMARY_LENGTH);
  if (document.summary !== undefined && summary !== "") {
    const before = `> ${document.summary}`;
    replace(lines.indexOf(before) + 1, before, `> ${summary}`);
  }
  return lines.join("\n");
}
