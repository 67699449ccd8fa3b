/// <reference lib="dom" />
// Takes the pictures of the web page in docs/images (npm run docs:pictures) from the real service in a real browser, with
// the example site, whose address is replaced by its home's.
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Page } from "playwright-core";
import { startService } from "../test/servers/service.ts";
import { type SiteAnswer, serveSite } from "../test/servers/site.ts";
import { openBrowser } from "../test/servers/web-browser.ts";

const HOME = "tidewater.example";
const DEMO = join(import.meta.dirname, "../examples/demo-site");
const IMAGES = join(import.meta.dirname, "../docs/images");
const VIEW = { width: 1280, height: 800 };

const TYPES: Readonly<Record<string, string>> = {
  ".xml": "application/xml",
  ".txt": "text/plain",
  ".md": "text/markdown",
};

/** File of a path as static hosts find it; undefined: there is none. */
function fileOf(path: string): { readonly body: string; readonly type: string } | undefined {
  for (const name of [path, `${path}.html`, join(path, "index.html")])
    try {
      const type = TYPES[/\.\w+$/.exec(name)?.[0] ?? ""] ?? "text/html; charset=utf-8";
      return { body: readFileSync(join(DEMO, name), "utf8"), type };
    } catch {
      // The only errors here are ENOENT and EISDIR: the next name may be there.
    }
  return undefined;
}

/** Pages that change after the first crawl, for the difference of two versions. */
const NEWER = new Map([["/docs/stations", (text: string) => text.replaceAll("Stations", "Stations and ports")]]);

function demoSite() {
  let isNewer = false;
  const answer: SiteAnswer = (request, response) => {
    const path = (request.url ?? "/").split("?", 1)[0] ?? "/";
    const file = fileOf(path);
    const change = isNewer ? NEWER.get(path) : undefined;
    const origin = `http://${request.headers.host}`;
    const body = file?.body.replaceAll("{{origin}}", origin).replaceAll(`https://${HOME}`, origin) ?? "";
    response.writeHead(file ? 200 : 404, { "content-type": file?.type ?? "text/html" }).end(change?.(body) ?? body);
  };
  const publishNewer = () => {
    isNewer = true;
  };
  return { answers: { "*": answer }, publishNewer };
}

/** Writes the home's name wherever the page shows the test server's address. Runs in the page. */
const WITH_HOME = ([host, home]: readonly [string, string]): void => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    text.nodeValue = (text.nodeValue ?? "")
      .replaceAll(`http://${host}`, `https://${home}`)
      .replaceAll(host, home)
      .replaceAll(host.replace(":", "_"), home);
};

interface Taking {
  readonly page: Page;
  readonly host: string;
  readonly suffix: string;
}

async function picture({ page, host, suffix }: Taking, name: string): Promise<void> {
  await setTimeout(400); // animations come to rest
  await page.evaluate(WITH_HOME, [host, HOME] as const);
  await page.screenshot({ path: join(IMAGES, `web-${name}${suffix}.png`) });
}

/** Crawls the site, and crawls it again after a change. */
async function takeAll(taking: Taking, publishNewer: () => void): Promise<void> {
  const { page, host } = taking;
  await page.getByLabel("Address of the site").fill(`http://${host}`);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Download llms.txt" }).waitFor();
  await page.reload();
  await picture(taking, "result");
  await page.getByRole("switch", { name: "Keep up to date" }).click();
  await page.waitForURL(/#\/sites\//);
  publishNewer();
  await page.getByRole("button", { name: "Crawl now" }).click();
  await page.getByRole("tab", { name: "Document" }).click();
  await page.getByText("Stations and ports").first().waitFor();
  await page.getByRole("tab", { name: "History" }).click();
  await page.getByRole("region", { name: "Difference" }).getByText("ports").first().waitFor();
  await page.reload();
  await page.getByRole("region", { name: "Difference" }).getByText("ports").first().waitFor();
  await picture(taking, "history");
}

mkdirSync(IMAGES, { recursive: true });
const browser = await openBrowser();
for (const colorScheme of ["light", "dark"] as const) {
  const { answers, publishNewer } = demoSite();
  const site = await serveSite(answers);
  const service = await startService({ environment: { DATABASE_URL: "", PUBLIC_URL: "https://llms.example" } });
  const context = await browser.newContext({ viewport: VIEW, colorScheme, deviceScaleFactor: 1 });
  try {
    while ((await service.ask("GET /ready")).status !== 200) await setTimeout(100);
    const page = await context.newPage();
    await page.goto(service.url);
    const host = site.origin.slice("http://".length);
    await takeAll({ page, host, suffix: colorScheme === "dark" ? "-dark" : "" }, publishNewer);
  } finally {
    await context.close();
    await service.stop();
    await site.close();
  }
}
await browser.close();
