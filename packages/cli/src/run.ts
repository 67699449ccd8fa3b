import module from "node:module";
import { boundHeap } from "@llmstxt-service/service/node-tuning";

/** Runs the program; Node is new enough. */
export async function run(): Promise<void> {
  // V8's compiled code is kept for the next start, which then takes half the time to its first request.
  // Without a place to keep it (a read-only machine) nothing is lost; Deno has no such call.
  module.enableCompileCache?.();
  boundHeap();
  const { main } = await import("./cli.ts");
  await main();
}
