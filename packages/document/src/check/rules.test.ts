import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { rulesTable } from "../../../../scripts/rules-doc.ts";
import { PROFILES } from "../profile.ts";
import { qualityOf } from "../quality.ts";
import { validateLlmsTxt } from "./validate.ts";

test("docs/reference/validate.md tells every rule as it is, and no other (npm run docs:rules)", () => {
  const text = readFileSync(new URL("../../../../docs/reference/validate.md", import.meta.url), "utf8");
  expect(text.slice(text.indexOf("| rule |"))).toBe(rulesTable());
});

const EXAMPLES = new URL("../../../../docs/examples/", import.meta.url);

test.each(readdirSync(EXAMPLES).filter((name) => name.endsWith(".txt")))(
  "the example %s breaks no rule of form",
  (name) => {
    const text = readFileSync(new URL(name, EXAMPLES), "utf8");
    for (const profile of PROFILES) {
      const { findings, score } = validateLlmsTxt(text, { profile, descLength: 500 });
      expect([profile, findings.filter(({ part }) => part === undefined)]).toEqual([profile, []]);
      expect([profile, qualityOf(score)]).toEqual([profile, "good"]);
    }
  },
);
