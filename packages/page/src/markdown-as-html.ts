import MarkdownIt from "markdown-it";
import { lastName } from "./address/path.ts";
import { percentDecoded } from "./address/percent.ts";

/** Parses CommonMark with tables and strikethrough. HTML in the text is kept, and read later like that of any page. */
const markdown = new MarkdownIt({ html: true });

/** Most characters of metadata between two lines `---` or `+++` at the start of a text; a longer run is text. */
const MAX_METADATA = 16_384;
const METADATA_START = /^(---|\+\+\+)[ \t]*\r?\n/;

/** The HTML that a Markdown text stands for; linear in its length. Its title is the metadata's, else the first heading, else the file's name. */
export function markdownAsHtml(text: string, url: string): string {
  const { metadata, body } = divided(text);
  const env = {};
  const tokens = markdown.parse(body, env);
  const first = tokens.findIndex(({ type }) => type === "heading_open");
  const heading = first < 0 ? undefined : tokens[first + 1]?.children?.map(({ content }) => content).join("");
  const title = valueIn("title", metadata) || heading?.trim() || nameOf(url);
  const description = valueIn("description", metadata);
  const { escapeHtml } = markdown.utils;
  const meta = description === "" ? "" : `<meta name="description" content="${escapeHtml(description)}">`;
  const main = markdown.renderer.render(tokens, markdown.options, env);
  return `<!doctype html><title>${escapeHtml(title)}</title>${meta}<main>${main}</main>`;
}

function divided(text: string): { readonly metadata: string; readonly body: string } {
  const [start, mark] = METADATA_START.exec(text) ?? [];
  const end = start === undefined ? -1 : text.slice(0, MAX_METADATA).indexOf(`\n${mark}`, start.length - 1);
  if (start === undefined || end < 0) return { metadata: "", body: text };
  const after = text.indexOf("\n", end + 1);
  return { metadata: text.slice(start.length, end), body: after < 0 ? "" : text.slice(after + 1) };
}

/** A value that stands on its name's line, as titles do; the parsers of YAML cost more than all else that is read here. */
function valueIn(name: "title" | "description", metadata: string): string {
  const line = metadata.split("\n").find((one) => one.startsWith(name) && /^\s*[:=]/.test(one.slice(name.length)));
  const value = line?.slice(line.search(/[:=]/) + 1).trim() ?? "";
  const quote = value.charAt(0);
  if (quote === '"' || quote === "'") return value.slice(1, value.endsWith(quote) && value.length > 1 ? -1 : undefined);
  return /^[|>&*[{!]/.test(value) ? "" : value;
}

const nameOf = (url: string): string => percentDecoded(lastName(url).replace(/\.(?:md|markdown)$/i, ""));
