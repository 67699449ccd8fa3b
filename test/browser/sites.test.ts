import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { judgeContent } from "../../packages/crawler/src/crawl/reading/reading.ts";
import { openFetching } from "../../packages/crawler/src/fetch/open.ts";
import { readPage } from "../../packages/page/src/page.ts";

const serveFile = new URL("../../../shared/sites/serve.mjs", import.meta.url);
const served = z.object({ sites: z.tuple([z.object({ url: z.url() })]), close: z.custom<() => Promise<void>>() });

test.runIf(existsSync(serveFile))("the Vue site gives both its pages, and the links scripts build", async () => {
  const { serve } = await import(serveFile.href);
  const { sites, close } = served.parse(await serve({ site: "vant", port: 0 }));
  const [{ url }] = sites;
  const { hostname, port } = new URL(url);
  const fetching = openFetching({ userAgent: "llmstxt-test/1" });
  try {
    const allow = { hostname, port: Number(port) };
    const crawl = fetching.forCrawl({ allow, useProxy: false, judge: judgeContent });
    for (const path of ["", "mobile.html"]) {
      const fetched = await crawl.page({ url: url + path }, new AbortController().signal);
      expect(fetched.attempts.map(({ rung }) => rung)).toEqual(["plain", "browser"]);
      const page = readPage(fetched.body, { url: fetched.url, headers: fetched.headers });
      expect(page.title).toContain("Vant");
      // The mobile page's entries are no links, whatever renders it: they listen for clicks.
      if (path === "") expect(page.links.length).toBeGreaterThan(20);
    }
  } finally {
    await fetching.close();
    await close();
  }
});
