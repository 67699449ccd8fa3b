import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod";
import {
  giveSession,
  header,
  isSecret,
  issueSession,
  issueToken,
  refuseWrong,
  SESSION_LIFETIME_SECONDS,
  TOKEN_LIFETIME_SECONDS,
  takeSession,
} from "../doors/doors.ts";
import { detailSchema } from "../protocol/protocol.ts";
import type { App, ServerWorld } from "../server-world.ts";
import { healthRoutes, OPENING, type Readiness } from "./health-routes.ts";

/** Routes without a key: health, readiness, metrics, and the exchange of the key for a token or a session. */
export function publicRoutes(app: App, world: ServerWorld): void {
  healthRoutes(app, { metrics: world.metrics, readiness: () => readinessOf(world) });
  tokenRoute(app, world);
  sessionRoutes(app, world);
}

/** True if new crawls are accepted. Crawling works without the database. */
async function readinessOf({ crawls, database }: ServerWorld): Promise<Readiness> {
  if (crawls.closing.aborted) return { detail: "Stopping" };
  const state = await database();
  return state === "opening" ? OPENING : { database: state };
}

const exchangeAnswers = { 401: detailSchema, 429: detailSchema };

function tokenRoute(app: App, world: ServerWorld): void {
  const schema = {
    tags: ["Crawling"],
    summary: "Exchanges the API key for a token that opens /ws/crawl for five minutes",
    security: [{ apiKey: [] }],
    response: {
      200: z.object({ token: z.string(), expires_in: z.literal(TOKEN_LIFETIME_SECONDS) }),
      ...exchangeAnswers,
    },
  };
  app.post("/auth/token", { schema }, async (request, reply) => {
    const apiKey = await shownKey(request, reply, world);
    if (apiKey === undefined) return reply;
    return { token: await issueToken(apiKey, world.now()), expires_in: TOKEN_LIFETIME_SECONDS };
  });
}

/** Routes for people: the page sends the key once, and from then on a cookie that scripts cannot read. */
function sessionRoutes(app: App, world: ServerWorld): void {
  const schema = {
    tags: ["Signing in"],
    summary: "Signs a browser in: exchanges the API key for a cookie of a week",
    security: [{ apiKey: [] }],
    response: { 200: z.object({ expires_in: z.literal(SESSION_LIFETIME_SECONDS) }), ...exchangeAnswers },
  };
  app.post("/auth/session", { schema }, async (request, reply) => {
    const apiKey = await shownKey(request, reply, world);
    if (apiKey === undefined) return reply;
    giveSession(request, reply, await issueSession(apiKey, world.now()));
    return reply.header("Cache-Control", "no-store").send({ expires_in: SESSION_LIFETIME_SECONDS });
  });
  const ending = { tags: ["Signing in"], summary: "Signs the browser out", response: { 204: z.null() } };
  app.delete("/auth/session", { schema: ending }, async (_request, reply) => {
    takeSession(reply);
    return reply.code(204).send(null);
  });
}

/** The key, if the request has it; undefined if the request was refused and answered. */
async function shownKey(
  request: FastifyRequest,
  reply: FastifyReply,
  { config: { apiKey }, wrongSecrets }: Pick<ServerWorld, "config" | "wrongSecrets">,
): Promise<string | undefined> {
  const shown = header(request.headers["x-api-key"]);
  if (apiKey !== undefined && isSecret(shown, apiKey)) return apiKey;
  // Without an API_KEY there is none to guess, and a missing key is no guess: both are refused without delay.
  if (apiKey !== undefined && shown) await refuseWrong({ wrongSecrets, request, reply });
  else void reply.code(401).send({ detail: "Unauthorized" });
  return undefined;
}
