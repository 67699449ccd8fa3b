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

/** CPU of a measurement in milliseconds. */
const msOf = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1_000;

test("megabytes of hostile pages are read by threads, and leave the event loop to others", async () => {
  const threads = new Threads();
  const read = threads.reader({}, never);
  await read(large("Warm"));
  const [own, all] = [process.threadCpuUsage(), process.cpuUsage()];
  const hostile = [
    "<div>".repeat(200_000),
    `<p ${"a=1 ".repeat(100_000)}>x`,
    "<table>".repeat(100_000),
    "<a href=x>".repeat(90_000),
  ];
  await Promise.all(hostile.map((html) => read(fetched(html)).catch(() => {})));
  // Sending them costs a tenth of the work.
  expect(msOf(process.threadCpuUsage(own))).toBeLessThan(msOf(process.cpuUsage(all)) / 2);
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
