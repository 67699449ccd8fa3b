import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { settingsDoc } from "./settings-doc.ts";

test("docs/reference/settings.md says what the settings are (npm run docs:settings writes it)", () => {
  expect(readFileSync("docs/reference/settings.md", "utf8")).toBe(settingsDoc());
});
