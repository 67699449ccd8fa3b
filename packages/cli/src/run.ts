import { enableCompileCache } from "node:module";
import { boundHeap } from "@llmstxt-service/service/node-tuning";

/** The program itself, in a Node that is new enough. */
export async function run(): Promise<void> {
  // What V8 compiled is kept for the next start, which then takes half the time to its first request.
  // Where it cannot be kept (a read-only machine) nothing is lost.
  enableCompileCache();
  boundHeap();
  const { main } = await import("./cli.ts");
  await main();
}
