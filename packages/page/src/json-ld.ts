// What a page's JSON-LD says of it and of its site.
import { clip, onOneLine } from "./text.ts";

export interface Structured {
  readonly siteName: string;
  readonly organization: string;
  readonly published: string;
  readonly sections: readonly string[];
  readonly description: string;
  readonly breadcrumbs: readonly { readonly text: string; readonly href: string }[];
}
type Node = Readonly<Record<string, unknown>>;

const PAGE = /^(?:\w*Article|\w*Page|BlogPosting|Product|SoftwareApplication|Course|Event|Recipe|HowTo)$/;
const SITE = /^(?:WebSite|SoftwareSourceCode)$/;
const ORGANIZATION = /^(?:Organization|Corporation|NewsMediaOrganization|EducationalOrganization)$/;
/** Bounds on a graph that a stranger wrote. */
const NODES = 500;
const DEPTH = 6;
const FEW = 20;
const TEXT_CHARACTERS = 4_000;

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && !Array.isArray(value);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);
const textIn = (value: unknown): string =>
  typeof value === "string" ? onOneLine(clip(value.toWellFormed(), TEXT_CHARACTERS)) : "";
const typesOf = (node: Node): string[] =>
  listOf(node["@type"]).map((type) => (typeof type === "string" ? (type.split(/[/#:]/).at(-1) ?? "") : ""));

/** Scripts that are no JSON are passed over. */
export function structuredOf(texts: readonly string[]): Structured {
  const nodes: Node[] = [];
  for (const text of texts) {
    try {
      gather(JSON.parse(text), nodes, 0);
    } catch {
      // SyntaxError: what is no JSON says nothing.
    }
  }
  const typed = nodes.map((node) => ({ node, types: typesOf(node) }));
  const all = (pattern: RegExp, key: string): string[] =>
    typed
      .filter(({ types }) => types.some((type) => pattern.test(type)))
      .flatMap(({ node }) => listOf(node[key]).slice(0, FEW).map(textIn))
      .filter(Boolean);
  const first = (pattern: RegExp, key: string): string => all(pattern, key)[0] ?? "";
  return {
    siteName: first(SITE, "name"),
    organization: first(ORGANIZATION, "name"),
    published: first(PAGE, "datePublished"),
    sections: all(PAGE, "articleSection").slice(0, FEW),
    description: first(PAGE, "description"),
    breadcrumbs: trailOf(typed.find(({ types }) => types.includes("BreadcrumbList"))?.node),
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

function trailOf(list: Node | undefined): Structured["breadcrumbs"] {
  const items = listOf(list?.itemListElement).filter(isNode).slice(0, FEW);
  return items
    .toSorted((a, b) => (Number(a.position) || 0) - (Number(b.position) || 0))
    .flatMap((node) => {
      const item = isNode(node.item) ? node.item : undefined;
      const text = textIn(node.name) || textIn(item?.name);
      return text === "" ? [] : [{ text, href: textIn(node.item) || textIn(item?.["@id"]) || textIn(item?.url) }];
    });
}
