// Takes the pictures of the web page in docs/images (npm run docs:pictures), light and dark: a crawl half done, and its
// result. The real service in a real browser; the site comes from a folder, so that it has its home's address:
//   npm run docs:pictures -- <folder of a built site> <its https address>     (without: the example site)
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { pino } from "pino";
import type { Browser, Page } from "playwright-core";
import type { CrawlFetchOptions, Fetch, Fetching } from "../packages/crawler/src/fetch/fetch.ts";
import { openFolder } from "../packages/crawler/src/fetch/folder/folder.ts";
import { crawlSite } from "../packages/service/src/jobs/requested-crawl.ts";
import { serveWorld } from "../packages/service/src/serve.ts";
import { readConfig } from "../packages/service/src/settings/config.ts";
import { openWorld } from "../packages/service/src/world.ts";
import { openBrowser } from "../test/servers/web-browser.ts";

const DEMO_HOME = "https://tidewater.example";
/** As over the internet, and long enough to be seen. */
const LATENCY_MS = 350;
const VIEW = { width: 1280, height: 800 };
/** Pages that are done when the crawl is taken: about half of the example site. */
const HALF_WAY = 8;

/** The example site with its address where it says none. @returns its folder, inside of `data` */
function demoFolder(data: string): string {
  const folder = join(data, "demo");
  cpSync(join(import.meta.dirname, "../examples/demo-site"), folder, { recursive: true });
  for (const file of ["sitemap.xml", "robots.txt"]) {
    const path = join(folder, file);
    writeFileSync(path, readFileSync(path, "utf8").replaceAll("{{origin}}", DEMO_HOME));
  }
  return folder;
}

/** A folder's fetching with the delays of a network. */
function slowly(fetching: Fetching): Fetching {
  const slow =
    (fetch: Fetch): Fetch =>
    async (request, signal) => {
      await setTimeout(LATENCY_MS * (0.5 + Math.random()), undefined, { signal });
      return await fetch(request, signal);
    };
  return {
    ...fetching,
    forCrawl: (options: CrawlFetchOptions) => {
      const own = fetching.forCrawl(options);
      return { ...own, page: slow(own.page), plain: slow(own.plain) };
    },
  };
}

/** Starts a crawl by hand, as a person does, and takes both pictures. */
async function take(page: Page, { home, suffix }: { readonly home: string; readonly suffix: string }): Promise<void> {
  const picture = (name: string) => page.screenshot({ path: `docs/images/${name}${suffix}.png` });
  await page.getByLabel("Address of the site").fill(home);
  await page.getByRole("button", { name: "Generate", exact: true }).click();
  const bar = page.getByRole("progressbar").first();
  await bar.waitFor();
  const done = async () => Number(await bar.getAttribute("aria-valuenow"));
  while ((await bar.isVisible()) && (await done()) < HALF_WAY) await setTimeout(50);
  await picture("web-crawl");
  await page
    .getByRole("button", { name: /Download/ })
    .first()
    .waitFor();
  await setTimeout(1000); // what moves comes to rest
  await picture("web-result");
}

async function takeAll(browser: Browser, service: string, home: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    const context = await browser.newContext({ viewport: VIEW, colorScheme, deviceScaleFactor: 1 });
    const page = await context.newPage();
    await page.goto(service);
    // The pictures are of a service under a name of its own.
    await page.getByRole("button", { name: "Dismiss" }).click();
    await take(page, { home, suffix: colorScheme === "dark" ? "-dark" : "" });
    await context.close();
  }
}

const data = mkdtempSync(join(tmpdir(), "llmstxt-pictures-"));
const [root = demoFolder(data), home = DEMO_HOME] = process.argv.slice(2);
const settings = { HOST: "127.0.0.1", PORT: "0", DATA_DIR: join(data, "data"), PUBLIC_URL: "https://llms.example" };
const config = readConfig({ ...settings, RECRAWL_SCHEDULE: "", BROWSER_ENABLED: "false" });
const world = await openWorld(config, pino({ level: "warn" }, process.stderr));
const fetching = slowly(openFolder({ root, origin: home }));
const stopping = new AbortController();
const listening = Promise.withResolvers<string>();
const served = serveWorld(
  {
    ...world,
    crawl: (request, watcher, signal) =>
      crawlSite(request, { world: { ...world.recrawling.world, fetching }, ...watcher }, signal),
  },
  stopping.signal,
  { onListening: listening.resolve },
);
const browser = await openBrowser();
try {
  await takeAll(browser, await listening.promise, home);
} finally {
  await browser.close();
  stopping.abort();
  await served;
  await world.close();
  rmSync(data, { recursive: true, force: true });
}
