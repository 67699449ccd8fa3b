import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import type { Fetched } from "@llmstxt-service/crawler/fetch";
import { expect, test } from "vitest";
import { Threads } from "../../packages/service/src/threads.ts";

const never = new AbortController().signal;
const fetched = (html: string): Fetched => ({
  ...{ url: "https://x.dev/a", status: 200, headers: { "content-type": "text/html" } },
  ...{ body: Buffer.from(html), wireBytes: html.length, rung: "plain", elapsedMs: 1 },
});
const large = (title: string) =>
  fetched(
    `<title>${title}</title><main><h1>${title}</h1>${"<p>A sentence, and another one.</p>".repeat(3_000)}</main>`,
  );

test("a large page gives the same result in a thread, and is read only once", async () => {
  const threads = new Threads();
  const read = threads.reader({}, never);
  const answer = large("Large");
  const reading = read(answer);
  expect(read(answer)).toBe(reading);
  const { page, problem } = await reading;
  expect(problem).toBeUndefined();
  expect([page.title, page.headings[0]?.text]).toEqual(["Large", "Large"]);
  const small = await read(fetched("<title>Small</title><main><p>A few words stand on it.</p></main>"));
  expect(small.page.title).toBe("Small");
  await threads.close();
});

test("megabytes of hostile pages block the event loop for less than 60 ms", async () => {
  const threads = new Threads();
  const read = threads.reader({}, never);
  await read(large("Warm"));
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const hostile = [
    "<div>".repeat(200_000),
    `<p ${"a=1 ".repeat(100_000)}>x`,
    "<table>".repeat(100_000),
    "<a href=x>".repeat(90_000),
  ];
  await Promise.all(hostile.map((html) => read(fetched(html)).catch(() => {})));
  await sleep(20);
  delay.disable();
  expect(delay.percentile(99) / 1e6).toBeLessThan(60);
  await threads.close();
});

test("a cancelled crawl leaves the queue of the threads, and the others go on", async () => {
  const threads = new Threads();
  const gone = new AbortController();
  const waits = Array.from({ length: 8 }, (_, n) => threads.reader({}, gone.signal)(large(`Page ${n}`)));
  for (const wait of waits) wait.catch(() => {});
  gone.abort(new Error("gone"));
  await expect(waits.at(-1)).rejects.toThrow("gone");
  const { page } = await threads.reader({}, never)(large("After"));
  expect(page.title).toBe("After");
  await threads.close();
});
