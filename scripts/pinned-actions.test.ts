import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const WORKFLOWS = globSync(["action.yml", ".github/workflows/*.yml", "examples/github-actions/*.yml"]);

/** Steps that run somebody else's code; our own action has no release to pin yet. */
const USES = /^\s*(?:- )?uses: (?!\.\/|your-organisation\/)(.+)$/gm;

test("every Action of others is pinned by its commit, with the version beside it", () => {
  const used = WORKFLOWS.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(USES)].map(([, action]) => `${file}: ${action}`),
  );
  expect(used.length).toBeGreaterThanOrEqual(7);
  expect(used.filter((line) => !/@[\da-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
});
