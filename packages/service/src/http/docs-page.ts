import { element, type Html, writeHtml } from "@llmstxt-service/document/emit/html";
import * as z from "zod";
import type { App } from "../server-world.ts";

const operationSchema = z.looseObject({
  summary: z.string().default(""),
  description: z.string().default(""),
  parameters: z
    .array(z.looseObject({ name: z.string(), in: z.string(), description: z.string().optional() }))
    .default([]),
  responses: z.record(z.string(), z.looseObject({ description: z.string().default("") })).default({}),
});

const documentSchema = z.looseObject({
  info: z.object({ title: z.string(), version: z.string(), description: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
});

type Operation = z.output<typeof operationSchema>;

/** /docs: the OpenAPI document as a page to read, without scripts or files of other servers. */
export function docsPage(app: App): void {
  const hidden = { schema: { hide: true } };
  app.get("/docs", hidden, async (_request, reply) =>
    reply.type("text/html; charset=utf-8").send(page(documentSchema.parse(app.swagger()))),
  );
  app.get("/docs/style.css", hidden, async (_request, reply) => reply.type("text/css; charset=utf-8").send(STYLE));
}

function page({ info, paths }: z.output<typeof documentSchema>): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => section(method, path, operation)),
  );
  const head = element(
    "head",
    {},
    element("meta", { charset: "utf-8" }),
    element("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
    element("title", {}, `${info.title}: API`),
    element("link", { rel: "stylesheet", href: "/docs/style.css" }),
  );
  const main = element(
    "main",
    {},
    paragraph(
      element("a", { href: "/#/api" }, "Try it with examples and a console"),
      " · ",
      element("a", { href: "/" }, "Back to the page"),
    ),
    element("h1", {}, `${info.title} `, element("small", {}, info.version)),
    paragraph(
      ...prose(info.description),
      " For programs: ",
      element("a", { href: "/openapi.json" }, "/openapi.json"),
      ".",
    ),
    operations,
  );
  return `<!doctype html>\n${writeHtml(element("html", { lang: "en" }, head, element("body", {}, main)))}\n`;
}

function section(method: string, path: string, operation: Operation): Html {
  const { summary, description, responses } = operation;
  const messages = ["x-client-message", "x-server-message"].flatMap((name) =>
    schemaBlock(MESSAGE_TITLES[name] ?? "", operation[name]),
  );
  return element(
    "section",
    {},
    element("h2", {}, code(`${method.toUpperCase()} ${path}`)),
    paragraph(...prose(summary)),
    description === "" ? [] : paragraph(...prose(description)),
    parameterTable(operation),
    schemaBlock("Body", bodySchema(operation.requestBody)),
    messages,
    element("dl", {}, Object.entries(responses).flatMap(answer)),
  );
}

const MESSAGE_TITLES: Readonly<Record<string, string>> = {
  "x-client-message": "What the client sends",
  "x-server-message": "What the server sends",
};

function parameterTable({ parameters }: Operation): readonly Html[] {
  const cell = (...children: readonly Html[]) => element("td", {}, ...children);
  const rows = parameters.map(({ name, in: place, description = "" }) =>
    element("tr", {}, cell(code(name)), cell(place), cell(...prose(description))),
  );
  return rows.length === 0 ? [] : [element("table", {}, rows)];
}

const mediaTypes = z.object({ content: z.record(z.string(), z.object({ schema: z.unknown() })) });

const bodySchema = (value: unknown): unknown => mediaTypes.safeParse(value).data?.content["application/json"]?.schema;

function answer([status, response]: [
  string,
  { readonly description: string; readonly [field: string]: unknown },
]): readonly Html[] {
  const schema = bodySchema(response);
  const shown = schema === undefined ? prose(response.description) : [code(JSON.stringify(schema))];
  return [element("dt", {}, status), element("dd", {}, ...shown)];
}

function schemaBlock(title: string, schema: unknown): readonly Html[] {
  if (schema === undefined) return [];
  const text = JSON.stringify(schema, undefined, 2);
  return [element("details", {}, element("summary", {}, title), element("pre", {}, text))];
}

const code = (text: string): Html => element("code", {}, text);

const paragraph = (...children: readonly Html[]): Html => element("p", {}, ...children);

/** Text whose parts between backticks are code. */
const prose = (text: string): readonly Html[] =>
  text.split(/`([^`]+)`/).map((part, at) => (at % 2 === 0 ? part : code(part)));

const STYLE = `:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; margin: 0; }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1.5rem; }
h1 small { font-weight: 400; opacity: .6; }
h2 { font-size: 1.05rem; margin: 0; }
section { border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent); padding: 1.25rem 0; }
code, pre { font: 13px/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
pre { overflow-x: auto; }
td { padding: .15rem 1rem .15rem 0; vertical-align: top; }
dl { display: grid; grid-template-columns: 3rem 1fr; gap: .25rem 1rem; margin: .75rem 0 0; }
dd { margin: 0; }
`;
