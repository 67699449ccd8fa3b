import type { LeftOut } from "@llmstxt-service/page/address/left-out";
import { pageUrl } from "@llmstxt-service/page/address/page-url";
import { expect, test } from "vitest";
import { HOST } from "../../../../../test/crawl/example-site.ts";
import { Frontier } from "./frontier.ts";

function frontier() {
  const line = new Frontier();
  const add = (path: string) => line.add({ url: pageUrl(HOST + path), level: 1, isInScope: true, isFeatured: false });
  return { line, add };
}

test("at most 20,000 pages wait, however large the site", () => {
  const { line, add } = frontier();
  const added = Array.from({ length: 20_001 }, (_, index) => add(`/p${index}`));
  expect(added.lastIndexOf("waits")).toBe(19_999);
  expect(line.waiting).toBe(20_000);
});

test("of one path fifty variants by several parameters are kept, and each further one is a trap", () => {
  const { line, add } = frontier();
  const added = Array.from({ length: 60 }, (_, index) => add(`/list?id=${index}&size=2`));
  expect(line.waiting).toBe(50);
  expect(added.slice(49)).toEqual(["waits", ...Array.from({ length: 10 }, () => "trap")]);
});

test("a page is in line once, and not when it was reached another way", () => {
  const { line, add } = frontier();
  line.claim(pageUrl(`${HOST}/home`));
  expect([add("/a"), add("/a"), add("/home")]).toEqual(["waits", "known", "known"]);
});

test("a folder whose pages only repeat others is closed", () => {
  const { line, add } = frontier();
  for (let index = 0; index < 30; index++) add(`/v/p${index}`);
  const asked: string[] = [];
  const dropped: LeftOut[] = [];
  for (let next = line.next(() => undefined); next !== undefined; next = line.next(() => undefined)) {
    if (next.type === "ask") line.settle(next.candidate, "repeated");
    if (next.type === "ask") asked.push(next.candidate.url);
    if (next.type === "drop") dropped.push(next.objection);
  }
  expect(asked).toHaveLength(8);
  const tried = { like: "/v/p*", listed: 0, repeated: 8, failed: 0 };
  expect(dropped).toEqual(Array.from({ length: 22 }, () => ({ reason: "nothing new", evidence: { tried } })));
});

test.each([
  ["failures that may pass is asked to its end", "failed", { asked: 400, later: 0 }],
  ["missing pages waits, and is closed", "missing", { asked: 40, later: 392 }],
] as const)("a folder of %s", (_, outcome, expected) => {
  const { line, add } = frontier();
  for (let index = 0; index < 400; index++) add(`/v/p${index}`);
  let asked = 0;
  let later = 0;
  for (let next = line.next(() => undefined); next !== undefined; next = line.next(() => undefined)) {
    if (next.type === "later") later += 1;
    if (next.type !== "ask") continue;
    asked += 1;
    line.settle(next.candidate, outcome);
  }
  // After eight missing pages the others wait until all else was asked for.
  expect({ asked, later }).toEqual(expected);
});
