// Adds hints for agents to a page's HTML, between two comments of ours, and removes them to the byte.

/** Addresses that a page names. */
export interface Annotation {
  /** The page's Markdown; a page without any names the index alone. */
  readonly markdown?: string;
  /** The llms.txt that lists the page. */
  readonly index: string;
}

type Place = "head" | "body";

const marked = (place: Place, text: string): string => `<!-- llmstxt:${place} -->${text}<!-- /llmstxt:${place} -->`;

/** Earlier annotations. No other comment may be inside: one without its end is left. Bound: 20,000 characters. */
const MARKED = {
  head: /<!-- llmstxt:head -->(?:(?!<!--)[\s\S]){0,20000}<!-- \/llmstxt:head -->/,
  body: /<!-- llmstxt:body -->(?:(?!<!--)[\s\S]){0,20000}<!-- \/llmstxt:body -->/,
} as const;

/** Agents read this line, and people do not see it. */
const UNSEEN = "position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)";

const quoted = (address: string): string =>
  new URL(address).href.replace(/[&"<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** In ASCII, and well-formed where the page is XML. With `data-nosnippet` the line is no text of the page. */
const MARKUP: Readonly<Record<Place, (annotation: Annotation) => string>> = {
  head({ markdown, index }) {
    const link = (rel: string, address: string) =>
      `<link rel="${rel}" type="text/markdown" href="${quoted(address)}" />`;
    return (markdown === undefined ? "" : link("alternate", markdown)) + link("describedby", index);
  },
  body: ({ index }) =>
    `<p data-nosnippet="" style="${UNSEEN}">For agents: every page of this site is listed, with its Markdown, in <a href="${quoted(index)}">${quoted(index)}</a></p>`,
};

/**
 * A page with a new annotation instead of the old one, or without any. No other byte changes, whatever the page's
 * encoding. undefined if head or body cannot be found. Linear in the page's size.
 */
export function annotated(bytes: Uint8Array, annotation: Annotation | undefined): Buffer | undefined {
  const { units, start, encode } = opened(Buffer.from(bytes));
  const isThere = MARKED.head.test(units) && MARKED.body.test(units);
  const put = (text: string, place: Place) =>
    text.replace(MARKED[place], () => (annotation === undefined ? "" : marked(place, MARKUP[place](annotation))));
  if (annotation === undefined || isThere) return encode(put(put(units, "head"), "body"));
  const bare = units.replace(MARKED.head, "").replace(MARKED.body, "");
  // UTF-16 without a byte order mark, or ISO-2022-JP, in which a byte of a letter may look like `<`.
  const places = /\0|\x1b\$/.test(bare) ? undefined : tryPlaces(bare, start);
  if (places === undefined) return undefined;
  const [head, body] = places;
  return encode(
    bare.slice(0, head) +
      marked("head", MARKUP.head(annotation)) +
      bare.slice(head, body) +
      marked("body", MARKUP.body(annotation)) +
      bare.slice(body),
  );
}

/** A page as one unit for each ASCII character: bytes, or pairs of bytes. */
function opened(bytes: Buffer) {
  const isBig = bytes[0] === 0xfe && bytes[1] === 0xff;
  if (!isBig && !(bytes[0] === 0xff && bytes[1] === 0xfe)) {
    const start = bytes[0] === 0xef && bytes[1] === 0xbb ? 3 : 0;
    return { units: bytes.toString("latin1"), start, encode: (text: string) => Buffer.from(text, "latin1") };
  }
  const whole = bytes.subarray(0, bytes.length & ~1);
  const rest = bytes.subarray(whole.length);
  const turned = (pairs: Buffer) => (isBig ? pairs.swap16() : pairs);
  const encode = (text: string) => Buffer.concat([turned(Buffer.from(text, "utf16le")), rest]);
  return { units: turned(Buffer.from(whole)).toString("utf16le"), start: 1, encode };
}

/** A comment, a declaration, the start of a tag, a run of text. */
const TOKEN = /<!--[\s\S]*?(?:-->|$)|<[!?][^>]*(?:>|$)|<(?<close>\/?)(?<name>[a-z][^\s/>]{0,99})|[^<]+|</giy;

/** Offset behind the tag whose name ends at `at`, ignoring `>` in quoted values. */
function tagEnd(html: string, at: number): number {
  let quote = "";
  for (let end = at; end < html.length; end++) {
    const sign = html.charAt(end);
    if (quote !== "") {
      if (sign === quote) quote = "";
    } else if (sign === ">") return end + 1;
    else if ((sign === '"' || sign === "'") && /=\s{0,20}$/.test(html.slice(Math.max(at, end - 20), end))) quote = sign;
  }
  return html.length;
}

/** Elements of a head: void ones, and others that are skipped whole. */
const VOID: ReadonlySet<string> = new Set(["base", "link", "meta"]);
const WHOLE: ReadonlySet<string> = new Set(["title", "script", "style", "noscript", "template"]);

/** Offsets of the head's end and the body's beginning, as a browser finds them where tags are left out, too (HTML 13.2.6.4). */
function tryPlaces(html: string, start: number): readonly [head: number, body: number] | undefined {
  let head: number | undefined;
  TOKEN.lastIndex = start;
  for (let token = TOKEN.exec(html); token !== null; token = TOKEN.exec(html)) {
    const from = token.index;
    const name = token.groups?.name?.toLowerCase();
    if (name === undefined) {
      const isText = !/^<[!?]/.test(token[0]) && token[0].trim() !== "";
      if (isText) return [head ?? from, from];
      continue;
    }
    TOKEN.lastIndex = tagEnd(html, TOKEN.lastIndex);
    if (token.groups?.close === "/") {
      if (name === "head") head ??= from;
    } else if (name === "body") return [head ?? from, TOKEN.lastIndex];
    else if (name === "frameset") return undefined;
    else if (WHOLE.has(name)) {
      // Bound: five names.
      const end = new RegExp(`</${name}(?=[\\s/>])`, "gi");
      end.lastIndex = TOKEN.lastIndex;
      if (end.exec(html) === null) return undefined;
      TOKEN.lastIndex = end.lastIndex - name.length - 2;
    } else if (name !== "html" && name !== "head" && !VOID.has(name)) return [head ?? from, from];
  }
  return undefined;
}
