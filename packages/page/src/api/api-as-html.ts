import { load } from "js-yaml";
import type { FileProblem } from "../address/left-out.ts";
import { lastName } from "../address/path.ts";
import { percentDecoded } from "../address/percent.ts";
import { grouped } from "../grouped.ts";
import { ApiDocument, type Fields, fieldsOf, listOf, textOf } from "./api-document.ts";
import { operationAsHtml, titleOf } from "./operation-as-html.ts";
import { operationsOf } from "./operations.ts";
import { blocks, code, escaped, inline } from "./words.ts";

/** Most nesting of collections; deeper ones are hostile. */
const MAX_NESTING = 200;
const MAX_SERVERS = 20;

/** Keys that say what a document is, of other kinds than those that are read, too. */
const SAYS_API = /(?:^|[\s{,"'])(?:openapi|swagger|swaggerVersion|asyncapi|arazzo)["']?\s{0,20}:/;

/** An operation as the HTML of its page. */
export interface OperationHtml {
  readonly title: string;
  readonly summary: string;
  readonly tag: string;
  html(): string;
}

/** An API description as HTML: the page of all of it, and one page an operation. */
export interface ApiHtml {
  readonly html: string;
  readonly operations: readonly OperationHtml[];
}

/** The HTML that a description stands for, else why it has none. Never throws. */
export function apiAsHtml(text: string, url: string): ApiHtml | FileProblem {
  if (!SAYS_API.test(text)) return "data file";
  const root = tryParsed(text);
  if (root === undefined) return "broken api description";
  const { openapi, swagger, info, paths, webhooks } = root;
  if (!/^3(?:\.|$)/.test(textOf(openapi)) && !/^2(?:\.|$)/.test(textOf(swagger)))
    return Object.keys(root).some((key) => SAYS_API.test(`{${key}:`)) ? "api description" : "data file";
  if (info === undefined && paths === undefined && webhooks === undefined) return "broken api description";
  const document = new ApiDocument(root);
  const { groups, total } = operationsOf(document);
  const operations = groups.flatMap(({ name, operations: own }) =>
    own.map((operation) => ({
      title: titleOf(operation),
      summary: operation.summary,
      tag: name,
      html: () => operationAsHtml(operation, document),
    })),
  );
  return { html: overview({ document, groups, more: total - operations.length, url }), operations };
}

/** Parses a text that begins as JSON as JSON, and else, or if that fails, as YAML, of which JSON is a part. */
function tryParsed(text: string): Fields | undefined {
  try {
    return fieldsOf(/^\s*\{/.test(text) ? JSON.parse(text) : load(text, { maxDepth: MAX_NESTING, json: true }));
  } catch {
    return undefined; // SyntaxError, YAMLException, or RangeError of a nesting
  }
}

interface Overview {
  readonly document: ApiDocument;
  readonly groups: ReturnType<typeof operationsOf>["groups"];
  readonly more: number;
  readonly url: string;
}

function overview({ document, groups, more, url }: Overview): string {
  const { info, openapi, swagger } = document.root;
  const { title, version, summary, description } = fieldsOf(info);
  const name = textOf(title) || percentDecoded(lastName(url));
  const kind = openapi === undefined ? `Swagger ${textOf(swagger)}` : `OpenAPI ${textOf(openapi)}`;
  const names = groups.map(({ name: tag }) => tag).filter(Boolean);
  const count = groups.reduce((sum, { operations }) => sum + operations.length, more);
  const plain = `${kind}, ${count === 1 ? "1 operation" : `${count} operations`}${names.length > 0 ? `: ${names.join(", ")}` : ""}.`;
  const about = textOf(summary) || (textOf(description) === "" ? plain : "");
  const servers = serversOf(document.root).slice(0, MAX_SERVERS).map(code);
  const notes = [
    ...(more > 0 ? [`${grouped(more)} more operations of this description are not told here.`] : []),
    ...(document.leadsOut ? ["Parts of this description are in other files, which are not read."] : []),
  ];
  return [
    `<!doctype html><title>${escaped(name)}</title>`,
    about && `<meta name="description" content="${escaped(about)}">`,
    `<main><h1>${escaped(name)}</h1><div>${blocks(textOf(description))}</div>`,
    ...groups.map(({ name: tag, description: tagged, operations }) => {
      const rows = operations.map(
        (one) => `<li>${escaped(titleOf(one))}${one.summary && `: ${inline(one.summary)}`}</li>`,
      );
      const heading = groups.length === 1 && tag === "" ? "Operations" : tag || "Other operations";
      return `<h2>${escaped(heading)}</h2>${tagged && `<p>${inline(tagged)}</p>`}<ul>${rows.join("\n")}</ul>`;
    }),
    `<p>${[textOf(version) && `Version ${escaped(textOf(version))}`, escaped(kind)].filter(Boolean).join(", ")}.</p>`,
    servers.length > 0 && `<p>Servers: ${servers.join(", ")}.</p>`,
    ...notes.map((note) => `<p>${note}</p>`),
    "</main>",
  ]
    .filter(Boolean)
    .join("\n");
}

function serversOf({ servers, host, basePath, schemes }: Fields): readonly string[] {
  const told = listOf(servers).map((server) => textOf(fieldsOf(server).url));
  const scheme = textOf(listOf(schemes)[0]) || "https";
  return [...told, textOf(host) && `${scheme}://${textOf(host)}${textOf(basePath)}`].filter(Boolean);
}
