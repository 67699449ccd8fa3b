import { expect, test } from "vitest";
import { temporaryFolder } from "./chromium.ts";

test("where the temporary folder is too deep for Chromium's socket, another is taken; elsewhere none is", () => {
  const deep = `/var/${"x".repeat(58)}`;
  expect([temporaryFolder(deep, "linux"), temporaryFolder("/tmp", "linux")]).toEqual(["/tmp", "/tmp"]);
  expect(temporaryFolder(deep, "darwin")).toBe(deep);
});
