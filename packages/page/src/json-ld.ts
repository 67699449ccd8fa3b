import { clip } from "./clip.ts";
import { tryJson } from "./json.ts";
import { isNode, type Node } from "./json-node.ts";

/** Facts of a page's JSON-LD about the page and its site. */
export interface StructuredData {
  /** Name of the WebSite, or of the software the site is about. */
  readonly siteName?: string;
  readonly organization?: string;
  /** `datePublished`, as written. */
  readonly published?: string;
  /** `dateModified`, as written. */
  readonly modified?: string;
  /** `articleSection`. */
  readonly section?: string;
  readonly description?: string;
  readonly breadcrumbs: readonly { readonly text: string; readonly href?: string }[];
}

/** Bounds on a graph that a stranger wrote. */
const NODES = 500;
const DEPTH = 6;
const BREADCRUMBS = 20;
const TEXT_CHARACTERS = 4_000;

const SITE_TYPES = ["WebSite", "SoftwareSourceCode"];
const ORGANIZATION_TYPES = ["Organization", "Corporation", "NewsMediaOrganization", "EducationalOrganization"];
const PAGE_TYPES =
  /^(?:\w*Article|\w*Page|BlogPosting|NewsArticle|Product|SoftwareApplication|Course|Event|Recipe|HowTo)$/;

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

const textIn = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() !== ""
    ? clip(value.toWellFormed().replace(/\s+/g, " ").trim(), TEXT_CHARACTERS)
    : undefined;

/** Reads the texts of `<script type="application/ld+json">`; those that are no JSON are passed over. */
export function readJsonLd(texts: readonly string[]): StructuredData {
  const nodes: Node[] = [];
  for (const text of texts) gather(tryJson(text), nodes, 0);
  const nameOf = (types: readonly string[]) =>
    types.flatMap((type) => ofType(nodes, type).map((node) => textIn(node.name))).find(Boolean);
  const siteName = nameOf(SITE_TYPES);
  const organization = nameOf(ORGANIZATION_TYPES);
  const pages = nodes.filter((node) => typesOf(node).some((type) => PAGE_TYPES.test(type)));
  const said = (key: string) => pages.map((node) => textIn(node[key])).find(Boolean);
  const [description, section] = [said("description"), said("articleSection")];
  const [published, modified] = [said("datePublished"), said("dateModified")];
  return {
    ...(siteName && { siteName }),
    ...(organization && { organization }),
    ...(description && { description }),
    ...(published && { published }),
    ...(modified && { modified }),
    ...(section && { section }),
    breadcrumbs: breadcrumbsOf(ofType(nodes, "BreadcrumbList")[0]),
  };
}

/** All nodes of a graph, outer before inner. */
function gather(value: unknown, nodes: Node[], depth: number): void {
  if (depth > DEPTH || nodes.length >= NODES) return;
  if (Array.isArray(value)) for (const item of value) gather(item, nodes, depth + 1);
  else if (isNode(value)) {
    if (value["@type"] !== undefined) nodes.push(value);
    for (const inner of Object.values(value)) if (typeof inner === "object") gather(inner, nodes, depth + 1);
  }
}

const typesOf = (node: Node): readonly string[] =>
  listOf(node["@type"]).flatMap((type) => (typeof type === "string" ? [type.replace(/^.*[/#:]/, "")] : []));

const ofType = (nodes: readonly Node[], type: string): readonly Node[] =>
  nodes.filter((node) => typesOf(node).includes(type));

function breadcrumbsOf(list: Node | undefined): StructuredData["breadcrumbs"] {
  if (list === undefined) return [];
  const items = listOf(list.itemListElement).filter(isNode).slice(0, BREADCRUMBS);
  const ordered = items.toSorted((a, b) => Number(a.position ?? 0) - Number(b.position ?? 0));
  return ordered.flatMap((node) => {
    const item = isNode(node.item) ? node.item : undefined;
    const text = textIn(node.name) ?? textIn(item?.name);
    const href = textIn(node.item) ?? textIn(item?.["@id"]) ?? textIn(item?.url);
    return text === undefined ? [] : [{ text, ...(href && { href }) }];
  });
}
