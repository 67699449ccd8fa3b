import { afterEach, expect, test } from "vitest";
import { chromiumFolders, chromiumsOf } from "../servers/chromium-processes.ts";
import { ending } from "../servers/client.ts";
import { startModel } from "../servers/model.ts";
import { startS3 } from "../servers/s3.ts";
import { type Service, startService } from "../servers/service.ts";
import { type Site, type SiteAnswer, serveSite } from "../servers/site.ts";

// What a client leaves behind that goes away: nothing, whatever its crawl was doing.

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** One crawl at once: the next one gets its turn only when the one before has let go of all it held. */
async function start(environment: Readonly<Record<string, string>>): Promise<Service> {
  const service = await startService({ environment: { MAX_CONCURRENT_CRAWLS: "1", ...environment } });
  closers.push(service.stop);
  return service;
}

async function site(answers: Record<string, SiteAnswer>): Promise<Site> {
  const served = await serveSite(answers);
  closers.push(served.close);
  return served;
}

const PAGE = `<!doctype html><html lang="en"><title>Tern</title><main><h1>Tern</h1>
  <p>Tern reads tables of any size, and says in a sentence of its own what it is for and how it is called.</p></main>`;

/** What only a browser can show, and even that not before `/hangs.js` has come. */
const SHELL = `<!doctype html><html lang="en"><title></title><div id="root"></div><script src="/hangs.js"></script>
  <script>document.getElementById("root").innerHTML = "<h1>Made by a script</h1>"</script>`;

/** Asks for a crawl and goes away without a word once `reached` has resolved. */
async function leave(service: Service, request: object, reached: Promise<unknown>): Promise<void> {
  const client = service.connect();
  await client.opened;
  client.send(request);
  await Promise.race([reached, client.closed.then((closed) => Promise.reject(new Error(JSON.stringify(closed))))]);
  client.socket.terminate();
}

/** Resolves when the next crawl has had its turn. */
async function nextCrawl(service: Service): Promise<void> {
  const other = await site({ "/": PAGE });
  const next = await service.crawl({ url: other.origin });
  expect(ending(next).slice(0, 1)).toEqual(["result"]);
}

/** The server has seen such a request. */
const seen = (isSo: () => boolean) => expect.poll(isSo, { timeout: 60_000, interval: 5 }).toBe(true);

test("while the browser renders: the page is closed with what it asked for, and the next crawl has its place", async () => {
  let hanging = 0;
  const reached = Promise.withResolvers<void>();
  const shell = await site({
    "/": SHELL,
    "/robots.txt": { status: 404 },
    "/hangs.js": (_request, response) => {
      hanging++;
      response.once("close", () => hanging--);
      reached.resolve();
    },
  });
  const service = await start({ BROWSER_ENABLED: "true" });
  await leave(service, { url: shell.origin }, reached.promise);
  await nextCrawl(service);
  expect(hanging).toBe(0);
  const asked = shell.requests.length;
  await service.stop();
  closers.splice(closers.indexOf(service.stop), 1);
  expect(shell.requests.length).toBe(asked);
  expect([chromiumsOf(process.pid), chromiumFolders(process.pid)]).toEqual([[], []]);
});

test.each([
  ["is asked", "silence"],
  ["answers drop by drop", "drip"],
] as const)("while the model %s: its request is ended, and the next crawl has its place", async (_, behaviour) => {
  const model = await startModel("model-key");
  closers.push(model.close);
  model.behave(behaviour);
  const { origin } = await site({ "/": PAGE });
  const service = await start({
    LLM_ENHANCEMENT_ENABLED: "true",
    LLM_API_KEY: "model-key",
    LLM_BASE_URL: model.baseUrl,
    LLM_MODEL: "test",
  });
  await leave(
    service,
    { url: origin, llmEnhance: true },
    seen(() => model.requests.length === 1),
  );
  await nextCrawl(service);
  await expect.poll(model.open).toBe(0);
  expect(model.requests).toHaveLength(1);
});

test("while the file uploads: its request is ended, nothing is stored, and the next crawl has its place", async () => {
  const key = { accessKeyId: "id", secretAccessKey: "secret" };
  const store = await startS3({ key, bucket: "texts" });
  closers.push(store.close);
  store.misbehave("PUT", "silence");
  const { origin } = await site({ "/": PAGE });
  const service = await start({
    S3_BUCKET: "texts",
    S3_ENDPOINT: store.url,
    S3_REGION: "auto",
    S3_ACCESS_KEY_ID: key.accessKeyId,
    S3_SECRET_ACCESS_KEY: key.secretAccessKey,
    S3_FORCE_PATH_STYLE: "true",
  });
  const puts = () => store.requests.filter(({ method }) => method === "PUT").length;
  await leave(
    service,
    { url: origin },
    seen(() => puts() === 1),
  );
  await nextCrawl(service);
  await expect.poll(store.open).toBe(0);
  // That of the next crawl alone.
  expect([puts(), store.objects.size]).toEqual([2, 1]);
});
