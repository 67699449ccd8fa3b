#!/usr/bin/env node
// The first file that runs. Its static imports load on any Node that knows modules, so that a Node that is too old gets
// a message and no SyntaxError. The program itself is imported after the check.
import manifest from "../../../package.json" with { type: "json" };
import { tooOldNode } from "./node-version.ts";

const why = tooOldNode(manifest.engines.node, process.versions.node);
if (why === undefined) import("./run.ts").then(({ run }) => run());
else {
  process.stderr.write(`${why}\n`);
  process.exitCode = 1;
}
