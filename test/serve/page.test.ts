import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { chromiumPaths } from "../../packages/crawler/src/fetch/browser/chromium-path.ts";
import { type Service, startService } from "../servers/service.ts";
import { serveSite } from "../servers/site.ts";

let service: Service;
let browser: Browser;
beforeAll(async () => {
  service = await startService();
  for await (const executablePath of chromiumPaths(undefined, chromium.executablePath())) {
    browser = await chromium.launch({ executablePath, chromiumSandbox: false });
    return;
  }
  throw new Error("no Chromium on this machine");
});
afterAll(async () => {
  await browser.close();
  await service.stop();
});

/** Tries to crawl `victim` from whatever page it stands in, and says how that ended. */
const attack = (victim: string) => `<!doctype html><title>waiting</title><script>
  const socket = new WebSocket(${JSON.stringify(service.url.replace("http", "ws"))} + "/ws/crawl");
  const heard = [];
  socket.onopen = () => socket.send(JSON.stringify({ url: ${JSON.stringify(victim)} }));
  socket.onmessage = ({ data }) => heard.push(JSON.parse(data).type);
  socket.onclose = ({ code, reason }) => { document.title = [code, reason, ...heard].join(" "); };
</script>`;

test("a browser page on another origin cannot start a crawl on a service without a key", async () => {
  const victim = await serveSite({ "*": "<h1>Here</h1>" });
  const body = attack(victim.origin);
  // A sandboxed page has no origin: it sends `null`.
  const sandbox = { "content-type": "text/html", "content-security-policy": "sandbox allow-scripts" };
  const evil = await serveSite({ "/": body, "/sandboxed": { body, headers: sandbox } });
  const page = await browser.newPage();
  for (const url of [evil.origin, `http://localhost:${evil.port}`, `${evil.origin}/sandboxed`]) {
    await page.goto(url);
    await page.waitForFunction("document.title !== 'waiting'");
    expect(await page.title()).toBe("1008 Forbidden origin");
  }
  expect(victim.requests).toEqual([]);
  await page.close();
  await Promise.all([victim.close(), evil.close()]);
});

test.skipIf(!existsSync("dist/web/index.html"))(
  "the web page loads at / within its own Content-Security-Policy",
  async () => {
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    page.on("requestfailed", (request) => complaints.push(request.url()));
    await page.goto(service.url);
    expect(await page.locator("h1").textContent()).toBe("Turn a website into its llms.txt");
    expect(complaints).toEqual([]);
    const asset = await page.evaluate("document.querySelector('script[type=module]').src");
    expect((await fetch(String(asset))).headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    const compressed = await fetch(String(asset), { headers: { "accept-encoding": "br" } });
    expect([compressed.headers.get("content-encoding"), compressed.headers.get("vary")]).toEqual([
      "br",
      "accept-encoding",
    ]);
    expect(compressed.headers.get("content-type")).toContain("javascript");
    expect((await fetch(service.url)).headers.get("cache-control")).toBe("no-cache");
    await page.close();
  },
);
