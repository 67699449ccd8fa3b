#!/usr/bin/env node
// The first file that runs. Its static imports must load on any Node that knows modules: one that is too old gets a
// sentence in place of a SyntaxError. So the program itself is imported after the check.
import manifest from "../../../package.json" with { type: "json" };
import { tooOldNode } from "./node-version.ts";

const why = tooOldNode(manifest.engines.node, process.versions.node);
if (why === undefined) import("./run.ts").then(({ run }) => run());
else {
  process.stderr.write(`${why}\n`);
  process.exitCode = 1;
}
