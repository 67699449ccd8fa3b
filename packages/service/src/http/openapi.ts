// Serves /openapi.json and /docs, made of the schemas that check requests.
import swagger from "@fastify/swagger";
import { jsonSchemaTransform } from "fastify-type-provider-zod";
import * as z from "zod";
import { socketMessageShape } from "../shapes.ts";
import { type App, type ServerWorld, VERSION } from "./app.ts";

/** Register it before the routes. */
export async function describeApi(app: App, { schema }: ServerWorld): Promise<void> {
  const query = (name: string, description: string) => ({
    ...{ name, in: "query" as const, description, schema: { type: "string" as const } },
  });
  const socket = {
    ...{ tags: ["Crawls"], summary: "WebSocket: crawls a site and tells of its progress", description: SOCKET },
    parameters: [
      query("token", "From POST /auth/token; decides alone where it is sent"),
      query("api_key", "The API key itself, where no token is sent"),
      query("events", "`1`: each message may carry a third field, `event`, an object for programs"),
      query("keep", "`1`: the crawl goes on without the socket, under /api/crawls"),
    ],
    responses: {
      101: { description: "The handshake; refused credentials close with code 1008" },
      426: { description: "No handshake" },
    },
    "x-client-message": z.toJSONSchema(schema, { io: "input" }),
    "x-server-message": z.toJSONSchema(socketMessageShape),
  };
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: { title: "llmstxt-service", version: VERSION, description: ABOUT },
      servers: [{ url: "/" }],
      components: {
        securitySchemes: {
          apiKey: { type: "apiKey", in: "header", name: "X-API-Key" },
          cronSecret: { type: "apiKey", in: "header", name: "X-Cron-Secret" },
        },
      },
      paths: { "/ws/crawl": { get: socket } },
    },
    transform: jsonSchemaTransform,
  });
  const hidden = { schema: { hide: true } };
  app.get("/openapi.json", hidden, async () => app.swagger());
  app.get("/docs", hidden, async (_request, reply) =>
    reply.type("text/html; charset=utf-8").send(docsPage(documentShape.parse(app.swagger()))),
  );
  app.get("/docs.css", hidden, async (_request, reply) => reply.type("text/css; charset=utf-8").send(STYLE));
}

const ABOUT = 'Turns a website into its llms.txt. Every answer that is an error has the body `{"detail": string}`.';
const SOCKET = `Send one text message, the crawl request, within 30 seconds; then read: any number of \`log\` messages,
one \`result\` with the llms.txt, one \`url\` where it was stored, and the close (1000). When something fails, one \`error\`
takes the place of what is missing. 1008: \`Invalid or expired token\`, \`Unauthorized\` or \`Forbidden origin\`. 1009: a
message over 64 KiB. 1012: the server stops. Closing the socket stops the crawl, unless it was asked for with \`keep=1\`.`;

const documentShape = z.object({
  info: z.object({ title: z.string(), version: z.string(), description: z.string() }),
  paths: z.record(
    z.string(),
    z.record(z.string(), z.looseObject({ summary: z.string(), description: z.string().default("") })),
  ),
});

/** The OpenAPI document as an HTML page without scripts or files from other servers. */
function docsPage({ info, paths }: z.output<typeof documentShape>): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { summary, description, ...rest }]) =>
      [
        `<section><h2><code>${escaped(`${method.toUpperCase()} ${path}`)}</code></h2>`,
        `<p>${prose(summary)}</p><p>${prose(description)}</p>`,
        `<details><summary>Fields and answers</summary><pre>${escaped(JSON.stringify(rest, undefined, 2))}</pre></details></section>`,
      ].join("\n"),
    ),
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(info.title)}: API</title><link rel="stylesheet" href="/docs.css"></head><body><main>
<h1>${escaped(info.title)} <small>${escaped(info.version)}</small></h1>
<p>${prose(info.description)} For programs: <a href="/openapi.json">/openapi.json</a>.</p>
${operations.join("\n")}
</main></body></html>
`;
}

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** Text whose parts between backticks are code. */
const prose = (text: string): string =>
  text
    .split("`")
    .map((part, at) => (at % 2 === 0 ? escaped(part) : `<code>${escaped(part)}</code>`))
    .join("");

const STYLE = `:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; margin: 0; }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1.5rem; }
h1 small { font-weight: 400; opacity: .7; }
h2 { font-size: 1.05rem; margin: 0; }
section { border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent); padding: 1.25rem 0; }
code, pre { font: 13px/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
pre { overflow-x: auto; }
`;
