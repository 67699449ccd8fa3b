import type { FastifyInstance } from "fastify";
import * as z from "zod";

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

/** /docs: the OpenAPI document as a page to read. No script, and no file from anywhere else. */
export function docsPage(app: FastifyInstance): void {
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
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(info.title)}: API</title>
<link rel="stylesheet" href="/docs/style.css">
</head>
<body>
<main>
<p><a href="/#/api">Try it with examples and a console</a> · <a href="/">Back to the page</a></p>
<h1>${escaped(info.title)} <small>${escaped(info.version)}</small></h1>
<p>${prose(info.description)} For programs: <a href="/openapi.json">/openapi.json</a>.</p>
${operations.join("\n")}
</main>
</body>
</html>
`;
}

function section(method: string, path: string, operation: Operation): string {
  const messages = ["x-client-message", "x-server-message"].map((name) =>
    schemaBlock(MESSAGE_TITLES[name] ?? "", operation[name]),
  );
  return `<section>
<h2><code>${method.toUpperCase()} ${escaped(path)}</code></h2>
<p>${prose(operation.summary)}</p>
${operation.description === "" ? "" : `<p>${prose(operation.description)}</p>`}
${parameterTable(operation)}
${schemaBlock("Body", bodySchema(operation.requestBody))}${messages.join("")}
<dl>${Object.entries(operation.responses).map(answer).join("")}</dl>
</section>`;
}

const MESSAGE_TITLES: Readonly<Record<string, string>> = {
  "x-client-message": "What the client sends",
  "x-server-message": "What the server sends",
};

function parameterTable({ parameters }: Operation): string {
  const rows = parameters.map(
    ({ name, in: place, description = "" }) =>
      `<tr><td><code>${escaped(name)}</code></td><td>${escaped(place)}</td><td>${prose(description)}</td></tr>`,
  );
  return rows.length === 0 ? "" : `<table>${rows.join("")}</table>`;
}

const mediaTypes = z.object({ content: z.record(z.string(), z.object({ schema: z.unknown() })) });

const bodySchema = (value: unknown): unknown => mediaTypes.safeParse(value).data?.content["application/json"]?.schema;

function answer([status, response]: [
  string,
  { readonly description: string; readonly [field: string]: unknown },
]): string {
  const schema = bodySchema(response);
  const shown = schema === undefined ? prose(response.description) : `<code>${escaped(JSON.stringify(schema))}</code>`;
  return `<dt>${escaped(status)}</dt><dd>${shown}</dd>`;
}

function schemaBlock(title: string, schema: unknown): string {
  if (schema === undefined) return "";
  return `<details><summary>${title}</summary><pre>${escaped(JSON.stringify(schema, undefined, 2))}</pre></details>\n`;
}

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? "");

const prose = (text: string): string => escaped(text).replace(/`([^`]+)`/g, "<code>$1</code>");

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
