import { spawn } from "node:child_process";
import { expect, test } from "vitest";
import { openFetching } from "../../packages/crawler/src/fetch/open.ts";
import { BROWSER } from "../servers/chromium-processes.ts";
import { type SiteAnswer, serveSite } from "../servers/site.ts";

/** A page that counts by its clock and its frames, and asks for something before it says how far it got. */
const PAGE = `<!doctype html><title>Clock</title><h1>Clock</h1><p id=ticks><p id=frames><p id=late><script>
  let ticks = 0, frames = 0;
  setInterval(() => (document.querySelector("#ticks").textContent = ++ticks), 70);
  const frame = () => {
    document.querySelector("#frames").textContent = ++frames;
    requestAnimationFrame(frame);
  };
  setTimeout(async () => {
    await fetch("/slow");
    document.querySelector("#late").textContent = "late after " + ticks;
    frame();
  }, 900);
</script>`;

test("a page gets as far on a busy machine as on a quiet one, by its own clock, frames and requests", async () => {
  const slow: SiteAnswer = (_request, response) => void setTimeout(() => response.end("{}"), 300);
  const site = await serveSite({ "/slow": slow, "*": PAGE });
  const fetching = openFetching({ userAgent: "llmstxt-test/1", browser: BROWSER });
  const read = async () => {
    const crawl = fetching.forCrawl({ allow: site, useProxy: false, judge: () => undefined });
    const { body } = await crawl.page({ url: `${site.origin}/`, rung: "browser" }, new AbortController().signal);
    return new TextDecoder().decode(body);
  };
  const quiet = await read();
  const busy = [1, 2, 3].map(() => spawn(process.execPath, ["-e", "for (;;);"]));
  try {
    expect(await read()).toBe(quiet);
  } finally {
    for (const child of busy) child.kill();
    await fetching.close();
    await site.close();
  }
  expect(quiet).toContain("late after 12");
});
