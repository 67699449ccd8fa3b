#!/usr/bin/env node
import { enableCompileCache } from "node:module";

// What V8 compiled is kept for the next start, which then takes half the time to its first request.
// Where it cannot be kept (a read-only machine) nothing is lost.
enableCompileCache();
const { main } = await import("./cli.ts");
await main();
