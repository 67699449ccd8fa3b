import { CrawlError } from "@llmstxt-service/page/errors";
import { expect, test } from "vitest";
import type { Fetched } from "../fetch.ts";
import { sideBySide } from "./side-by-side.ts";

const never = new AbortController().signal;

/** A browser in which a page takes as many steps as pages are open, and times out after two. Pages `/stuck` never end. */
function browser() {
  let open = 0;
  let most = 0;
  const opened: string[] = [];
  const fetch = sideBySide(async ({ url }): Promise<Fetched> => {
    opened.push(url);
    open++;
    let steps = 0;
    for (let left = 1; left > 0 && steps < 3; steps++) {
      await new Promise(setImmediate);
      most = Math.max(most, open);
      left -= url.includes("stuck") ? 0 : 1 / open;
    }
    open--;
    if (steps > 2) throw new CrawlError("timeout", { timeoutMs: 28_000 });
    const body = new Uint8Array();
    return {
      url,
      chain: [url],
      headers: {},
      wireBytes: 0,
      rung: "browser",
      elapsedMs: 1,
      attempts: [],
      status: 200,
      body,
    };
  });
  const read = (url: string) =>
    fetch({ url }, never).then(
      ({ status }) => status,
      ({ code }: CrawlError) => code,
    );
  return {
    opened,
    all: (urls: readonly string[]) => Promise.all(urls.map(read)),
    most() {
      const was = most;
      most = 0;
      return was;
    },
  };
}

test("pages that time out beside each other are read one after the other", async () => {
  const { all, most, opened } = browser();
  expect(await all(["/1", "/2", "/3", "/4"])).toEqual([200, 200, 200, 200]);
  expect(most()).toBe(4);
  expect(await all(["/5", "/6", "/7", "/8"])).toEqual([200, 200, 200, 200]);
  expect(most()).toBe(1);
  expect(opened).toHaveLength(12);
});

test("a page that times out alone, too, is lost by itself: the others stay side by side", async () => {
  const { all, most, opened } = browser();
  expect(await all(["/1", "/stuck"])).toEqual([200, "timeout"]);
  expect(most()).toBe(2);
  expect(await all(["/2", "/3"])).toEqual([200, 200]);
  expect(most()).toBe(2);
  expect(opened).toHaveLength(5);
  expect(await all(["/stuck"])).toEqual(["timeout"]);
  expect(opened).toHaveLength(6);
});
