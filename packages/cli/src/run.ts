import module from "node:module";

export async function run(): Promise<void> {
  // V8's compiled code is kept for the next start, which then takes half the time to its first request.
  // Without a place to keep it (a read-only machine) nothing is lost; Deno has no such call.
  module.enableCompileCache?.();
  const { main } = await import("./cli.ts");
  await main();
}
