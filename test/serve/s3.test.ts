import { afterEach, expect, test } from "vitest";
import { ending, only } from "../servers/client.ts";
import { type S3Server, startS3 } from "../servers/s3.ts";
import { startService } from "../servers/service.ts";
import { type SiteAnswer, serveSite } from "../servers/site.ts";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const html = (title: string, body = "") =>
  `<!doctype html><html lang="en"><title>${title}</title><main><h1>${title}</h1>
  <p>${title} has a paragraph of its own, long enough to be read as what the page is about.</p>${body}</main></html>`;

const textOf = (store: S3Server, name: string) => String(store.objects.get(name)?.body);

test("crawl and recrawl keep texts under stable names in a bucket, with llms-full.txt and pages beside them", async () => {
  const key = { accessKeyId: "id", secretAccessKey: "secret" };
  const store = await startS3({ key, bucket: "texts" });
  closers.push(store.close);
  const answers: Record<string, SiteAnswer> = {
    "/": html("Example", '<a href="/docs/install">Install</a> <a href="/docs/%C3%BCber">Über</a>'),
    "/docs/install": html("Install"),
    "/docs/%C3%BCber": html("Über"),
  };
  const site = await serveSite(answers);
  closers.push(site.close);
  const service = await startService({
    environment: {
      DATABASE_URL: "",
      CRON_SECRET: "cron",
      STORE_STABLE: "true",
      STORE_FULL: "true",
      S3_BUCKET: "texts",
      S3_ENDPOINT: store.url,
      S3_REGION: "auto",
      S3_ACCESS_KEY_ID: key.accessKeyId,
      S3_SECRET_ACCESS_KEY: key.secretAccessKey,
      S3_FORCE_PATH_STYLE: "true",
    },
  });
  closers.push(service.stop);
  const ready = async () => (await fetch(`${service.url}/ready`)).text();
  await expect.poll(ready, { timeout: 90_000, interval: 250 }).toContain('"up"');
  const folder = new URL(site.origin).host.replace(":", "_");

  const closed = await service.crawl({ url: site.origin, enableAutoUpdate: true });
  expect(ending(closed)).toEqual(["result", "url", "close 1000"]);
  expect(closed.messages.map(({ content }) => content)).toContain("Auto-update enabled for this site");
  const dated = new URL(only("url", closed)).pathname.replace("/texts/", "");
  expect(dated).toMatch(/^127\.0\.0\.1_\d+_\d{8}_\d{6}\.txt$/);
  // What is remembered of the site's pages is nobody's but ours, whoever may read the bucket.
  const remembered = [...store.objects].filter(([name]) => name.startsWith("memory/"));
  expect(remembered.map(([, { acl, cacheControl }]) => [acl, cacheControl])).toEqual([
    [undefined, "private, no-store"],
  ]);
  expect(remembered[0]?.[1].body.toString("latin1")).not.toContain("install");
  const published = [...store.objects].filter(([name]) => !name.startsWith("memory/"));
  expect(published.map(([name]) => name).sort()).toEqual(
    [
      dated,
      dated.replace(".txt", "-full.txt"),
      `${folder}/docs/install.md`,
      `${folder}/docs/über.md`,
      `${folder}/llms-full.txt`,
      `${folder}/llms.txt`,
      `${folder}/index.md`,
    ].sort(),
  );
  expect(textOf(store, dated)).toBe(only("result", closed));
  expect(textOf(store, `${folder}/llms.txt`)).toBe(only("result", closed));
  expect(textOf(store, `${folder}/llms-full.txt`)).toContain(`# Install\n\nSource: ${site.origin}/docs/install\n`);
  for (const [, { contentType, acl }] of published)
    expect([contentType, acl]).toEqual(["text/plain; charset=utf-8", "public-read"]);
  expect(store.objects.get(dated)?.cacheControl).toBe("public, max-age=31536000, immutable");
  expect(store.objects.get(`${folder}/llms.txt`)?.cacheControl).toBe("public, max-age=300");

  answers["/docs/install"] = html("Setting up");
  const post = (path: string, headers: Record<string, string>, body?: string) =>
    fetch(service.url + path, { method: "POST", headers, ...(body === undefined ? {} : { body }) });
  const named = JSON.stringify({ base_url: site.origin });
  expect((await post("/internal/hooks/site-changed", { "content-type": "application/json" }, named)).status).toBe(200);
  expect((await post("/internal/cron/recrawl", { "x-cron-secret": "cron" })).status).toBe(200);
  const finished = () => service.log.find((line) => line.includes("Recrawl finished")) ?? "";
  await expect.poll(finished, { timeout: 60_000, interval: 250 }).not.toBe("");
  expect(JSON.parse(finished())).toMatchObject({ total: 1, processed: 1, updated: 1, unchanged: 0, errors: 0 });
  expect(textOf(store, `${folder}/llms.txt`)).toContain("[Setting up]");
  expect(textOf(store, `${folder}/llms-full.txt`)).toContain("# Setting up\n");
  expect(textOf(store, `${folder}/docs/install.md`)).toContain("# Setting up\n");
  // Older files stay.
  expect(textOf(store, dated)).toBe(only("result", closed));
});
