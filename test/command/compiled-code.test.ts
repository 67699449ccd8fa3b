import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { serveSite } from "../servers/site.ts";
import { llmstxt } from "./command.ts";

/** Makes V8's young generation large before the command begins. */
const GROWN = "globalThis.kept = Array.from({ length: 300_000 }, (_, at) => ({ at }))";

test("the command takes the compiled code of an earlier run, however large the heap was when it bounded it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "compiled-code-"));
  const site = await serveSite({ "/": "<title>Harbour</title><h1>Harbour</h1><p>Ships come and go at all hours." });
  try {
    const env = { NODE_COMPILE_CACHE: folder, NODE_DEBUG_NATIVE: "COMPILE_CACHE" };
    const run = (options = "") =>
      llmstxt(["generate", `${site.origin}/`, "--max-pages", "1"], { env: { ...env, NODE_OPTIONS: options } });
    await run();
    const { stderr } = await run(`--import=data:text/javascript,${encodeURIComponent(GROWN)}`);
    expect(stderr).toContain("was accepted");
    expect(stderr).not.toContain("was rejected");
  } finally {
    await site.close();
    rmSync(folder, { recursive: true });
  }
});
