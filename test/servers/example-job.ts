import { randomUUID } from "node:crypto";
import type { KeptJob } from "../../packages/service/src/sites/kept-jobs.ts";

/** A crawl that runs and could go on elsewhere, but for what is given. */
export const exampleJob = (given: Partial<KeptJob> = {}): KeptJob => ({
  id: randomUUID(),
  kind: "crawl",
  by: "api",
  state: "running",
  host: "x.dev",
  createdAt: new Date(),
  startedAt: new Date(),
  finishedAt: null,
  done: 3,
  total: 50,
  error: null,
  result: null,
  owner: randomUUID(),
  goesOn: true,
  resumes: 0,
  losses: 0,
  fileUrl: null,
  content: Buffer.from("text"),
  ...given,
});
