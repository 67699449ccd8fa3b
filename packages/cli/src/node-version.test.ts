import { expect, test } from "vitest";
import manifest from "../../../package.json" with { type: "json" };
import { tooOldNode } from "./node-version.ts";

test.for(["12.22.12", "16.20.2", "18.20.8", "20.20.2", "22.0.0", "22.17.1", "9.99.0"])(
  "Node %s is told to be too old, in one sentence that names both versions",
  (version) => {
    expect(tooOldNode(">=22.18", version)).toBe(
      `llmstxt needs Node 22.18 or newer, and this is Node ${version}. Get a newer one from https://nodejs.org.`,
    );
  },
);

test.for(["22.18.0", "22.21.1", "23.0.0", "24.1.0-nightly", "100.0.0"])("Node %s is new enough", (version) => {
  expect(tooOldNode(">=22.18", version)).toBeUndefined();
});

test("the engines field is one least version, as the check reads it", () => {
  expect(manifest.engines.node).toMatch(/^>=\d+\.\d+$/);
});
