import { parseLlmsTxt } from "../check/check.ts";
import { itemLine } from "../document.ts";
import { DESC_LENGTH, MAX_SUMMARY } from "../limits.ts";
import { noteText } from "../text.ts";

/** The only words of a document that a model may change. Not yet cleaned: `improved` does that. */
export interface Wording {
  readonly summary?: string;
  /** Excerpts by the URL of their link. */
  readonly excerpts: ReadonlyMap<string, string>;
}

/** Most code points of an excerpt that surely keep to the `descLength` a document was made with: its longest excerpt's. */
export function excerptLimit(text: string): number {
  const items = parseLlmsTxt(text).sections.flatMap((section) => section.items);
  return items.reduce<number>((most, { excerpt = "" }) => Math.max(most, [...excerpt].length), DESC_LENGTH.min);
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
  const summary = noteText(wording.summary ?? "", MAX_SUMMARY);
  if (document.summary !== undefined && summary !== "") {
    const before = `> ${document.summary}`;
    replace(lines.indexOf(before) + 1, before, `> ${summary}`);
  }
  return lines.join("\n");
}
