#!/usr/bin/env node
// The first file that runs. Its static imports load on any Node that knows modules, so that a Node that is too old gets
// a message and no SyntaxError. The program itself is imported after the check.
import module from "node:module";
import manifest from "../../../package.json" with { type: "json" };

const numbers = (version: string) => version.replace(/^\D+/, "").split(".").map(Number);
const [major = 0, minor = 0] = numbers(process.versions.node);
const [leastMajor = 0, leastMinor = 0] = numbers(manifest.engines.node);
if (major < leastMajor || (major === leastMajor && minor < leastMinor)) {
  process.stderr.write(
    `llmstxt needs Node ${leastMajor}.${leastMinor} or newer, and this is Node ${process.versions.node}. Get a newer one from https://nodejs.org.\n`,
  );
  process.exitCode = 1;
} else {
  // V8's compiled code is kept for the next start, which then takes half the time to its first request.
  module.enableCompileCache?.();
  const { main } = await import("./main.ts");
  await main(manifest.version);
}
