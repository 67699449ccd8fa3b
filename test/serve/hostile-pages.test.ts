import { expect, test } from "vitest";
import { openThreads } from "../../packages/service/src/threads/threads.ts";
import { fetchedAs } from "../crawl/fetched-as.ts";
import { HOSTILE_SHAPES, HOSTILE_SITEMAP } from "../servers/hostile-shapes.ts";
import { KEY, startService } from "../servers/service.ts";
import { serveSite } from "../servers/site.ts";

test("crawls of hostile pages and sitemaps hold the event loop for less than a second of processor time", async () => {
  const paths = Object.keys(HOSTILE_SHAPES);
  const page = (body: string) => `<!doctype html><title>T</title><main><h1>T</h1>${body}</main>`;
  const links = paths.map((path) => `<a href="${path}">${path}</a>`).join("");
  const text = "<p>Words that are here to be read, and enough of them.</p>".repeat(5);
  const site = await serveSite({
    "/": page(`${text}${links}`),
    "/sitemap.xml": HOSTILE_SITEMAP,
    ...Object.fromEntries(paths.map((path) => [path, page(`${text}${HOSTILE_SHAPES[path]}`)])),
  });
  const service = await startService({ environment: { API_KEY: KEY } });
  // By the processor time of this thread, which is the service's, between two rounds of its loop: no busy machine changes it.
  let heldMs = 0;
  let before = process.threadCpuUsage();
  const round = setInterval(() => {
    const { user, system } = process.threadCpuUsage(before);
    heldMs = Math.max(heldMs, (user + system) / 1000);
    before = process.threadCpuUsage();
  }, 1);
  const request = { url: site.origin, full: true, include: ["/**", "/*a*b*c*d*e*f*g*"] };
  const closed = await Promise.all([1, 2].map(() => service.crawl(request, `/ws/crawl?api_key=${KEY}`)));
  clearInterval(round);
  for (const { messages } of closed) expect(messages.some(({ type }) => type === "result")).toBe(true);
  // Some 500 ms on two cores that others use, too: most of it packs two records with 11 MB of text each.
  expect(heldMs).toBeLessThan(1_000);
  await service.stop();
  await site.close();
});

test("a page whose thread runs out of memory costs that page, is told by its address, and the next one is read", async () => {
  const ended: unknown[] = [];
  const { readers, close } = openThreads({ threads: 1, maxHeapMb: 64, onEnded: (one) => ended.push(one) });
  const reader = readers.forCrawl({ withMarkdown: false }, new AbortController().signal);
  const huge = fetchedAs("<p>Words that say something here</p>".repeat(300_000), "https://x.dev/huge");
  const why = "it took more than 64 MB";
  await expect(reader.page(huge)).rejects.toMatchObject({ code: "unreadable", message: expect.stringContaining(why) });
  expect(ended).toEqual([{ url: "https://x.dev/huge", why }]);
  expect(await reader.page(fetchedAs("<title>A</title><main><p>Some text</p></main>"))).toMatchObject({
    page: { title: "A" },
  });
  await close();
});
