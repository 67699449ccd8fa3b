import { tryJson } from "./json.ts";
import { isNode, nodeIn, textIn } from "./json-node.ts";

/** The data that an application shows as a page: in the page itself, or at an address that it would load. */
export type ApplicationData =
  | { readonly type: "here"; readonly json: string }
  | { readonly type: "at"; readonly url: string };

/** An application's element for what its scripts draw, and the characters of words in it until they have drawn. */
const ROOT = /\bid="(___gatsby|__next|__nuxt)"/;
const ROOT_CHARACTERS = 4_000;
const MAX_WAITING_CHARACTERS = 60;
const SOURCE = /\bdata-src="([^"<>]*)"/;
const GATSBY_DATA = /\bhref="([^"<>]*\/page-data\.json)"/;

/**
 * The data of a page of Next, Nuxt or Gatsby whose HTML holds no text; undefined for every other page. An address is of
 * the page's own origin.
 */
export function applicationData(html: string, url: string): ApplicationData | undefined {
  const root = emptyRoot(html);
  if (root === undefined) return undefined;
  if (root.name === "__next") return nextData(scriptIn(html, "__NEXT_DATA__").text, url);
  if (root.name === "__nuxt") return nuxtData(scriptIn(html, "__NUXT_DATA__"), url);
  const path = GATSBY_DATA.exec(html)?.[1] ?? `/page-data/${pathOf(url) || "index"}/page-data.json`;
  return at(path, url);
}

/** The page with what its application shows in its place. What turns the data is loaded when the first one comes. */
export async function withApplicationData(html: string, json: string, url: string): Promise<string | undefined> {
  const { applicationAsHtml } = await import("./application/application-as-html.ts");
  const root = emptyRoot(html);
  const main = applicationAsHtml(json, url);
  return root === undefined || main === undefined ? undefined : html.slice(0, root.to) + main + html.slice(root.to);
}

function emptyRoot(html: string): { readonly name: string | undefined; readonly to: number } | undefined {
  const found = ROOT.exec(html);
  if (found === null) return undefined;
  const to = html.indexOf(">", found.index) + 1;
  const [inner = ""] = html.slice(to, to + ROOT_CHARACTERS).split("<script", 1);
  const isEmpty = inner.length < ROOT_CHARACTERS && wordsIn(inner).length <= MAX_WAITING_CHARACTERS;
  return isEmpty ? { name: found[1], to } : undefined;
}

/** Bound: ROOT_CHARACTERS. */
const wordsIn = (html: string): string =>
  html
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();

/** Data that a server has put into the page; where it has not, the file that the application loads for it. */
function nextData(json: string, url: string): ApplicationData | undefined {
  const value = tryJson(json);
  if (!isNode(value)) return undefined;
  if (Object.keys(nodeIn(nodeIn(value, "props"), "pageProps")).length > 0) return { type: "here", json };
  const build = /^[\w-]{1,100}$/.exec(textIn(value, "buildId"))?.[0];
  return build === undefined ? undefined : at(`/_next/data/${build}/${pathOf(url) || "index"}.json`, url);
}

function nuxtData({ tag, text }: Script, url: string): ApplicationData | undefined {
  const source = SOURCE.exec(tag)?.[1];
  if (source !== undefined) return at(source, url);
  return text === "" ? undefined : { type: "here", json: text };
}

interface Script {
  readonly tag: string;
  readonly text: string;
}

/** The script with this id; an empty one where there is none. */
function scriptIn(html: string, id: string): Script {
  const place = html.indexOf(`id="${id}"`);
  const from = html.indexOf(">", place) + 1;
  const to = html.indexOf("</script", from);
  if (place < 0 || from === 0 || to < 0) return { tag: "", text: "" };
  return { tag: html.slice(html.lastIndexOf("<", place), from), text: html.slice(from, to) };
}

const pathOf = (url: string): string => URL.parse(url)?.pathname.replace(/^\/|\/$/g, "") ?? "";

function at(path: string, page: string): ApplicationData | undefined {
  const url = URL.parse(path, page);
  return url === null || url.origin !== URL.parse(page)?.origin ? undefined : { type: "at", url: url.href };
}
