import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { llmstxt } from "../command/command.ts";

const readme = readFileSync(join(import.meta.dirname, "../../README.md"), "utf8");
const usages = [...readme.matchAll(/<!-- usage: llmstxt (.*?) -->\n```\n(.*?)```\n<!-- \/usage -->/gs)];

test("the README's usage is what --help prints", async () => {
  expect(usages.length).toBeGreaterThan(0);
  for (const [, args = "", usage] of usages) {
    const { code, stdout } = await llmstxt(args.split(" "));
    expect({ code, stdout }).toEqual({ code: 0, stdout: usage });
  }
});
