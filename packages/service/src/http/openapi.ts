import swagger from "@fastify/swagger";
import { jsonSchemaTransform } from "fastify-type-provider-zod";
import * as z from "zod";
import { socketMessageSchema } from "../protocol/protocol.ts";
import type { App, ServerWorld } from "../server-world.ts";
import { VERSION } from "../settings/config.ts";
import { docsPage } from "./docs-page.ts";

/** /openapi.json and /docs, made from the schemas that check requests. Register it before the routes. */
export async function describeApi(app: App, world: ServerWorld): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "llmstxt-service",
        version: VERSION,
        description:
          'Turns a website into its llms.txt. Every answer that is an error has the body `{"detail": string}`.',
      },
      servers: [{ url: "/" }],
      components: {
        securitySchemes: {
          apiKey: { type: "apiKey", in: "header", name: "X-API-Key" },
          session: { type: "apiKey", in: "cookie", name: "__Host-llmstxt-session" },
          cronSecret: { type: "apiKey", in: "header", name: "X-Cron-Secret" },
        },
      },
      paths: { "/ws/crawl": { get: socketOperation(world) } },
    },
    transform: jsonSchemaTransform,
  });
  const hidden = { schema: { hide: true } };
  app.get("/openapi.json", hidden, async () => app.swagger());
  docsPage(app);
}

/** The socket's operation: OpenAPI has no sockets, so its messages are in extensions. */
function socketOperation({ schema }: ServerWorld) {
  return {
    tags: ["Crawling"],
    summary: "WebSocket: crawl a site and get its progress",
    description: SOCKET_TEXT,
    parameters: [
      query("token", "From POST /auth/token; decides alone when it is sent"),
      query("api_key", "The API key itself, where no token is sent"),
      query("events", "`1`: each message may carry a third field, `event`, an object for programs"),
    ],
    responses: {
      101: { description: "The handshake; it is completed also when the credentials are refused (close code 1008)" },
      426: { description: "Not a WebSocket handshake" },
    },
    "x-client-message": z.toJSONSchema(schema, { io: "input" }),
    "x-server-message": z.toJSONSchema(socketMessageSchema),
  };
}

const query = (name: string, description: string) => ({
  name,
  in: "query" as const,
  description,
  schema: { type: "string" as const },
});

const SOCKET_TEXT = `Send one text message, the crawl request, within 30 seconds; then read: any number of \`log\`
messages, one \`result\` with the whole llms.txt, one \`url\` where it was stored, and the close (1000).
When something fails, one \`error\` takes the place of what is missing, before the close.
1008: \`Invalid or expired token\`, \`Unauthorized\` or \`Forbidden origin\`. 1009: a message over 64 KiB. 1012: the server stops.
Closing the socket stops the crawl. A token is looked at when the socket opens; a crawl may outlast it.`;
