import { escaped } from "../escaped.ts";
import { listIn, type Node, nodeIn, nodesIn, textIn } from "../json-node.ts";

/** Characters of a page's HTML: a list may name one long reference ever again. */
const MAX_CHARACTERS = 2_000_000;
/** Content in content. */
const MAX_DEPTH = 32;

const INLINE_TAGS: Readonly<Record<string, string>> = {
  emphasis: "em",
  newTerm: "em",
  strong: "strong",
  inlineHead: "strong",
  strikethrough: "del",
  superscript: "sup",
  subscript: "sub",
};

/** Writes the content of a DocC page as HTML: RenderBlockContent and RenderInlineContent of its schema. */
export class DoccContent {
  readonly #references: Node;
  /** Folder of the application, with a slash at its end. */
  readonly #base: string;
  #left = MAX_CHARACTERS;

  constructor(references: Node, base: string) {
    this.#references = references;
    this.#base = base;
  }

  /** Text of an element, which counts. */
  text(text: string): string {
    const taken = text.slice(0, Math.max(0, this.#left));
    this.#left -= taken.length + 16;
    return escaped(taken);
  }

  reference(identifier: string): Node {
    return nodeIn(this.#references, identifier);
  }

  /** A link to another page of the application, or elsewhere; its text alone where it leads nowhere. */
  link(address: string, inner: string): string {
    const href = address.startsWith("/") ? this.#base + address.slice(1) : address;
    return /^(?:\/|https?:)/.test(href) && !href.startsWith("//") ? `<a href="${escaped(href)}">${inner}</a>` : inner;
  }

  inline(content: readonly Node[], depth = 0): string {
    if (depth > MAX_DEPTH) return "";
    return content.map((node) => (this.#left > 0 ? this.#inlineNode(node, depth) : "")).join("");
  }

  #inlineNode(node: Node, depth: number): string {
    const type = textIn(node, "type");
    const inner = () => this.inline(nodesIn(node, "inlineContent"), depth + 1);
    if (type === "text") return this.text(textIn(node, "text"));
    if (type === "codeVoice") return `<code>${this.text(textIn(node, "code"))}</code>`;
    if (type === "link") return this.link(textIn(node, "destination"), this.text(textIn(node, "title")));
    if (type === "reference") return this.#referenceNode(node, depth);
    const tag = INLINE_TAGS[type];
    return tag === undefined ? inner() : `<${tag}>${inner()}</${tag}>`;
  }

  #referenceNode(node: Node, depth: number): string {
    const target = this.reference(textIn(node, "identifier"));
    const overriding = nodesIn(node, "overridingTitleInlineContent");
    const title = this.text(textIn(node, "overridingTitle") || textIn(target, "title"));
    const plain = textIn(target, "kind") === "symbol" ? `<code>${title}</code>` : title;
    return this.link(textIn(target, "url"), overriding.length > 0 ? this.inline(overriding, depth + 1) : plain);
  }

  blocks(content: readonly Node[], depth = 0): string {
    if (depth > MAX_DEPTH) return "";
    return content.map((node) => (this.#left > 0 ? this.#block(node, depth) : "")).join("\n");
  }

  #block(node: Node, depth: number): string {
    const inner = (part: Node) => this.blocks(nodesIn(part, "content"), depth + 1);
    const items = () => nodesIn(node, "items").map((item) => `<li>${inner(item)}</li>`);
    const type = textIn(node, "type");
    if (type === "paragraph" || type === "small") return `<p>${this.inline(nodesIn(node, "inlineContent"))}</p>`;
    if (type === "heading") return this.heading(Number(node.level), textIn(node, "text"));
    if (type === "codeListing") return this.code(node);
    if (type === "unorderedList") return `<ul>${items().join("")}</ul>`;
    if (type === "orderedList") return `<ol>${items().join("")}</ol>`;
    if (type === "aside")
      return `<blockquote><p>${this.text(textIn(node, "name") || textIn(node, "style"))}</p>${inner(node)}</blockquote>`;
    if (type === "table") return this.#table(node, depth);
    if (type === "termList") return this.#terms(node, depth);
    if (type === "links") return this.listOf(listIn(node, "items"));
    if (type === "row") return nodesIn(node, "columns").map(inner).join("\n");
    if (type === "tabNavigator")
      return nodesIn(node, "tabs")
        .map((tab) => `<p>${this.text(textIn(tab, "title"))}</p>${inner(tab)}`)
        .join("\n");
    return `${inner(node)}${type === "step" ? this.#stepCode(node) : ""}`;
  }

  heading(level: number, text: string): string {
    const rank = Number.isInteger(level) ? Math.min(6, Math.max(2, level)) : 2;
    return text === "" ? "" : `<h${rank}>${this.text(text)}</h${rank}>`;
  }

  code(node: Node): string {
    const lines = listIn(node, node.code === undefined ? "content" : "code").filter((line) => typeof line === "string");
    const language = /^[\w+#-]{1,30}$/.exec(textIn(node, "syntax"))?.[0];
    const name = language === undefined ? "" : ` class="language-${language}"`;
    return `<pre><code${name}>${this.text(lines.join("\n"))}</code></pre>`;
  }

  /** The file that a step of a tutorial shows. */
  #stepCode(step: Node): string {
    const file = this.reference(textIn(step, "code"));
    return listIn(file, "content").length > 0 ? this.code(file) : "";
  }

  #table(node: Node, depth: number): string {
    const head = textIn(node, "header");
    const rows = listIn(node, "rows").map((row, at) => {
      const cells = (Array.isArray(row) ? row : []).map((cell: unknown, column) => {
        const isHead =
          (at === 0 && head !== "none" && head !== "column") || (column === 0 && /column|both/i.test(head));
        const content = this.blocks(nodesIn({ cell }, "cell"), depth + 1).replace(/^<p>(.*)<\/p>$/s, "$1");
        return isHead ? `<th>${content}</th>` : `<td>${content}</td>`;
      });
      return `<tr>${cells.join("")}</tr>`;
    });
    return `<table>${rows.join("")}</table>`;
  }

  #terms(node: Node, depth: number): string {
    const entries = nodesIn(node, "items").map((item) => {
      const term = this.inline(nodesIn(nodeIn(item, "term"), "inlineContent"));
      return `<dt>${term}</dt><dd>${this.blocks(nodesIn(nodeIn(item, "definition"), "content"), depth + 1)}</dd>`;
    });
    return `<dl>${entries.join("")}</dl>`;
  }

  /** A list of references, each with what is said of it. */
  listOf(identifiers: readonly unknown[]): string {
    const items = identifiers.map((identifier) => {
      if (typeof identifier !== "string" || this.#left <= 0) return "";
      const target = this.reference(identifier);
      const title = this.#referenceNode({ identifier }, 0);
      const said = this.inline(nodesIn(target, "abstract"));
      return title === "" ? "" : `<li>${title}${said === "" ? "" : `: ${said}`}</li>`;
    });
    return `<ul>${items.join("")}</ul>`;
  }
}
