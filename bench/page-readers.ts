import { load } from "cheerio";
import { Parser, Tokenizer as TokenizerOfHtmlparser2 } from "htmlparser2";
import { type DefaultTreeAdapterMap, parse } from "parse5";
import { decodePage } from "../packages/page/src/charset.ts";
import { blockText, scan } from "../packages/page/src/scan/scan.ts";
import { KIND, kindOf } from "../packages/page/src/scan/tags.ts";
import { TOKEN, Tokenizer } from "../packages/page/src/scan/tokenizer.ts";

interface Reading {
  title: string;
  description: string;
  canonical: string;
  lang: string;
  links: { href: string; rel: string }[];
  text: string;
}

const nothing = (): Reading => ({ title: "", description: "", canonical: "", lang: "", links: [], text: "" });

const UNSEEN = new Set(["script", "style", "noscript", "template", "svg", "title", "iframe", "textarea"]);
const BLOCKS = new Set(
  "p div section article main header footer nav aside ul ol li dl dt dd table tr td th h1 h2 h3 h4 h5 h6 pre blockquote form figure".split(
    " ",
  ),
);

function readElement(name: string, attributes: Readonly<Record<string, string>>, reading: Reading): void {
  if (name === "a" && attributes.href) reading.links.push({ href: attributes.href, rel: attributes.rel ?? "" });
  else if (name === "html") reading.lang ||= attributes.lang ?? "";
  else if (name === "meta" && attributes.name === "description") reading.description ||= attributes.content ?? "";
  else if (name === "link" && attributes.rel === "canonical") reading.canonical ||= attributes.href ?? "";
}

/** The pass of this product, with all it records, and the text of every block. */
function ourPass(bytes: Buffer): Reading {
  const scanned = scan(decodePage(bytes, "text/html; charset=utf-8"));
  const text = scanned.blocks.map((block) => blockText(scanned, block)).join("\n");
  const { title, canonical, lang, meta } = scanned.head;
  return { title, canonical, lang, description: meta.get("description") ?? "", links: [...scanned.links], text };
}

function htmlparser2Sax(bytes: Buffer): Reading {
  const reading = nothing();
  let unseen = 0;
  let inTitle = false;
  const parser = new Parser({
    onopentag(name, attributes) {
      readElement(name, attributes, reading);
      if (UNSEEN.has(name)) unseen++;
      inTitle = name === "title";
      if (BLOCKS.has(name)) reading.text += "\n";
    },
    ontext(text) {
      if (unseen === 0) reading.text += text;
      else if (inTitle && reading.title === "") reading.title = text;
    },
    onclosetag(name) {
      if (UNSEEN.has(name)) unseen--;
      if (BLOCKS.has(name)) reading.text += "\n";
    },
  });
  parser.end(bytes.toString());
  reading.text = reading.text.replace(/[ \t]+/g, " ");
  return reading;
}

function parse5Tree(bytes: Buffer): Reading {
  const reading = nothing();
  walk(parse(bytes.toString()), reading);
  return reading;
}

function walk(node: DefaultTreeAdapterMap["node"], reading: Reading): void {
  if (node.nodeName === "#text" && "value" in node) reading.text += node.value;
  if ("tagName" in node) {
    readElement(node.tagName, Object.fromEntries(node.attrs.map(({ name, value }) => [name, value])), reading);
    const [text] = node.childNodes;
    if (node.tagName === "title" && text !== undefined && "value" in text) reading.title ||= text.value;
    if (UNSEEN.has(node.tagName)) return;
    if (BLOCKS.has(node.tagName)) reading.text += "\n";
  }
  if ("childNodes" in node) for (const child of node.childNodes) walk(child, reading);
}

function cheerio(bytes: Buffer): Reading {
  const $ = load(bytes.toString());
  const links = $("a[href]")
    .toArray()
    .map((element) => ({ href: $(element).attr("href") ?? "", rel: $(element).attr("rel") ?? "" }));
  const title = $("title").first().text();
  const description = $('meta[name="description"]').attr("content") ?? "";
  const canonical = $('link[rel="canonical"]').attr("href") ?? "";
  const lang = $("html").attr("lang") ?? "";
  $("script, style, noscript, template, svg").remove();
  return { title, description, canonical, lang, links, text: $("body").text() };
}

/** Tokens alone, for whoever wonders whether another tokenizer would make the pass faster. */
function ourTokenizer(bytes: Buffer): number {
  const tokens = new Tokenizer(decodePage(bytes, "text/html; charset=utf-8"));
  let count = 0;
  for (let token = tokens.next(); token !== TOKEN.end; token = tokens.next()) {
    if (token === TOKEN.open && kindOf(tokens.tag) === KIND.rawText) tokens.passRawText(tokens.tag);
    count++;
  }
  return count;
}

function htmlparser2Tokenizer(bytes: Buffer): number {
  let count = 0;
  const ignore = () => {};
  const counted = () => {
    count++;
  };
  const tokenizer = new TokenizerOfHtmlparser2(
    { xmlMode: false, decodeEntities: false },
    {
      onattribdata: ignore,
      onattribentity: ignore,
      onattribend: ignore,
      onattribname: ignore,
      oncdata: ignore,
      onclosetag: counted,
      oncomment: ignore,
      ondeclaration: ignore,
      onend: ignore,
      onopentagend: counted,
      onopentagname: ignore,
      onprocessinginstruction: ignore,
      onselfclosingtag: ignore,
      ontext: counted,
      ontextentity: ignore,
    },
  );
  tokenizer.write(bytes.toString("latin1"));
  tokenizer.end();
  return count;
}

export const READERS: Readonly<Record<string, (bytes: Buffer) => unknown>> = {
  "our pass": ourPass,
  "htmlparser2 (SAX)": htmlparser2Sax,
  parse5: parse5Tree,
  cheerio,
  "our tokens alone": ourTokenizer,
  "htmlparser2's tokens alone": htmlparser2Tokenizer,
};
