import MarkdownIt from "markdown-it";
import { clip } from "../clip.ts";
import { onOneLine } from "../one-line.ts";

/** Descriptions are CommonMark (OpenAPI 3.1, 3.5); HTML in them is read as strictly as any page's. */
const markdown = new MarkdownIt({ html: true });
const line = new MarkdownIt({ html: false });

/** Most characters that are read of a description in blocks, and of one on a line. */
const MAX_DESCRIPTION = 100_000;
const MAX_LINE = 1_000;

/** Tags that would break a list. */
const TAGS =
  /<\/?(?:p|br|ul|ol|li|b|i|em|strong|code|a|span|div|table|tr|t[dh]|thead|tbody|h[1-6]|pre|su[bp]|hr)\b[^<>]*>/gi;

export const escaped = (text: string): string => markdown.utils.escapeHtml(text);

export const code = (text: string): string => `<code>${escaped(onOneLine(clip(text, MAX_LINE)))}</code>`;

/** A description on one line. */
export const inline = (text: string): string => line.renderInline(onOneLine(clip(text, MAX_LINE).replace(TAGS, " ")));

/** A description as blocks. */
export const blocks = (text: string): string => markdown.render(clip(text, MAX_DESCRIPTION));
