import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { openPublicFolder } from "../../packages/service/src/store/disk.ts";
import { ending, only } from "../servers/client.ts";
import { crawled } from "../servers/crawled.ts";
import { type Service, startService } from "../servers/service.ts";
import { type Site, serveSite } from "../servers/site.ts";
import { publicStoreContract } from "../store/contract.ts";

const open: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const it of open.splice(0).reverse()) await it.stop();
});

async function start(options: Parameters<typeof startService>[0] = {}): Promise<Service> {
  const service = await startService(options);
  open.push(service);
  return service;
}

async function site(answers: Parameters<typeof serveSite>[0]): Promise<Site> {
  const served = await serveSite(answers);
  open.push({ stop: () => served.close() });
  return served;
}

const html = (title: string, body: string) =>
  `<!doctype html><title>${title}</title><meta name=description content="${title} says what it is for, at some length.">` +
  `<main><h1>${title}</h1><p>${title} has a paragraph of its own, long enough to be read as what the page is about.</p>${body}</main>`;

const TOPICS = ["install", "routes", "forms", "tests", "hooks"];

/** A homepage and pages under /docs, all linked from it. */
function pages(count: number): Record<string, string> {
  const topics = Array.from({ length: count }, (_, n) => TOPICS[n] ?? `topic-${n}`);
  const links = topics.map((topic) => `<a href="/docs/${topic}">About ${topic}</a>`).join(" ");
  return {
    "/": html("Example", links),
    ...Object.fromEntries(topics.map((topic) => [`/docs/${topic}`, html(`About ${topic}`, "")])),
  };
}

test("a crawl comes from the address to the stored file, said in the shapes the specification lists", async () => {
  const { origin, requests } = await site({
    ...pages(3),
    "/sitemap.xml": {
      headers: { "content-type": "application/xml" },
      body: `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>http://127.0.0.1/docs/routes</loc></url></urlset>`,
    },
  });
  const service = await start();
  const closed = await service.crawl({ url: origin, maxPages: 4 });
  expect(ending(closed)).toEqual(["result", "url", "close 1000"]);
  const text = only("result", closed);
  expect(text).toMatch(/^# Example\n\n> /);
  expect(text).toContain(`(${origin}/docs/routes)`);
  const file = only("url", closed);
  expect(file).toMatch(/^http:\/\/localhost:\d+\/files\/127\.0\.0\.1_\d+_\d{8}_\d{6}\.txt$/);
  expect(await (await fetch(file)).text()).toBe(text);
  expect(requests[0]?.path).toBe("/robots.txt");
  const logs = closed.messages.filter(({ type }) => type === "log").map(({ content }) => content);
  for (const shape of [
    /^Found sitemap with 1 URL: /,
    /^Visiting http/,
    /^Fetch by plain HTTP: ok, \d+ ms: /,
    /^Progress: 4\/4 pages/,
    /^Crawl complete: 4 pages$/,
    /^Upload complete: http/,
  ])
    expect(
      logs.some((line) => shape.test(line)),
      `${shape} in ${logs.join("\n")}`,
    ).toBe(true);
});

test("auto-update without a reachable database: the crawl goes on, and the log says so", async () => {
  const { origin } = await site(pages(2));
  const service = await start();
  const closed = await service.crawl({ url: origin, enableAutoUpdate: true, recrawlIntervalMinutes: 60 });
  expect(ending(closed)).toEqual(["result", "url", "close 1000"]);
  const contents = closed.messages.map(({ content }) => content);
  expect(contents).toContain("Auto-update not enabled: database unavailable");
});

test("an upload that fails: log message, no url message, the crawl still ends well with its result", async () => {
  const { origin } = await site(pages(2));
  const service = await start();
  await rm(join(service.folder, "files"), { recursive: true });
  await writeFile(join(service.folder, "files"), "in the way");
  const closed = await service.crawl({ url: origin });
  expect(ending(closed)).toEqual(["result", "close 1000"]);
  expect(closed.messages.some(({ content }) => content.startsWith("Upload failed: "))).toBe(true);
});

test("the events of a crawl tell a program what the log tells people", async () => {
  const { origin } = await site(pages(5));
  const service = await start();
  const { messages } = await service.crawl({ url: origin, maxPages: 3, full: true }, "/ws/crawl?events=1");
  const events = messages.flatMap(({ event }) => (event === undefined ? [] : [event]));
  const types = new Set(events.map(({ type }) => type));
  for (const type of ["started", "visiting", "page", "progress", "summary"]) expect(types).toContain(type);
  const page = events.find(({ type, url }) => type === "page" && url === `${origin}/docs/install`);
  expect(page).toMatchObject({ section: "docs", rung: "plain", status: 200, ms: expect.any(Number) });
  const progress = events.filter(({ type }) => type === "progress").at(-1);
  expect(progress).toMatchObject({ done: 3, max: 3, inFlight: 0, rungs: { plain: 3, browser: 0, proxy: 0 } });
  const summary = events.at(-1);
  expect(summary).toMatchObject({ type: "summary", pages: 3, stored: true, timedOut: false });
  expect(messages.find(({ event }) => event?.type === "summary")?.type).toBe("result");
  expect(await (await fetch(String(summary?.fullUrl))).text()).toContain("# Example");
});

test("the pages chosen to be read are named before they are visited, a hundred a message", async () => {
  const { origin } = await site({
    ...pages(150),
    "/robots.txt": { headers: { "content-type": "text/plain" }, body: "User-agent: *\nDisallow: /private\n" },
  });
  const service = await start();
  const { messages } = await service.crawl({ url: origin, maxPages: 140 }, "/ws/crawl?events=1");
  const events = messages.flatMap(({ event }) => (event === undefined ? [] : [event]));
  expect(events.find(({ type }) => type === "robots")).toEqual({
    type: "robots",
    allowed: true,
    lines: ["Disallow: /private"],
    group: "*",
    url: `${origin}/robots.txt`,
  });
  const of = (type: string) => events.filter((event) => event.type === type);
  expect(of("chosen").map(({ urls }) => Array.isArray(urls) && urls.length)).toEqual([100, 39]);
  expect(of("chosen").flatMap(({ urls }) => urls)).toEqual(of("visiting").map(({ url }) => url));
  expect(events.findIndex(({ type }) => type === "chosen")).toBeLessThan(
    events.findIndex(({ type }) => type === "visiting"),
  );
});

test("a homepage that cannot be had is one error, Failed to fetch page, and nothing is stored", async () => {
  const service = await start();
  const { origin } = await site({ "*": { status: 503 }, "/robots.txt": { status: 404 } });
  const closed = await service.crawl({ url: origin });
  expect(only("error", closed)).toMatch(/^Failed to fetch page: /);
  expect(ending(closed)).toEqual(["error", "close 1000"]);
  expect(await readdir(join(service.folder, "files"))).toEqual([]);
});

test("an address that is not allowed gets no connection and no hint of what is there", async () => {
  const canary = await site({ "*": "here" });
  const service = await start({ environment: { ALLOW_PRIVATE_NETWORKS: "false" } });
  for (const url of [canary.origin, `http://localhost:${canary.port}/`, `http://[::ffff:127.0.0.1]:${canary.port}/`]) {
    const closed = await service.crawl({ url });
    expect(only("error", closed)).toBe("Failed to fetch page: address not allowed");
  }
  expect(canary.requests).toEqual([]);
});

test("when the time is over the pages crawled so far are delivered with the log Crawl timeout exceeded", async () => {
  const hanging = Object.fromEntries(Object.keys(pages(3)).map((path) => [path, () => {}]));
  const { origin } = await site({ ...hanging, "/": pages(3)["/"] ?? "" });
  const service = await start({ environment: { CRAWL_TIMEOUT_SECONDS: "1" } });
  const closed = await service.crawl({ url: origin });
  expect(ending(closed)).toEqual(["result", "url", "close 1000"]);
  expect(closed.messages.map(({ content }) => content)).toContain("Crawl timeout exceeded");
});

test("with no page in time, Crawl timeout exceeded is the error", async () => {
  const { origin } = await site({ "/": () => {} });
  const service = await start({ environment: { CRAWL_TIMEOUT_SECONDS: "1" } });
  expect(only("error", await service.crawl({ url: origin }))).toBe("Crawl timeout exceeded");
});

test("when a client goes away no more requests leave", async () => {
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  const served = await site({
    ...pages(50),
    "/docs/topic-9": (_request, response) => {
      resolve();
      response.on("close", () => {});
    },
  });
  const service = await start({ environment: { CRAWL_CONCURRENCY: "1" } });
  const client = service.connect();
  await client.opened;
  client.send({ url: served.origin, maxPages: 50 });
  await asked;
  const before = served.requests.length;
  client.socket.terminate();
  await client.closed;
  // The crawl has let go of its place: what it held is closed.
  await service.crawl({ url: "http://127.0.0.1:1/" });
  expect(served.requests.length - before).toBeLessThanOrEqual(1);
});

test("a stop in mid-crawl: Crawl interrupted, 1012, and no half-written file", async () => {
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  const { origin } = await site({ ...pages(10), "/docs/topic-5": () => resolve() });
  const service = await startService({ patience: { drainMs: 50 } });
  const closed = service.crawl({ url: origin });
  await asked;
  const files = readdir(join(service.folder, "files"));
  await service.stop();
  expect(only("error", await closed)).toBe("Crawl interrupted");
  expect(ending(await closed)).toEqual(["error", "close 1012"]);
  expect(await files).toEqual([]);
});

publicStoreContract("disk, as served at /files", async () => {
  const service = await startService({ crawl: async () => crawled() });
  return {
    store: await openPublicFolder({ folder: join(service.folder, "files"), publicBase: () => `${service.url}/files` }),
    read: async (url) => {
      const response = await fetch(url);
      const contentType = response.headers.get("content-type") ?? "";
      return response.ok ? { text: await response.text(), contentType } : undefined;
    },
    names: () => readdir(join(service.folder, "files")),
    close: () => service.stop(),
  };
});

test("files are served as they were written, byte for byte", async () => {
  const { origin } = await site(pages(2));
  const service = await start();
  const closed = await service.crawl({ url: origin });
  const [name = ""] = await readdir(join(service.folder, "files"));
  expect(await readFile(join(service.folder, "files", name), "utf8")).toBe(only("result", closed));
});

test("stable names follow the latest text; llms-full.txt and pages are kept with them", async () => {
  const answers: Parameters<typeof serveSite>[0] = {
    ...pages(1),
    "/": html("Example", '<a href="/docs/install">Install</a> <a href="/docs/%C3%BCber">Über</a>'),
    "/docs/%C3%BCber": html("Über", ""),
  };
  const { origin } = await site(answers);
  const service = await start({ environment: { STORE_STABLE: "true", STORE_FULL: "true" } });
  const folder = `${service.url}/files/${new URL(origin).host.replace(":", "_")}`;
  const first = await service.crawl({ url: origin });
  expect(ending(first)).toEqual(["result", "url", "close 1000"]);
  expect(await (await fetch(`${folder}/llms.txt`)).text()).toBe(only("result", first));
  answers["/docs/install"] = html("Setting up", "");
  const second = await service.crawl({ url: origin });
  expect(only("result", second)).not.toBe(only("result", first));
  const stable = await fetch(`${folder}/llms.txt`);
  expect(stable.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(await stable.text()).toBe(only("result", second));
  const full = await (await fetch(`${folder}/llms-full.txt`)).text();
  expect(full).toContain(`# Setting up\n\nSource: ${origin}/docs/install\n`);
  const dated = only("url", second).replace("//localhost", "//127.0.0.1").replace(".txt", "-full.txt");
  expect(await (await fetch(dated)).text()).toBe(full);
  const page = await (await fetch(`${folder}/docs/install.md`)).text();
  expect(page).toContain(`# Setting up\n\nSource: ${origin}/docs/install\n`);
  expect(await (await fetch(`${folder}/docs/%C3%BCber.md`)).text()).toContain("# Über\n");
  for (const path of ["", "/", "/docs", "/.partial-1", "/%2e%2e/%2e%2e/package.json"])
    expect([path, (await fetch(folder + path)).status >= 400]).toEqual([path, true]);
});

test("if a file beside the text cannot be stored, the log says so and the crawl still succeeds with its URL", async () => {
  const { origin } = await site(pages(1));
  const service = await start({ environment: { STORE_STABLE: "true" } });
  await writeFile(join(service.folder, "files", new URL(origin).host.replace(":", "_")), "in the way");
  const closed = await service.crawl({ url: origin });
  expect(ending(closed)).toEqual(["result", "url", "close 1000"]);
  expect(closed.messages).toContainEqual({
    type: "log",
    content: expect.stringMatching(/^Not everything was stored beside it: /),
  });
});
