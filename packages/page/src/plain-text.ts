// Converts a page in Markdown or plain text to HTML, which is then read as any other page.
import { percentDecoded } from "./address/page-url.ts";

const MARKDOWN = /^text\/(?:x-)?markdown\b/i;
const PLAIN = /^text\/plain\b/i;
/** Content types that servers use for unknown files. */
const UNTOLD = /^(?:application\/octet-stream\b|$)/i;
const NAMED = /\.(?:md|markdown)$/i;
const HTML_START = /^\s*<(?:!doctype|html|head|body|script|meta|title)\b/i;

/** True for a page in plain text, by its type, or by its name if the type says nothing. */
export function isPlainText(html: string, url: string, type = ""): boolean {
  const is =
    MARKDOWN.test(type) || PLAIN.test(type) || (UNTOLD.test(type) && NAMED.test(URL.parse(url)?.pathname ?? ""));
  return is && !HTML_START.test(html.slice(0, 1_024));
}

/** Metadata between two lines `---` or `+++` at the start. */
const METADATA = /^\s*(---|\+\+\+)[ \t]*\n([\s\S]{0,16384}?)\n\1[ \t]*(?:\n|$)/;
const DEFINITION = /^ {0,3}\[([^\]^][^\]]{0,200})\]:[ \t]*<?([^\s<>]{1,2048})>?/;
const FENCE = /^ {0,3}(`{3,}|~{3,})[ \t]*([\w+#.-]*)/;
const HEADING = /^ {0,3}(#{1,6})(?![^ \t])(.*)$/;
const RULE = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const UNDERLINE = /^ {0,3}(=+|-+)[ \t]*$/;
const QUOTE = /^ {0,3}> ?/;
const ITEM = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?: {1,4}|$)/;
const DELIMITERS = /^[ \t|:]*-[-| \t:]*$/;
const INDENTED = /^(?: {4}|\t)/;
const EMPTY = /^\s*$/;
/** Code, an escaped character, an image or a link, an address, a mark. Bound: the most characters in each part. */
const INLINE =
  /(?<!`)(`{1,20})(?!`)([\s\S]{1,1000}?)(?<!`)\1(?!`)|\\([!-/:-@[-`{-~])|(!?)\[((?:!\[[^[\]]{0,200}\]\([^()[\s]{0,500}\)|[^[\]\\]|\\.){0,500}?)\](?:\(\s{0,9}<?([^\s()<>[]{0,2000}(?:\([^\s()[]{0,200}\)[^\s()<>[]{0,500})?)>?(?:\s{1,9}(?:"[^"[]{0,300}"|'[^'[]{0,300}'))?\s{0,9}\)|\[([^[\]]{0,200})\])?|<?(https?:\/\/[^\s<>"'`|[]{0,2000}[^\s<>"'`|[\].,;:!?)*_])>?|\*{1,2}|_{1,2}|~~/g;
const NO_TAG = /<(?!\/?[a-z][\w-]*(?:\s[^<>]*)?\/?>|!--)/gi;
const TAGS: Readonly<Record<string, string>> = { "**": "b", __: "b", "*": "i", _: "i", "~~": "del" };
/** Deepest nesting of lists and quotes. */
const DEPTH = 12;

/** The title is the metadata's, else the first heading's, else the file's name. Linear. */
export function plainTextAsHtml(html: string, url: string): string {
  let text = html.replace(/\r\n?/g, "\n").replaceAll("\0", "");
  const metadata = METADATA.exec(text);
  if (metadata !== null) text = text.slice(metadata[0].length);
  const said = (name: string) => valueIn(name, metadata?.[2] ?? "");
  const lines = text.split("\n");
  const reader = new Reader(lines);
  const body = reader.blocks(lines, 0);
  const title = said("title").replaceAll("<", "&lt;") || reader.title.replace(/<[^<>]*>/g, "") || nameIn(url);
  const meta = `<meta name="description" content="${said("description").replaceAll('"', "&quot;")}">`;
  return `<title>${title}</title>${meta}<main>${body}</main>`;
}

function valueIn(name: string, metadata: string): string {
  const line = metadata.split("\n").find((one) => one.startsWith(name) && /^\s*[:=]/.test(one.slice(name.length)));
  const value = line?.slice(line.search(/[:=]/) + 1).trim() ?? "";
  return /^[|>&*[{!]/.test(value) ? "" : value.replace(/^(["'])(.*)\1$/, "$2");
}

function nameIn(url: string): string {
  const { pathname = "" } = URL.parse(url) ?? {};
  const name = escaped(percentDecoded(pathname.slice(pathname.lastIndexOf("/") + 1).replace(NAMED, "")));
  return Buffer.from(name).toString("latin1");
}

const code = (lines: readonly string[], language = ""): string =>
  `<pre><code class="language-${language || "none"}">${escaped(lines.join("\n"))}</code></pre>`;
const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const unindented = (line: string, most: number): string => line.slice(Math.min(most, Math.max(0, line.search(/[^ ]/))));
const ENDS_PARAGRAPH = [EMPTY, FENCE, HEADING, RULE, UNDERLINE, QUOTE, ITEM];
const endsParagraph = (line: string): boolean => ENDS_PARAGRAPH.some((start) => start.test(line));
const indentOf = (line: string): number => line.replaceAll("\t", "    ").search(/[^ ]|$/);

/** End of an item: its indented lines, continuations of its paragraph, and empty lines between. */
function endOfItem(lines: readonly string[], from: number): number {
  const least = indentOf(lines[from] ?? "") + 2;
  for (let at = from + 1; at < lines.length; at++) {
    const line = lines[at] ?? "";
    if (EMPTY.test(line) || indentOf(line) >= least) continue;
    if (EMPTY.test(lines[at - 1] ?? "") || endsParagraph(line)) return at;
  }
  return lines.length;
}

class Reader {
  /** The first heading. */
  title = "";
  readonly #links = new Map<string, string>();

  constructor(lines: readonly string[]) {
    for (const line of lines) {
      const [, name = "", href = ""] = DEFINITION.exec(line) ?? [];
      if (href !== "") this.#links.set(name.toLowerCase(), href);
    }
  }

  blocks(lines: readonly string[], depth: number): string {
    const line = (at: number) => lines[at] ?? "";
    const html: string[] = [];
    for (let at = 0; at < lines.length; ) {
      const from = at++;
      const first = line(from);
      const upTo = (ends: (text: string) => boolean) => {
        while (at < lines.length && !ends(line(at))) at++;
        return lines.slice(from, at);
      };
      const isEmpty = (text: string) => EMPTY.test(text);
      const [, fence, language] = FENCE.exec(first) ?? [];
      const [, level, words = ""] = HEADING.exec(first) ?? [];
      if (EMPTY.test(first) || DEFINITION.test(first)) continue;
      if (fence !== undefined) {
        html.push(code(upTo((text) => text.trim().startsWith(fence)).slice(1), language));
        at++;
      } else if (level !== undefined) html.push(this.#heading(level.length, words.trim().replace(/ #+$/, "")));
      else if (RULE.test(first)) html.push("<hr>");
      else if (INDENTED.test(first))
        html.push(code(upTo((text) => !INDENTED.test(text) && !EMPTY.test(text)).map((text) => unindented(text, 4))));
      else if (QUOTE.test(first) && depth < DEPTH) {
        const inside = upTo(isEmpty).map((text) => text.replace(QUOTE, ""));
        html.push(`<blockquote>${this.blocks(inside, depth + 1)}</blockquote>`);
      } else if (ITEM.test(first) && depth < DEPTH) {
        const name = /\d/.test(first.slice(0, 4)) ? "ol" : "ul";
        html.push(`<${name} start="${Number.parseInt(first, 10) || 1}">`);
        at = from;
        do {
          const end = endOfItem(lines, at);
          html.push(`<li>${this.#item(lines.slice(at, end), depth)}`);
          at = end;
        } while (ITEM.test(line(at)) && !RULE.test(line(at)) && /^ *\d/.test(line(at)) === (name === "ol"));
        html.push(`</${name}>`);
      } else if (first.includes("|") && DELIMITERS.test(line(at))) html.push(this.#table(upTo(isEmpty)));
      else if (/^ {0,3}<[a-z!/]/i.test(first)) html.push(upTo(isEmpty).join("\n"), "\n");
      else {
        const text = upTo(endsParagraph).join("\n");
        const mark = UNDERLINE.exec(line(at))?.[1];
        html.push(
          mark === undefined ? `<p>${this.#inline(text)}</p>` : this.#heading(mark.startsWith("=") ? 1 : 2, text),
        );
        if (mark !== undefined) at++;
      }
    }
    return html.join("");
  }

  #heading(level: number, text: string): string {
    const words = this.#inline(text.replaceAll("\n", " "));
    this.title ||= words;
    return `<h${level}>${words}</h${level}>`;
  }

  #item([first = "", ...rest]: readonly string[], depth: number): string {
    const marker = ITEM.exec(first)?.[0].length ?? 2;
    const box = /^\[[ x]\] /i.exec(first.slice(marker))?.[0] ?? "";
    const inside = [first.slice(marker + box.length), ...rest.map((line) => unindented(line, marker))];
    const input = box === "" ? "" : `<input type=checkbox${/x/i.test(box) ? " checked" : ""}>`;
    return input + this.blocks(inside, depth + 1);
  }

  #table([head = "", , ...rows]: readonly string[]): string {
    const row = (line: string, name: string) => {
      const cells = line
        .trim()
        .replace(/^\||\|$/g, "")
        .split(/(?<!\\)\|/);
      return `<tr>${cells.map((cell) => `<${name}>${this.#inline(cell.trim().replaceAll("\\|", "|"))}`).join("")}`;
    };
    return `<table><thead>${row(head, "th")}</thead><tbody>${rows.map((line) => row(line, "td")).join("")}</table>`;
  }

  /** Unclosed marks are text. */
  #inline(text: string, isLinked = false): string {
    const out: string[] = [];
    const open = new Map<string, number>();
    let behind = 0;
    for (const found of text.matchAll(INLINE)) {
      const [all, ticks, inCode = "", sign, image, words, href, name, auto] = found;
      out.push(plain(text.slice(behind, found.index)));
      behind = found.index + all.length;
      if (ticks !== undefined) out.push(`<code>${escaped(inCode)}</code>`);
      else if (sign !== undefined) out.push(escaped(sign));
      else if (auto !== undefined) out.push(isLinked ? auto : `<a href="${auto}">${auto}</a>`);
      else if (words !== undefined) {
        const to = (href ?? this.#links.get((name || words).toLowerCase()))?.replaceAll('"', "&quot;");
        if (to === undefined || (isLinked && image === "")) out.push(plain(all));
        else if (image !== "") out.push(`<img alt="${words.replaceAll('"', "&quot;")}" src="${to}">`);
        else out.push(`<a href="${to}">${this.#inline(words, true)}</a>`);
      } else {
        const [before, after] = [text.slice(found.index - 1, found.index), text.charAt(behind)];
        const isWord = (beside: string) => all.startsWith("_") && /\w/.test(beside);
        const begun = open.get(all);
        if (begun === undefined && /\S/.test(after) && !isWord(before)) open.set(all, out.length);
        const ends = begun !== undefined && /\S/.test(before) && !isWord(after);
        out.push(ends ? `</${TAGS[all]}>` : all);
        if (!ends) continue;
        out[begun] = `<${TAGS[all]}>`;
        open.delete(all);
      }
    }
    out.push(plain(text.slice(behind)));
    return out.join("");
  }
}

const plain = (text: string): string => text.replace(NO_TAG, "&lt;").replaceAll(/(?: {2}|\\)\n/g, "<br>");
