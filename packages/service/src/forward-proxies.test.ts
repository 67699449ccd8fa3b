import { afterEach, expect, test } from "vitest";
import { serveForwardProxy } from "../../../test/servers/forward-proxy.ts";
import { startModel } from "../../../test/servers/model.ts";
import { startS3 } from "../../../test/servers/s3.ts";
import { serveSite } from "../../../test/servers/site.ts";
import { proxyNotice } from "./forward-proxies.ts";
import { openGenerateWorld } from "./generate-world.ts";
import { generate } from "./jobs/generate/generate.ts";
import { REQUEST_DEFAULTS } from "./jobs/request.ts";
import { readConfig } from "./settings/config.ts";
import { saveText } from "./store/texts.ts";
import { openFiles } from "./stores.ts";

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const never = new AbortController().signal;
const KEY = { accessKeyId: "AKIDEXAMPLE1", secretAccessKey: "s3cr3t", sessionToken: "t0k3n/of+a=role" };

async function setUp(more: Readonly<Record<string, string>>) {
  const site = await serveSite({
    "/robots.txt": { status: 404 },
    "/": `<title>X</title><meta name="description" content="Tables for terminals."><p>${"Tables. ".repeat(30)}<a href="/a">A</a>`,
    "/a": `<title>A page</title><h1>A page</h1><p>${"How tables are drawn in a terminal. ".repeat(9)}`,
  });
  const s3 = await startS3({ key: KEY, bucket: "texts" });
  const model = await startModel("sk-1");
  const hosts = { "site.test": site, "s3.test": s3, "model.test": { port: Number(new URL(model.baseUrl).port) } };
  const proxy = await serveForwardProxy({ credentials: "me:c4n4ry", hosts });
  closers.push(site.close, s3.close, model.close, proxy.close);
  const config = readConfig({
    http_proxy: proxy.origin.replace("//", "//me:c4n4ry@"),
    S3_BUCKET: "texts",
    S3_ENDPOINT: "http://s3.test",
    S3_ACCESS_KEY_ID: KEY.accessKeyId,
    S3_SECRET_ACCESS_KEY: KEY.secretAccessKey,
    S3_SESSION_TOKEN: KEY.sessionToken,
    LLM_ENHANCEMENT_ENABLED: "true",
    LLM_API_KEY: "sk-1",
    LLM_BASE_URL: "http://model.test/v1",
    BROWSER_ENABLED: "false",
    // Only the proxy knows these names.
    ALLOW_PRIVATE_NETWORKS: "true",
    ...more,
  });
  const world = openGenerateWorld(config, () => undefined);
  closers.push(() => world.fetching.close());
  const progress: string[] = [];
  const run = () => {
    const request = {
      ...REQUEST_DEFAULTS,
      ...{ url: "http://site.test/", maxPages: 5, useProxy: false, llmEnhance: true },
      ...{ full: false, include: [], exclude: [] },
    };
    return generate(request, { world, report: (told) => void progress.push(JSON.stringify(told)) }, never);
  };
  return { site, s3, model, proxy, config, run, progress };
}

test("with USE_ENV_PROXY, sites, object store and language model are asked through the proxy, and none sees its password", async () => {
  const { site, s3, model, proxy, config, run, progress } = await setUp({ USE_ENV_PROXY: "true" });
  const { text, pages } = await run();
  expect(pages).toHaveLength(2);
  const files = await openFiles(config, () => "");
  expect(await saveText(files, { name: "site.test_20261122_100000.txt", text }, never)).toContain(
    "http://s3.test/texts/site.test_",
  );
  expect(s3.objects.size).toBe(1);
  expect(model.requests).toHaveLength(1);
  const asked = new Set(proxy.requests.map((line) => new URL(line.split(" ")[1] ?? "").host));
  expect(asked).toEqual(new Set(["site.test", "model.test", "s3.test"]));
  const told = JSON.stringify([site.requests, s3.requests, model.requests, text, progress, proxyNotice(config)]);
  for (const secret of ["c4n4ry", btoa("me:c4n4ry"), KEY.sessionToken]) expect(told).not.toContain(secret);
  expect(proxyNotice(config)).toContain(`http:// addresses through ${proxy.origin}.`);
});

test("without USE_ENV_PROXY the environment's proxy is not used", async () => {
  const { proxy, config, run } = await setUp({});
  await expect(run()).rejects.toMatchObject({ code: "dns" });
  expect(proxy.requests).toEqual([]);
  expect(proxyNotice(config)).toBeUndefined();
});
