import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { unlessMissing } from "../../packages/service/src/store/on-disk.ts";
import { ending, only } from "../servers/client.ts";
import { type Service, startService } from "../servers/service.ts";
import { type Site, type SiteAnswer, serveSite } from "../servers/site.ts";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const CANARY = "canary-9b27e4";
const FRIEND = { "X-Door": `Bearer ${CANARY}` };

const html = (title: string, body = "") =>
  `<!doctype html><html lang="en"><title>${title}</title><main><h1>${title}</h1>
  <p>${title} has a paragraph of its own, long enough to be read as what the page is about.</p>${body}</main></html>`;

/** Two pages and a sitemap, for friends only; one link and one redirect lead to another origin. */
async function privateSite(elsewhere: Site): Promise<Site> {
  const inside =
    (body: string): SiteAnswer =>
    ({ headers }, response) => {
      const isFriend = headers["x-door"] === FRIEND["X-Door"];
      response.writeHead(isFriend ? 200 : 403, { "content-type": "text/html" }).end(isFriend ? body : "");
    };
  const links = `<a href="/install">Install</a> <a href="/away">Away</a> <a href="${elsewhere.origin}/x">There</a>`;
  const site = await serveSite({
    "/": inside(html("Inside", links)),
    "/install": inside(html("Install")),
    "/away": { status: 302, headers: { location: `${elsewhere.origin}/there` } },
    "/robots.txt": { body: `Sitemap: ${elsewhere.origin}/sitemap.xml\n`, headers: { "content-type": "text/plain" } },
  });
  closers.push(site.close);
  return site;
}

async function start(environment: Record<string, string>): Promise<Service> {
  const service = await startService({ environment });
  closers.push(service.stop);
  return service;
}

const told = (site: Site) => JSON.stringify(site.requests).includes(CANARY);

/** Every byte that a service has written. The journal of a recrawl goes after its end is logged: a file that is gone holds nothing. */
async function written({ folder }: Service): Promise<string> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const texts = files
    .filter((file) => file.isFile())
    .map((file) => readFile(join(file.parentPath, file.name), "latin1").catch(unlessMissing));
  return (await Promise.all(texts)).join("\n");
}

test("a site behind a door is crawled and recrawled; its key stands in no message, log, row or file", async () => {
  const elsewhere = await serveSite({ "*": { status: 404 } });
  closers.push(elsewhere.close);
  const site = await privateSite(elsewhere);
  const service = await start({ DATABASE_URL: "", CRON_SECRET: "cron", SECRETS_KEY: "sixteen or more characters" });
  const ready = async () => (await fetch(`${service.url}/ready`)).text();
  await expect.poll(ready, { timeout: 90_000, interval: 250 }).toContain('"up"');

  const closed = await service.crawl(
    { url: site.origin, headers: FRIEND, enableAutoUpdate: true },
    "/ws/crawl?events=1",
  );
  expect(ending(closed)).toEqual(["result", "close 1000"]);
  expect(only("result", closed)).toContain("[Install]");
  expect(closed.messages.map(({ content }) => content)).toContain(
    "Not stored: the site was read with header fields or cookies, and may be for few eyes",
  );

  const asked = site.requests.length;
  const { items } = JSON.parse(await (await fetch(`${service.url}/api/sites`)).text());
  await fetch(`${service.url}/api/sites/${items[0].id}/recrawl`, { method: "POST" });
  const recrawled = async () => service.log.find((line) => line.includes('"msg":"Recrawled"'));
  await expect.poll(recrawled, { timeout: 30_000 }).toContain('"outcome":"same"');
  expect(site.requests.slice(asked).filter(({ headers }) => headers["x-door"] === FRIEND["X-Door"])).not.toEqual([]);

  expect(told(elsewhere)).toBe(false);
  expect(JSON.stringify(closed.messages)).not.toContain(CANARY);
  expect(service.log.join("\n")).not.toContain(CANARY);
  expect(JSON.stringify(items)).not.toContain(CANARY);
  expect(await written(service)).not.toContain(CANARY);
});

test("header fields that cannot be sent are refused, and none of their text is said", async () => {
  const service = await start({});
  const refusal = async (headers: unknown) =>
    only("error", await service.crawl({ url: "http://127.0.0.1:1", headers }));
  expect(await refusal({ Host: "a" })).toBe("Invalid request: headers: Host cannot be set");
  expect(await refusal({ "X-A": "a\nb" })).toBe(
    "Invalid request: headers: the value of X-A has characters that no header field may have",
  );
  expect(await refusal({ [`Bearer ${CANARY}`]: 1 })).toBe("Invalid request: headers: must be an object of texts");
  expect(await refusal(["X-A: b"])).toBe("Invalid request: headers: must be an object of texts");
  expect(service.log.join("\n")).not.toContain(CANARY);
});
