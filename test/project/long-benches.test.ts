import { expect, test } from "vitest";
import { bench, KEPT } from "./bench.ts";

// Together: both wait more than they work. The patience of a service with a silent socket is half a minute.
test.concurrent("a quarter of a minute of everything leaves no socket, no Chromium and no request inside", async () => {
  expect(await bench("soak", "--smoke")).toEqual(KEPT);
});

test.concurrent("hostile pages, patterns, sitemaps and documents leave every crawl its end", async () => {
  expect(await bench("hostile", "--smoke")).toEqual(KEPT);
});

test.concurrent("every crawl beside idle sockets has its result, and a stop leaves nothing behind", async () => {
  expect(await bench("serve", "--smoke")).toEqual(KEPT);
});

test("every page of a built site is found from disk", async () => {
  expect(await bench("folder", "--smoke")).toEqual(KEPT);
});
