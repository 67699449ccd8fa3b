import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { serveForwardProxy } from "../servers/forward-proxy.ts";
import { startModel } from "../servers/model.ts";
import { serveSite } from "../servers/site.ts";
import { llmstxt } from "./command.ts";

test("behind a proxy the built command reaches a site and a language model, whose sentences it keeps in a file", async () => {
  const words = "Tables are drawn in a terminal, line by line. ".repeat(5);
  const site = await serveSite({
    "/": `<title>X</title><meta name="description" content="Tables for terminals."><h1>X</h1><p>${words}</p><a href="/a">A</a>`,
    "/a": "<title>Alpha</title><h1>Alpha</h1><pre>alpha_call({timeout: 1})</pre>",
  });
  await using model = await startModel("k");
  model.behave((asked) => (asked.startsWith("Alpha") ? "Calls Alpha with a timeout." : asked));
  const hosts = { "site.test": site, "model.test": { port: Number(new URL(model.baseUrl).port) } };
  const proxy = await serveForwardProxy({ credentials: "me:c4n4ry", hosts });
  const folder = mkdtempSync(join(tmpdir(), "llmstxt-model-"));
  const cache = join(folder, "sentences.jsonl");
  try {
    const env = {
      USE_ENV_PROXY: "true",
      http_proxy: proxy.origin.replace("//", "//me:c4n4ry@"),
      ...{ LLM_ENHANCEMENT_ENABLED: "true", LLM_API_KEY: "k", LLM_BASE_URL: "http://model.test/v1" },
    };
    const { code, stdout, stderr } = await llmstxt(["http://site.test/", "--llm-enhance", "--llm-cache", cache], {
      env,
    });
    expect(code).toBe(0);
    expect(stdout).toContain("- [Alpha](http://site.test/a): Calls Alpha with a timeout.\n");
    expect(model.requests).toHaveLength(2);
    expect(readFileSync(cache, "utf8")).toContain('"Calls Alpha with a timeout."');
    expect(`${stdout}${stderr}${JSON.stringify(site.requests)}`).not.toMatch(/c4n4ry|bWU6YzRuNHJ5/);
  } finally {
    rmSync(folder, { recursive: true });
    await Promise.all([site.close(), proxy.close()]);
  }
});
