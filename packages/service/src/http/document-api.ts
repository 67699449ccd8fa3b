import { budgetOf } from "@llmstxt-service/document/budget";
import { toCrawlError } from "@llmstxt-service/page/errors";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { findingsOf } from "../crawls/crawls.ts";
import { sessionState, takeSession } from "../doors/doors.ts";
import { REQUEST_LIMITS } from "../jobs/request.ts";
import {
  checkRequestSchema,
  checkSchema,
  configSchema,
  detailSchema,
  type ServerConfig,
} from "../protocol/protocol.ts";
import { type ServerWorld, withSchemas } from "../server-world.ts";
import { VERSION } from "../settings/config.ts";
import { askingOf, clientLine } from "./client-line.ts";

/** Most bytes of a document to check; readers cut documents at a twentieth of it. */
const MAX_DOCUMENT_BYTES = 2_097_152;

/** Route that checks a document by the rules of the format. */
export function validateRoute(app: FastifyInstance, world: ServerWorld): void {
  const schema = {
    tags: ["Documents"],
    summary: "Checks an llms.txt: every finding with its line",
    body: checkRequestSchema,
    response: { 200: checkSchema, 422: detailSchema, 429: detailSchema, 503: detailSchema },
  };
  const options = { schema, bodyLimit: MAX_DOCUMENT_BYTES, onRequest: clientLine(world) };
  withSchemas(app).post("/api/validate", options, async (request, reply) => {
    const { text, profile } = request.body;
    const { client, left } = askingOf(request);
    try {
      return findingsOf(await client.validate(text, { profile }, left));
    } catch (thrown) {
      const error = toCrawlError(thrown);
      if (error.code !== "unreadable") throw error;
      return reply.code(422).send({ detail: `text: ${error.message}` });
    }
  });
}

/** Route with the facts that the web page needs before a key is entered. */
export function configRoute(app: FastifyInstance, world: ServerWorld): void {
  const schema = {
    tags: ["Service"],
    summary: "Features, defaults and limits of this server",
    response: { 200: configSchema },
  };
  withSchemas(app).get("/api/config", { schema }, async (request, reply) => {
    reply.header("Cache-Control", "no-store");
    return { ...describeServer(world), signedIn: await isSignedIn(request, reply, world) };
  });
}

/** True if the request has a valid session; a cookie that is not valid any more is removed. */
async function isSignedIn(request: FastifyRequest, reply: FastifyReply, world: ServerWorld): Promise<boolean> {
  const state = await sessionState(request, world);
  if (state === "over" || state === "wrong") takeSession(reply);
  if (state === "wrong") await world.wrongSecrets.settle(request.ip);
  return state === "good";
}

function describeServer(world: ServerWorld): Omit<ServerConfig, "signedIn"> {
  const { config, schema, features, publicUrl, recrawling } = world;
  const schedule = recrawling.schedule();
  const { url: _, ...defaults } = schema.parse({ url: "https://example.com" });
  const { descLength, recrawlIntervalMinutes } = REQUEST_LIMITS;
  return {
    version: VERSION,
    keyRequired: config.apiKey !== undefined,
    productToken: recrawling.world.settings.productToken,
    publicUrl: publicUrl(),
    limits: {
      maxPages: config.maxPagesLimit,
      descLength: [descLength.min, descLength.max],
      intervalMinutes: [recrawlIntervalMinutes.min, recrawlIntervalMinutes.max],
      timeoutSeconds: config.crawlTimeoutSeconds,
    },
    defaults: { ...defaults, ...recrawling.world.settings.documents },
    // True if a database is configured, even if it is away: the page must not wait for one that opens.
    features: { ...features, database: config.databaseUrl !== "none", hosting: true },
    schedule: schedule && { cron: schedule.cron, next: schedule.next.toISOString() },
    budget: budgetOf(recrawling.world.settings.budget),
  };
}
