import { escaped } from "../escaped.ts";
import { tryJson } from "../json.ts";
import { isNode, type Node, nodeIn } from "../json-node.ts";
import { unflattened } from "./devalue.ts";

/** Characters of a page's HTML, and data in data. */
const MAX_CHARACTERS = 2_000_000;
/** Characters of strings that are looked at: a payload may name one string thousands of times. */
const MAX_LOOKED_AT = 20_000_000;
const MAX_DEPTH = 32;
/** Characters of running text from which data are those of a page. */
const MIN_PROSE = 200;

/** Names of values that are no words of the page: settings, translations of everything, addresses, dates. */
const NOT_SHOWN =
  /^(?:_|i18n|messages|translations?|locales?|lang|env|config|runtimeConfig|session|user|token|seo|meta|metadata|id|uuid|key|slug|type|kind|component|class(?:Name)?|style|icon|color|\w*(?:Id|Url|URI|Path|Src|Image|Date|At|Hash))$|^_/;
const TITLE = /^(?:title|headline|heading|name|label)$/;
const ADDRESS = /^(?:href|url|path|link|permalink|to|uri|fullPath)$/;
/** Elements that content in HTML may have; of others the words remain. */
const TAGS = /^(?:p|h[1-6]|ul|ol|li|dl|dt|dd|em|strong|b|i|code|pre|blockquote|table|thead|tbody|tr|th|td|br|hr)$/;
const IN_HTML = /<(?:p|h[1-6]|ul|ol|pre|table|blockquote)\b/i;
const TAG = /<[^<>]*>|</g;
/** Bound: 20 characters, the start of a tag. */
const NAME = /^<(\/?)([a-z][a-z\d]*)/i;
const HREF = /\bhref="([^"<>]*)"/i;

/** Elements by the names that stores of content give to their nodes. */
const TAG_OF_NODE: Readonly<Record<string, string>> = {
  paragraph: "p",
  blockquote: "blockquote",
  quote: "blockquote",
  "list-item": "li",
  listItem: "li",
  "unordered-list": "ul",
  bulletList: "ul",
  "ordered-list": "ol",
  orderedList: "ol",
  heading: "h2",
  "heading-1": "h2",
  "heading-2": "h2",
  "heading-3": "h3",
  codeBlock: "pre",
};

/**
 * Text that the data of an application show, as HTML; undefined where they hold no text, or nothing that leads on: links to
 * other pages are drawn by scripts then, and only a browser finds them.
 */
export function applicationAsHtml(json: string, url: string): string | undefined {
  const value = unflattened(tryJson(json));
  const shown = new ShownData(url);
  const html = shown.html(partOf(isNode(value) ? value : {}), 0);
  return shown.prose >= MIN_PROSE && shown.links > 0 ? `<main>${html}</main>` : undefined;
}

/** The part of the data that is the page's: of Next, of Gatsby, of Nuxt. */
function partOf(data: Node): Node {
  // Within the page Next's properties stand in `props`, in the file for it alone.
  const props = nodeIn(isNode(data.props) ? data.props : data, "pageProps");
  if (Object.keys(props).length > 0) return props;
  return isNode(data.result) ? data.result : nodeIn(data, "data");
}

class ShownData {
  prose = 0;
  links = 0;
  readonly #url: string;
  #left = MAX_CHARACTERS;
  #unseen = MAX_LOOKED_AT;
  #hasTitle = false;

  constructor(url: string) {
    this.#url = url;
  }

  html(value: unknown, depth: number): string {
    if (depth > MAX_DEPTH || this.#left <= 0) return "";
    if (typeof value === "string") return this.#string(value);
    if (Array.isArray(value)) return value.map((one) => this.html(one, depth + 1)).join("\n");
    return isNode(value) ? this.#node(value, depth) : "";
  }

  #node(node: Node, depth: number): string {
    const tag = tagOf(node);
    if (tag !== undefined) return `<${tag}>${this.#inline(node, depth)}</${tag}>`;
    const title = this.#title(node);
    const rest = Object.entries(node).flatMap(([name, value]) =>
      TITLE.test(name) || ADDRESS.test(name) || NOT_SHOWN.test(name) ? [] : [this.html(value, depth + 1)],
    );
    return [title, ...rest].join("\n");
  }

  /** The name of an object: a link where it has an address, else a heading. */
  #title(node: Node): string {
    const [, title] = Object.entries(node).find(([name, value]) => TITLE.test(name) && isWords(value)) ?? [];
    if (typeof title !== "string") return "";
    const [, address] = Object.entries(node).find(([name, value]) => ADDRESS.test(name) && isAddress(value)) ?? [];
    if (typeof address === "string" && this.#leadsOn(address) && !this.#isOwn(address))
      return `<p><a href="${this.#text(address)}">${this.#text(title)}</a></p>`;
    const rank = this.#hasTitle ? "h2" : "h1";
    this.#hasTitle = true;
    return `<${rank}>${this.#text(title)}</${rank}>`;
  }

  /** True for a page of the same site, which is counted where it is another one. */
  #leadsOn(address: string): boolean {
    if (URL.parse(address, this.#url)?.origin !== URL.parse(this.#url)?.origin) return false;
    if (!this.#isOwn(address)) this.links++;
    return true;
  }

  #isOwn(address: string): boolean {
    const pathOf = (url: URL | null) => url?.pathname.replace(/\/$/, "");
    return pathOf(URL.parse(address, this.#url)) === pathOf(URL.parse(this.#url));
  }

  /** Words in an element: those of the nodes within it, one behind the other. */
  #inline(node: Node, depth: number): string {
    if (depth > MAX_DEPTH || this.#left <= 0) return "";
    const words = [node.text, node.value].find((one) => typeof one === "string") ?? "";
    this.prose += words.length;
    const inner = [node.children, node.content].find(Array.isArray) ?? [];
    const parts = inner.map((one) => {
      if (typeof one === "string") return this.#text(one);
      return isNode(one) && tagOf(one) === undefined ? this.#inline(one, depth + 1) : this.html(one, depth + 1);
    });
    return this.#text(words) + parts.join("");
  }

  #string(text: string): string {
    this.#unseen -= text.length;
    if (this.#unseen < 0) return "";
    if (IN_HTML.test(text)) return this.#harmless(text);
    if (!isWords(text) || !text.trim().includes(" ")) return "";
    this.prose += text.length;
    return text
      .split(/\n\s*\n/)
      .map((paragraph) => `<p>${this.#text(paragraph)}</p>`)
      .join("\n");
  }

  /** HTML in the data, of plain elements without attributes; links keep their address. */
  #harmless(html: string): string {
    const taken = html.slice(0, Math.max(0, this.#left));
    this.#left -= taken.length;
    this.prose += taken.length;
    return taken.replace(TAG, (whole) => {
      this.prose -= whole.length;
      const [, close = "", name = ""] = NAME.exec(whole.slice(0, 20)) ?? [];
      const tag = name.toLowerCase();
      if (whole === "<") return "&lt;";
      if (tag !== "a") return TAGS.test(tag) ? `<${close}${tag}>` : " ";
      const href = HREF.exec(whole)?.[1];
      if (href !== undefined) this.#leadsOn(href);
      return href === undefined ? `<${close}a>` : `<a href="${href}">`;
    });
  }

  #text(text: string): string {
    const taken = text.slice(0, Math.max(0, this.#left)).toWellFormed();
    this.#left -= taken.length + 16;
    return escaped(taken);
  }
}

const isAddress = (value: unknown): boolean => typeof value === "string" && /^(?:\/(?!\/)|https?:\/\/)/.test(value);

/** A text with letters that is no address, no file and no digest. */
const isWords = (value: unknown): boolean =>
  typeof value === "string" &&
  /\p{L}{2}/u.test(value.slice(0, 1_000)) &&
  !/^(?:\/|https?:|data:|#)\S*$/.test(value.slice(0, 2_000));

/** The element that a node of rich text stands for. */
function tagOf(node: Node): string | undefined {
  if (!Array.isArray(node.children) && !Array.isArray(node.content)) return undefined;
  const name = [node.tag, node.nodeType, node.type].find((one) => typeof one === "string");
  if (typeof name !== "string") return undefined;
  return TAGS.test(name) ? name : Object.hasOwn(TAG_OF_NODE, name) ? TAG_OF_NODE[name] : undefined;
}
