import { escaped } from "../escaped.ts";
import { tryJson } from "../json.ts";
import { isNode, listIn, type Node, nodeIn, nodesIn, textIn } from "../json-node.ts";
import { DoccContent } from "./docc-content.ts";

/** Entries of the list of all pages. */
const MAX_LISTED = 5_000;

/** The HTML that the data of a DocC page stands for; no text where it is something else. */
export function doccAsHtml(json: string, base: string): string {
  const value = tryJson(json);
  const data = isNode(value) ? value : {};
  return isNode(data.interfaceLanguages) ? indexAsHtml(data.interfaceLanguages, base) : nodeAsHtml(data, base);
}

interface Document {
  readonly title: string;
  readonly site: string;
  readonly description?: string;
  readonly head?: string;
  readonly main: string;
}

function documentOf({ title, site, description = "", head = "", main }: Document): string {
  const meta = description === "" ? "" : `<meta name="description" content="${escaped(description)}">`;
  const name = `<meta property="og:site_name" content="${escaped(site)}">`;
  return `<!doctype html><title>${escaped(title)}</title>${name}${meta}${head}<main>${main}</main>`;
}

/** A RenderNode: a symbol, an article, a tutorial or a list of tutorials. */
function nodeAsHtml(data: Node, base: string): string {
  const metadata = nodeIn(data, "metadata");
  const sections = nodesIn(data, "sections");
  const title = textIn(metadata, "title") || (sections.map((section) => textIn(section, "title")).find(Boolean) ?? "");
  const module =
    nodesIn(metadata, "modules")
      .map((one) => textIn(one, "name"))
      .find(Boolean) ?? "";
  const content = new DoccContent(nodeIn(data, "references"), base);
  const abstract = content.inline(nodesIn(data, "abstract"));
  const trail = listIn(nodeIn(data, "hierarchy"), "paths").find((path) => Array.isArray(path));
  const main = [
    `<h1>${escaped(title)}</h1>`,
    abstract === "" ? "" : `<p>${abstract}</p>`,
    ...nodesIn(data, "primaryContentSections").map((section) => primarySection(section, content)),
    ...sections.map((section) => tutorialSection(section, content)),
    ...["topicSections", "defaultImplementationsSections", "relationshipsSections", "seeAlsoSections"].flatMap((name) =>
      nodesIn(data, name).map((section) => listSection(section, content)),
    ),
  ];
  return documentOf({
    title,
    site: module || title,
    description: plainText(nodesIn(data, "abstract")),
    head: breadcrumbs(trail ?? [], content, base),
    main: main.join("\n"),
  });
}

/** Text and names of code alone. */
const plainText = (content: readonly Node[]): string =>
  content.map((node) => textIn(node, "text") + textIn(node, "code") + textIn(node, "title")).join("");

function breadcrumbs(trail: readonly unknown[], content: DoccContent, base: string): string {
  const items = trail.flatMap((identifier, at) => {
    const { title, url } = typeof identifier === "string" ? content.reference(identifier) : {};
    if (typeof title !== "string" || typeof url !== "string") return [];
    return [{ "@type": "ListItem", position: at + 1, name: title, item: base + url.replace(/^\//, "") }];
  });
  const graph = JSON.stringify({ "@type": "BreadcrumbList", itemListElement: items }).replaceAll("<", "\\u003c");
  return items.length === 0 ? "" : `<script type="application/ld+json">${graph}</script>`;
}

function primarySection(section: Node, content: DoccContent): string {
  const kind = textIn(section, "kind");
  if (kind === "content") return content.blocks(nodesIn(section, "content"));
  if (kind === "declarations")
    return nodesIn(section, "declarations")
      .map((one) => declaration(one, content))
      .join("\n");
  if (kind === "parameters") return parameters(nodesIn(section, "parameters"), content);
  return "";
}

function declaration(node: Node, content: DoccContent): string {
  const code = nodesIn(node, "tokens")
    .map((token) => textIn(token, "text"))
    .join("");
  const [syntax] = listIn(node, "languages");
  return content.code({ syntax, code: code.split("\n") });
}

function parameters(all: readonly Node[], content: DoccContent): string {
  const entries = all.map((one) => {
    const name = content.text(textIn(one, "name"));
    return `<dt><code>${name}</code></dt><dd>${content.blocks(nodesIn(one, "content"))}</dd>`;
  });
  return `<h2>Parameters</h2><dl>${entries.join("")}</dl>`;
}

/** Parts of tutorials (`hero`, `tasks`) and of their list (`volume` with its chapters). */
function tutorialSection(section: Node, content: DoccContent): string {
  const chapters = nodesIn(section, "chapters").map(
    (chapter) =>
      content.heading(3, textIn(chapter, "name")) +
      content.blocks(nodesIn(chapter, "content")) +
      content.listOf(listIn(chapter, "tutorials")),
  );
  const tasks = nodesIn(section, "tasks").map(
    (task) =>
      content.heading(2, textIn(task, "title")) +
      content.blocks(nodesIn(task, "contentSection")) +
      content.blocks(nodesIn(task, "stepsSection")),
  );
  const own = textIn(section, "kind") === "volume" ? content.heading(2, textIn(section, "name")) : "";
  return [own, content.blocks(nodesIn(section, "content")), ...chapters, ...tasks].join("\n");
}

/** Topics, relations and "See also": lists of other pages under headings. */
function listSection(section: Node, content: DoccContent): string {
  const abstract = content.inline(nodesIn(section, "abstract"));
  const said = abstract === "" ? "" : `<p>${abstract}</p>`;
  return content.heading(2, textIn(section, "title")) + said + content.listOf(listIn(section, "identifiers"));
}

/** The list of all pages, which the application shows as its menu. */
function indexAsHtml(languages: Node, base: string): string {
  const content = new DoccContent({}, base);
  const roots = Object.values(languages).flatMap((list) => (Array.isArray(list) ? list.filter(isNode) : []));
  const listed: string[] = [];
  const add = (node: Node, depth: number): void => {
    const [title, path] = [textIn(node, "title"), textIn(node, "path")];
    if (listed.length >= MAX_LISTED) return;
    if (path !== "") listed.push(`<li>${content.link(path, content.text(title))}</li>`);
    if (depth < 8) for (const child of nodesIn(node, "children")) add(child, depth + 1);
  };
  for (const root of roots) add(root, 0);
  const modules = new Set(roots.filter((root) => textIn(root, "path") !== "").map((root) => textIn(root, "title")));
  const [first = ""] = modules;
  const title = modules.size === 1 ? first : "Documentation";
  const main = `<h1>${escaped(title)}</h1><ul>${listed.join("")}</ul>`;
  return documentOf({ title, site: title, main });
}
