import { siteKey } from "@llmstxt-service/page/address/site-key";
import * as z from "zod";
import { starterOf } from "../doors/doors.ts";
import {
  type BulkAnswer,
  bulkSchema,
  type ImportAnswer,
  importSchema,
  siteFilter,
  siteJson,
} from "../protocol/protocol.ts";
import type { App, ServerWorld } from "../server-world.ts";
import { tag, tags } from "../site-choices.ts";
import type { JobStarter } from "../sites/job.ts";
import { SITE_AGE_NAMES, type SitePick, siteFilterIn } from "../sites/site-query.ts";
import type { ManyChange } from "../sites/sites.ts";
import { type EnrolledBody, enrolmentOf, siteBody } from "./enrol-api.ts";
import { commonAnswers, siteTags as docTags, siteLimits } from "./site-routes.ts";

/** Most sites of one import, and most bytes of its body. */
const MAX_IMPORTED = 200;
const MAX_IMPORT_BYTES = 1_048_576;

/** Most sites that one request changes: as many as take about a second. */
const MAX_CHANGED = 500;
const MAX_BULK_BYTES = 65_536;

export function manySitesRoutes(app: App, world: ServerWorld): void {
  importRoute(app, world);
  bulkRoute(app, world);
}

function importRoute(app: App, world: ServerWorld): void {
  const item = siteBody(world.config);
  const schema = {
    tags: docTags,
    summary: "Enrols many sites, and gives the reason for each that it refuses",
    body: z.object({
      items: z.array(z.unknown()).min(1).max(MAX_IMPORTED).describe("Each as POST /api/sites takes it"),
      dryRun: z.boolean().default(false).describe("true: nothing is written, `added` is what would be"),
      job: z.uuid().optional().describe("`job` of the answer before, if this is a further part of one import"),
    }),
    response: { 200: importSchema, ...commonAnswers },
  };
  const options = { schema, bodyLimit: MAX_IMPORT_BYTES };
  app.post("/api/sites/import", options, async ({ body, headers }) => {
    const { items, dryRun, job } = body;
    const given = items.map((one) => item.safeParse(one));
    if (dryRun) return { ...(await imported({ given, dryRun }, world)), job: null };
    const { id, result } = await world.crawls.doAsJob(
      { kind: "import", by: starterOf(headers), host: null, batchOf: job },
      () => imported({ given, dryRun }, world),
      ({ added, refused }) => ({ done: added, total: items.length, result: { added, refused: refused.length } }),
    );
    return { ...result, job: id };
  });
}

/** Enrols the items that can be, in one step; a dry run only tells which. */
async function imported(
  { given, dryRun }: { readonly given: readonly z.ZodSafeParseResult<EnrolledBody>[]; readonly dryRun: boolean },
  { config, recrawling: { sites } }: ServerWorld,
): Promise<Omit<ImportAnswer, "job">> {
  const lines = judged(given);
  const enrolments = [...lines.good].map(([, { body }]) => enrolmentOf(body, config));
  const there = await sites.enrolled([...lines.good.keys()]);
  const added = dryRun ? [] : await sites.enrolNew(enrolments);
  const isNew = new Set(added.map(({ baseUrl }) => baseUrl));
  const isAdded = (baseUrl: string) => (dryRun ? !there.has(baseUrl) : isNew.has(baseUrl));
  const enrolled = [...lines.good].filter(([baseUrl]) => !isAdded(baseUrl));
  const known = enrolled.map(([, { line }]) => refusal(line, "enrolled", "is enrolled already"));
  return {
    added: lines.good.size - enrolled.length,
    sites: added.map(siteJson),
    refused: [...lines.refused, ...known].toSorted((a, b) => a.line - b.line),
  };
}

type RefusedLine = ImportAnswer["refused"][number];

const refusal = (line: number, code: RefusedLine["code"], detail: string): RefusedLine => ({ line, code, detail });

/** Enrolments by base URL, and the refused items with their reasons. */
function judged(items: readonly z.ZodSafeParseResult<EnrolledBody>[]) {
  const good = new Map<string, { readonly line: number; readonly body: EnrolledBody }>();
  const refused: RefusedLine[] = [];
  for (const [index, { success, data, error }] of items.entries()) {
    const line = index + 1;
    const key = success ? siteKey(data.baseUrl) : undefined;
    const first = key === undefined ? undefined : good.get(key);
    if (!success) refused.push(refusal(line, "invalid", wordsOf(error)));
    else if (key === undefined) refused.push(refusal(line, "address", "baseUrl: must be an http or https address"));
    else if (first) refused.push(refusal(line, "twice", `is item ${first.line}, too`));
    else good.set(key, { line, body: data });
  }
  return { good, refused };
}

const wordsOf = ({ issues }: z.ZodError): string =>
  issues
    .slice(0, 3)
    .map(({ path, message }) => `${path.join(".") || "item"}: ${message}`)
    .join("; ");

const filter = z.object({
  q: z.string().max(200).optional(),
  tag: tag.optional(),
  status: siteFilter,
  age: z.enum(SITE_AGE_NAMES).optional(),
});

function bulkRoute(app: App, world: ServerWorld): void {
  const { recrawlIntervalMinutes } = siteLimits(world.config);
  const schema = {
    tags: docTags,
    summary: "Changes many sites, one batch in each call: call it again with `next` as `cursor` until that is null",
    body: z
      .object({
        ids: z.array(z.uuid()).max(MAX_CHANGED).optional().describe("These sites; or else `filter`"),
        filter: filter.optional().describe("The sites of a list; {} is all"),
        cursor: z.string().max(2_048).optional().describe("`next` of the answer before"),
        job: z.uuid().optional().describe("`job` of the answer before"),
        change: z.discriminatedUnion("action", [
          z.object({ action: z.enum(["pause", "resume", "crawl", "remove"]) }),
          z.object({ action: z.literal("setInterval"), recrawlIntervalMinutes }),
          z.object({ action: z.enum(["addTags", "removeTags"]), tags }),
        ]),
      })
      .refine(({ ids, filter }) => (ids === undefined) !== (filter === undefined), "must have either ids or filter"),
    response: { 200: bulkSchema, ...commonAnswers },
  };
  const options = { schema, bodyLimit: MAX_BULK_BYTES };
  app.post("/api/sites/bulk", options, async ({ body, headers }) => {
    const { ids, filter, cursor, change, job } = body;
    const by = starterOf(headers);
    const changeThem = async () => {
      const picked = filter ? await pick(world, filter, cursor) : { ids: ids ?? [], next: null };
      return changed(world, picked, { change, by });
    };
    const { id, result } = await world.crawls.doAsJob(
      { kind: "bulk", by, host: null, batchOf: job },
      changeThem,
      ({ done, changed }) => ({ done, total: done, result: { action: change.action, changed } }),
    );
    return { ...result, job: id };
  });
}

const pick = (
  { recrawling: { sites } }: ServerWorld,
  { q, tag, status, age }: z.output<typeof filter>,
  cursor: string | undefined,
) =>
  sites.pick(
    {
      filter: siteFilterIn(status) ?? "all",
      ...(q && { search: q }),
      ...(tag && { tag }),
      ...(age && { age }),
      ...(cursor && { cursor }),
    },
    MAX_CHANGED,
  );

async function changed(
  { recrawling }: ServerWorld,
  { ids, next }: SitePick,
  { change, by }: { readonly change: ManyChange | { readonly action: "crawl" | "remove" }; readonly by: JobStarter },
): Promise<Omit<BulkAnswer, "job">> {
  const done = { done: ids.length, undo: [], next };
  if (ids.length === 0) return { ...done, changed: 0 };
  switch (change.action) {
    case "crawl":
      return { ...done, changed: (await recrawling.recrawlNow(ids, by))?.summary.total ?? 0 };
    case "remove":
      return { ...done, changed: await recrawling.sites.removeMany(ids) };
    case "pause":
    case "resume":
    case "setInterval":
    case "addTags":
    case "removeTags": {
      const undo = await recrawling.sites.changeMany(ids, change);
      const sites = new Set(undo.flatMap((one) => one.ids));
      return { ...done, changed: sites.size, undo: undo.map(({ change, ids }) => ({ change, ids: [...ids] })) };
    }
  }
}
