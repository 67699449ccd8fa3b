import { expect, test } from "vitest";
import { bench, KEPT } from "./bench.ts";

/** Milliseconds: two half minutes of patience and the work of two services, beside two other benches. */
const SERVE_MS = 300_000;

// Together: both wait more than they work. The patience of a service with a silent socket is half a minute.
test.concurrent("a quarter of a minute of everything leaves no socket, no Chromium and no request inside", async () => {
  expect(await bench("soak", "--smoke")).toEqual(KEPT);
});

test.concurrent("hostile pages, patterns, sitemaps and documents leave every crawl its end", async () => {
  expect(await bench("hostile", "--smoke")).toEqual(KEPT);
});

test.concurrent(
  "every crawl beside idle sockets has its result, and a stop leaves nothing behind",
  async () => {
    expect(await bench("serve", "--smoke")).toEqual(KEPT);
  },
  SERVE_MS,
);

test("every page of a built site is found from disk", async () => {
  expect(await bench("folder", "--smoke")).toEqual(KEPT);
});
