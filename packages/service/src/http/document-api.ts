import { budgetOf } from "@llmstxt-service/document/budget";
import { tryPageUrl } from "@llmstxt-service/page/address/page-url";
import { CrawlError, toCrawlError } from "@llmstxt-service/page/errors";
import { FAILURES } from "@llmstxt-service/page/failures";
import type { FastifyReply, FastifyRequest } from "fastify";
import { findingsOf } from "../crawls/crawls.ts";
import { sessionState, takeSession } from "../doors/doors.ts";
import { REQUEST_LIMITS } from "../jobs/request.ts";
import { textAt } from "../jobs/text-at.ts";
import {
  checkRequestSchema,
  checkSchema,
  configSchema,
  detailSchema,
  type ServerConfig,
} from "../protocol/protocol.ts";
import type { App, ServerWorld } from "../server-world.ts";
import { VERSION } from "../settings/config.ts";
import { askingOf, clientLine } from "./client-line.ts";

/** Most bytes of a document to check; readers cut documents at a twentieth of it. */
const MAX_DOCUMENT_BYTES = 2_097_152;

/** Route that checks a document by the rules of the format. */
export function validateRoute(app: App, world: ServerWorld): void {
  const schema = {
    tags: ["Documents"],
    summary: "Checks an llms.txt, given as text or by its address: every finding with its line",
    body: checkRequestSchema,
    response: { 200: checkSchema, 422: detailSchema, 429: detailSchema, 503: detailSchema },
  };
  const options = { schema, bodyLimit: MAX_DOCUMENT_BYTES, onRequest: clientLine(world) };
  app.post("/api/validate", options, async (request, reply) => {
    const { profile, ...given } = request.body;
    const { client, left } = askingOf(request);
    const read = "url" in given ? await readAt(given.url, world, left) : given;
    if ("why" in read) return reply.code(422).send({ detail: read.why });
    try {
      const findings = findingsOf(await client.validate(read.text, { profile }, left));
      return "url" in given ? { ...findings, ...read } : findings;
    } catch (thrown) {
      const error = toCrawlError(thrown);
      if (error.code !== "unreadable") throw error;
      return reply.code(422).send({ detail: `text: ${error.message}` });
    }
  });
}

/** The llms.txt at an address, or why there is none. */
async function readAt(typed: string, { recrawling: { world } }: ServerWorld, signal: AbortSignal) {
  const page = tryPageUrl(typed);
  if (page === undefined) return { why: FAILURES.invalid_url.message({}) };
  const url = new URL(page).pathname === "/" ? new URL("/llms.txt", page).href : page;
  const { plain } = world.fetching.forCrawl({ useProxy: false, judge: () => undefined });
  try {
    const text = await textAt({ url, maxBytes: MAX_DOCUMENT_BYTES }, plain, signal);
    return /^\s*<(?:!doctype|html)\b/i.test(text.slice(0, 1_000))
      ? { why: `${url}: a web page, no llms.txt` }
      : { text };
  } catch (thrown) {
    signal.throwIfAborted();
    if (!(thrown instanceof CrawlError)) throw thrown;
    return { why: `${url}: ${thrown.message}` };
  }
}

/** Route with the facts that the web page needs before a key is entered. */
export function configRoute(app: App, world: ServerWorld): void {
  const schema = {
    tags: ["Service"],
    summary: "Features, defaults and limits of this server",
    response: { 200: configSchema },
  };
  app.get("/api/config", { schema }, async (request, reply) => {
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
