import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { sourceOf } from "./source.ts";

const never = new AbortController().signal;

test.each([
  "C:\\site",
  "c:/site",
  "C:",
  "\\\\server\\share\\site.v2",
  ".\\site",
  "..\\..\\dist.new",
  "./dist.new",
  "../x.dev",
  "~/site.d",
  "/srv/x.dev",
])("%s that does not exist is told as a folder, and no address is made of it", async (argument) => {
  await expect(sourceOf(argument, {}, never)).rejects.toThrow(`${argument} is no address, and there is no such folder`);
  await expect(sourceOf(argument, { origin: "https://x.dev" }, never)).rejects.toThrow(
    `there is no folder ${argument}`,
  );
});

test.each([
  ["x.dev", "https://x.dev/"],
  ["x.dev:8080/docs", "https://x.dev:8080/docs"],
  ["c:8080", "https://c:8080/"],
  ["localhost:3000", "http://localhost:3000/"],
])("%s is an address that lacks its scheme", async (argument, meant) => {
  await expect(sourceOf(argument, {}, never)).rejects.toThrow(`Did you mean ${meant}?`);
});

test("a folder's file URL is told to be given by its path", async () => {
  await expect(sourceOf("file:///C:/site", {}, never)).rejects.toThrow("a folder is given by its path");
});

test("a file is told apart from a folder", async () => {
  const folder = mkdtempSync(join(tmpdir(), "llmstxt-source-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "index.html");
  writeFileSync(file, "");
  await expect(sourceOf(file, {}, never)).rejects.toThrow(`${file} is a file: give the folder of the built site`);
});
