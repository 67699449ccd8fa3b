import * as z from "zod";
import { isCrawl, type JobChange } from "../crawls/crawls.ts";
import { detailSchema, iso, type JobAnswer, jobSchema, jobsSchema } from "../protocol/protocol.ts";
import type { App, ServerWorld } from "../server-world.ts";
import { JOB_KINDS, JOB_STARTERS, JOB_STATES, type ListedJob } from "../sites/job.ts";
import { lastEventId, sendEvents, tokenOrKey, tokenQuery } from "./event-stream.ts";
import { leaving } from "./request-rules.ts";

const tags = ["Work"];

/** Routes for all jobs, whoever asked for them. The caller checks the key first. */
export function jobRoutes(app: App, { crawls }: ServerWorld): void {
  const list = {
    tags,
    summary:
      "Work of every kind and of everybody, the newest first: crawls, recrawls, changes of many sites, imports, live checks",
    querystring: z.object({
      kind: z.enum(JOB_KINDS).optional(),
      state: z.enum(JOB_STATES).optional(),
      by: z.enum(JOB_STARTERS).optional().describe("The door it was asked for at"),
      host: z
        .string()
        .max(300)
        .regex(/^[\w.:[\]-]+$/, "must be a host")
        .optional()
        .describe("With its port, where that is not the usual one"),
      q: z
        .string()
        .max(200)
        .toLowerCase()
        .regex(/^[^\0]*$/, "must be part of a host")
        .optional()
        .describe("Part of the host"),
      cursor: z.string().max(200).optional().describe("`next` of the page before"),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    response: { 200: jobsSchema, 503: detailSchema },
  };
  app.get("/api/jobs", { schema: list }, async ({ query }) => {
    const { items, next } = await crawls.list(query);
    return { items: items.map(shown), next };
  });
  const one = {
    tags,
    summary: "One piece of work: how far it is, and what came of it",
    params: z.object({ id: z.uuid() }),
    response: { 200: jobSchema, 404: detailSchema, 503: detailSchema },
  };
  app.get("/api/jobs/:id", { schema: one }, async ({ params: { id } }, reply) => {
    const [job] = (await crawls.list({ id, limit: 1 })).items;
    return job ? shown(job) : reply.code(404).send({ detail: "No such job" });
  });
}

/** Changes of all jobs as server-sent events, until the client or this process leaves. */
export function jobEventsRoute(app: App, world: ServerWorld): void {
  const { crawls } = world;
  const schema = {
    tags,
    summary: "Work of every kind, as server-sent events: what is under way, then each change of it",
    querystring: z.object(tokenQuery),
    produces: ["text/event-stream"],
  };
  const options = { schema, onRequest: tokenOrKey(world) };
  app.get("/api/jobs/events", options, async ({ headers }, reply) => {
    await crawls.list({ limit: 1 }); // a 503 while the database is away, not an empty stream
    const ended = AbortSignal.any([leaving(reply), crawls.closing]);
    return sendEvents(changed(crawls.changes.after(lastEventId(headers["last-event-id"]), ended)), reply, ended);
  });
}

async function* changed(changes: AsyncIterable<JobChange>) {
  for await (const { at, job } of changes) yield { id: at, type: "job", json: JSON.stringify(shown(job)) };
}

function shown({ createdAt, startedAt, finishedAt, error, result, ...job }: ListedJob): JobAnswer {
  const times = { createdAt: createdAt.toISOString(), startedAt: iso(startedAt), finishedAt: iso(finishedAt) };
  const crawl = job.host === null || !isCrawl(job) ? null : `/api/crawls/${job.id}`;
  return {
    ...job,
    ...times,
    error: error && { ...error, facts: { ...error.facts } },
    result: result && { ...result },
    crawl,
  };
}
