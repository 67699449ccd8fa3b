import { lazily } from "@llmstxt-service/crawler/waiting/lazily";
import { tryJson } from "@llmstxt-service/page/json";
import * as z from "zod";
import { JOB_KINDS, JOB_STARTERS, JOB_STATES, type JobList, type JobQuery, placeOf } from "../sites/job.ts";
import { type JobKeeper, type KeptJob, MAX_LOSSES, pageOf } from "../sites/kept-jobs.ts";
import { isEventsName, isHeadName, jobNames } from "../store/names.ts";
import type { Store, StoredEntry } from "../store/store.ts";

const date = z.coerce.date();

const head = z.object({
  id: z.string(),
  kind: z.enum(JOB_KINDS),
  by: z.enum(JOB_STARTERS),
  state: z.enum(JOB_STATES),
  host: z.string().nullable(),
  createdAt: date,
  startedAt: z.nullable(date),
  finishedAt: z.nullable(date),
  done: z.number(),
  total: z.number(),
  error: z.custom<KeptJob["error"]>().default(null),
  result: z.custom<KeptJob["result"]>().default(null),
  owner: z.string(),
  goesOn: z.boolean(),
  resumes: z.number(),
  losses: z.number(),
  fileUrl: z.string().nullable(),
});

const DAY_MS = 86_400_000;

/** Milliseconds for one call of the store; the archive repeats what was cut off. */
const PATIENCE_MS = 10_000;

/** Milliseconds to read or list the whole store. */
const EXPIRE_MS = 600_000;

const inTime = (): AbortSignal => AbortSignal.timeout(PATIENCE_MS);

type JobHead = Omit<KeptJob, "content">;

/**
 * Jobs in a store, for a process without a database: a folder each, with its head, its content and its events. The
 * store belongs to one process at a time, so a job that another process left unfinished is adopted by this one.
 */
export function jobsInStore(store: Store, owner: string): JobKeeper {
  const heads = lazily(() => headsIn(store));
  const keepHead = async (job: JobHead) => {
    const { id } = job;
    await store.put(jobNames(id).head, JSON.stringify({ ...job, content: undefined }), inTime());
    (await heads.get()).set(id, { ...job });
  };
  const find = async (id: string): Promise<KeptJob | undefined> => {
    const job = (await heads.get()).get(id);
    const content = job && (await store.get(jobNames(id).content, inTime()));
    return job && content && { ...job, content: content.bytes };
  };
  return {
    async save({ content, ...job }) {
      await store.put(jobNames(job.id).content, Buffer.from(content), inTime());
      await keepHead(job);
      return true;
    },
    async addEvents(id, { firstId, lines }) {
      const numbered = lines.map((line, n) => `${firstId + n} ${line}\n`);
      await store.put(jobNames(id).events(firstId), numbered.join(""), inTime());
    },
    touch: async () => {},
    async release() {
      for (const job of (await heads.get()).values())
        if (job.owner === owner && job.finishedAt === null && job.goesOn)
          await keepHead({ ...job, losses: job.losses - 1 });
    },
    async adopt(limit, error) {
      const adopted: KeptJob[] = [];
      for (const job of leftIn([...(await heads.get()).values()], owner)) {
        const { goesOn, losses, resumes } = job;
        const content = goesOn && losses < MAX_LOSSES ? (await find(job.id))?.content : undefined;
        if (content === undefined) await keepHead({ ...job, owner, state: "failed", finishedAt: new Date(), error });
        else if (adopted.length < limit) {
          const ours = { ...job, owner, resumes: resumes + 1, losses: losses + 1 };
          await keepHead(ours);
          adopted.push({ ...ours, content });
        }
      }
      return adopted;
    },
    find,
    list: async (query) => listOf([...(await heads.get()).values()], query),
    events: async (id) => [{ firstId: 1, lines: await linesOf(id, store) }],
    async remove(id) {
      const names = jobNames(id);
      if (!(await heads.get()).delete(id)) return false;
      await store.remove(names.head, inTime());
      for await (const { name } of store.list(names.folder, "own", inTime())) await store.remove(name, inTime());
      return true;
    },
    async expire(days) {
      for (const id of await removeOld(store, days)) (await heads.get()).delete(id);
    },
  };
}

/** Removes the files of jobs that are older than so many days. @returns their ids */
async function removeOld(store: Store, days: number): Promise<readonly string[]> {
  const signal = AbortSignal.timeout(EXPIRE_MS);
  const oldest = new Date(Date.now() - days * DAY_MS);
  const all: StoredEntry[] = [];
  for await (const listed of store.list("", "all", signal)) all.push(listed);
  const removed: string[] = [];
  for (const [id = "", files] of Map.groupBy(all, ({ name }) => name.split("/", 1)[0])) {
    if (files.some(({ modifiedAt }) => modifiedAt === undefined || modifiedAt >= oldest)) continue;
    for (const { name } of files) await store.remove(name, signal);
    removed.push(id);
  }
  return removed;
}

/** Unfinished jobs of other processes, the oldest first. */
const leftIn = (jobs: readonly JobHead[], owner: string): readonly JobHead[] =>
  jobs
    .filter((job) => job.owner !== owner && job.finishedAt === null)
    .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());

function listOf(jobs: readonly JobHead[], { limit, cursor, ...wanted }: JobQuery): JobList {
  const after = placeOf(cursor);
  const { id, kind, state, by, host, q = "", endedAfter } = wanted;
  const isWanted = (job: JobHead) =>
    (id ?? job.id) === job.id &&
    (kind ?? job.kind) === job.kind &&
    (state ?? job.state) === job.state &&
    (by ?? job.by) === job.by &&
    (host ?? job.host) === job.host &&
    (job.host ?? "").includes(q) &&
    (endedAfter === undefined || job.finishedAt === null || job.finishedAt > endedAfter) &&
    (after === undefined || keyOf(job) < keyOf(after));
  const sorted = jobs.filter(isWanted).toSorted((a, b) => (keyOf(a) < keyOf(b) ? 1 : -1));
  return pageOf(sorted.slice(0, limit + 1), limit);
}

/** Sort key of the list; the cursor of the next page holds it. */
const keyOf = ({ createdAt, id }: Pick<JobHead, "createdAt" | "id">) => `${createdAt.toISOString()} ${id}`;

/** Heads of all jobs that can be read. The others are of another version, and expire like the rest. */
async function headsIn(store: Store): Promise<Map<string, JobHead>> {
  const heads = new Map<string, JobHead>();
  const signal = AbortSignal.timeout(EXPIRE_MS);
  for await (const { name } of store.list("", "all", signal)) {
    if (!isHeadName(name)) continue;
    const stored = await store.get(name, signal);
    const read = head.safeParse(tryJson(stored?.bytes.toString() ?? ""));
    if (read.success) heads.set(read.data.id, read.data);
  }
  return heads;
}

/**
 * Events from number 1 up to the first gap. A file has a line for each: number, space, event. Of a number written twice
 * one line counts, and a line without its end is ignored.
 */
async function linesOf(id: string, store: Store): Promise<readonly string[]> {
  const events = new Map<number, string>();
  for await (const { name } of store.list(jobNames(id).folder, "own", inTime())) {
    const stored = isEventsName(name) ? await store.get(name, inTime()) : undefined;
    for (const line of stored?.bytes.toString().split("\n").slice(0, -1) ?? []) {
      const gap = line.indexOf(" ");
      events.set(Number(line.slice(0, gap)), line.slice(gap + 1));
    }
  }
  const lines: string[] = [];
  for (let line = events.get(1); line !== undefined; line = events.get(lines.length + 1)) lines.push(line);
  return lines;
}
