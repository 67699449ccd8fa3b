import type { CrawlFetch, CrawlFetchOptions, Fetched, FetchRequest } from "@llmstxt-service/crawler/fetch";
import { type FetchingOptions, openFetching } from "@llmstxt-service/crawler/fetch/open";
import type { CrawlError } from "@llmstxt-service/page/errors";
import { afterEach, expect, test } from "vitest";
import { BROWSER, chromiumFolders, chromiumsOf, largestMb } from "../servers/chromium-processes.ts";
import { type Site, type SiteAnswer, serveSite } from "../servers/site.ts";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const never = new AbortController().signal;
const text = (fetched: Fetched) => new TextDecoder().decode(fetched.body);

/** A page whose text is made by scripts. */
const scripted = (script = "") => `<!doctype html><html lang="en"><title></title><div id="root"></div><script>
  ${script}
  setTimeout(() => {
    document.title = "Rendered";
    document.getElementById("root").innerHTML = "<h1>Made by a script</h1><a href='/next'>next</a>";
  }, 100);
</script>`;

async function site(answers: Record<string, SiteAnswer>): Promise<Site> {
  const served = await serveSite(answers);
  closers.push(served.close);
  return served;
}

type Options = Partial<FetchingOptions & CrawlFetchOptions>;

/** A crawl that may reach only this server, and that takes a page without a heading for empty. */
function crawlOf(server: Site, options: Options = {}): CrawlFetch {
  const fetching = openFetching({ userAgent: "llmstxt-test/1", browser: BROWSER, ...options });
  closers.push(fetching.close);
  const read = async (fetched: Fetched) => {
    const hasHeading = text(fetched)
      .replace(/<script.*<\/script>/s, "")
      .includes("<h1>");
    return hasHeading ? {} : { problem: "shell" as const };
  };
  return fetching.forCrawl({ typed: server.origin, read, ...options });
}

const page = (crawl: CrawlFetch, url: string, more: Partial<FetchRequest> = {}) => crawl.page({ url, ...more }, never);

async function failure(run: Promise<unknown>): Promise<string> {
  return run.then(
    () => "did not fail",
    ({ code, message }: CrawlError) => `${code}: ${message}`,
  );
}

const chromiums = () => chromiumsOf(process.pid);
const folders = () => chromiumFolders(process.pid);

test("a page built by scripts is read in our own Chromium", async () => {
  const server = await site({ "/": scripted(), "*": { status: 404 } });
  const attempts: string[] = [];
  const crawl = crawlOf(server, { onAttempt: (_, { rung, outcome }) => attempts.push(`${rung}: ${outcome}`) });
  const fetched = await page(crawl, `${server.origin}/`);
  expect(text(fetched)).toContain('<html lang="en"><head><title>Rendered</title>');
  expect(text(fetched)).toContain(`<a href="/next">next</a>`);
  expect(fetched).toMatchObject({
    url: `${server.origin}/`,
    rung: "browser",
    status: 200,
    headers: { "content-type": "text/html; charset=utf-8" },
  });
  expect(attempts).toEqual(["plain: it has no text without JavaScript", "browser: ok"]);
  expect(new Set(server.requests.map(({ headers }) => headers["user-agent"]))).toEqual(new Set(["llmstxt-test/1"]));
});

test("a page is requested once: the browser gets the answer that had no text", async () => {
  const server = await site({ "*": scripted() });
  const crawl = crawlOf(server);
  for (const path of ["/1", "/2", "/3", "/4"])
    expect(text(await page(crawl, server.origin + path))).toContain("Made by a script");
  expect(server.requests.map(({ path }) => path)).toEqual(["/1", "/2", "/3", "/4"]);
});

test("images, icons, media, fonts and pop-ups are not requested, scripts and data are", async () => {
  const script = `fetch("/data.json"); open("/popup"); new Image().src = "/a.png"; new Audio("/a.mp3").load();
      new FontFace("x", "url(/a.woff2)").load();`;
  const server = await site({
    "/": scripted(script),
    "/icon": scripted(`${script} document.head.innerHTML = '<link rel="icon" href="/a.svg">'`),
    "*": "{}",
  });
  const crawl = crawlOf(server);
  for (const path of ["/", "/icon"]) await page(crawl, server.origin + path);
  expect(new Set(server.requests.map(({ path }) => path))).toEqual(new Set(["/", "/icon", "/data.json"]));
});

test("a script is requested once a crawl, style sheets and prefetches never", async () => {
  const load = `document.head.innerHTML = '<link rel="stylesheet" href="/a.css"><link rel="prefetch" href="/later.js">';
    document.body.append(Object.assign(document.createElement("script"), { src: "/app.js" }));`;
  const script = { headers: { "content-type": "text/javascript" }, body: `fetch("/data.json")` };
  const server = await site({ "/app.js": script, "/data.json": "{}", "*": scripted(load) });
  const crawl = crawlOf(server);
  for (const path of ["/1", "/2"])
    expect(text(await page(crawl, server.origin + path, { rung: "browser" }))).toContain("Made by a script");
  const asked = server.requests.map(({ path }) => path);
  expect(asked).toEqual(["/1", "/app.js", "/data.json", "/2", "/data.json"]);
});

test("text that appears a second after the last request is read", async () => {
  const late = `<title></title><div id="root"></div><script>
    setTimeout(() => { document.getElementById("root").innerHTML = "<h1>Late</h1>"; }, 1000);
  </script>`;
  const server = await site({ "/": late });
  expect(text(await page(crawlOf(server), `${server.origin}/`))).toContain("<h1>Late</h1>");
});

test("text that appears after four seconds of script work is read", async () => {
  const work = scripted(`
    const { port1, port2 } = new MessageChannel();
    const end = Date.now() + 4000;
    port1.onmessage = () => {
      for (const until = Date.now() + 50; Date.now() < until; );
      if (Date.now() < end) port2.postMessage(0);
      else document.body.append("Worked out");
    };
    addEventListener("load", () => port2.postMessage(0));
  `);
  const server = await site({ "/": work });
  expect(text(await page(crawlOf(server), `${server.origin}/`))).toContain("Worked out</body>");
});

test("links that appear a while after the text are read", async () => {
  const server = await site({ "/": scripted(`setTimeout(() => document.body.append("Later links"), 750);`) });
  expect(text(await page(crawlOf(server), `${server.origin}/`))).toContain("Later links</body>");
});

test.each<[string, SiteAnswer, string]>([
  ["is not there", { status: 404 }, "http_status: 404 Not Found"],
  ["is no page", { headers: { "content-type": "image/png" } }, "unsupported_type: not a page: image/png"],
  [
    "leads where we may not go",
    { status: 302, headers: { location: "http://10.0.0.1/" } },
    "address_not_allowed: address not allowed",
  ],
])("no browser is started for a page that %s", async (_, answer, expected) => {
  const server = await site({ "/": answer });
  expect(await failure(page(crawlOf(server), `${server.origin}/`))).toBe(expected);
  expect(chromiums()).toEqual([]);
});

test("a page that answers 403 to plain requests is read in the browser", async () => {
  const server = await site({
    "/": ({ headers }, response) =>
      headers.cookie === "seen=1"
        ? response.writeHead(200, { "content-type": "text/html" }).end("<h1>Let in</h1>")
        : response
            .writeHead(403, { "content-type": "text/html" })
            .end(`<script>document.cookie = "seen=1"; location.reload()</script>`),
  });
  const outcomes: string[] = [];
  const crawl = crawlOf(server, { onAttempt: (_, { outcome }) => outcomes.push(outcome) });
  expect([(await page(crawl, `${server.origin}/`)).status, outcomes]).toEqual([200, ["403 Forbidden", "ok"]]);
});

test("without a browser a page fails with the plain reason, and the missing browser is reported once", async () => {
  const server = await site({ "*": scripted() });
  const notices: string[] = [];
  const browser = { enabled: true, chromiumPath: "/nowhere/chromium" };
  const crawl = crawlOf(server, { browser, onNotice: (notice) => notices.push(notice) });
  expect(await failure(page(crawl, `${server.origin}/1`))).toBe(
    "empty_page: it has no text without JavaScript, and there is no Chromium here to run its scripts",
  );
  expect(await failure(page(crawl, `${server.origin}/2`))).toBe(
    "empty_page: it has no text without JavaScript, and there is no Chromium here to run its scripts",
  );
  expect(notices).toEqual(["Pages that need a browser are skipped: no Chromium at /nowhere/chromium"]);
});

test("if Chromium does not start, every page reports that, not a missing browser", async () => {
  const server = await site({ "*": scripted() });
  // This program ends at once without output.
  const crawl = crawlOf(server, { browser: { enabled: true, chromiumPath: "/bin/false" } });
  for (const path of ["/1", "/2"])
    expect(await failure(page(crawl, server.origin + path))).toBe(
      "empty_page: it has no text without JavaScript, and Chromium, which would run its scripts, has failed",
    );
});

test("a script that navigates to another site is stopped before the request", async () => {
  const other = await site({ "*": "<h1>Elsewhere</h1>" });
  const server = await site({ "/": `<script>location = "${other.origin}/"</script>` });
  const crawl = crawlOf(server, { allowPrivateNetworks: true });
  const mayFollow = (url: string) => url.startsWith(server.origin);
  expect(await failure(page(crawl, `${server.origin}/`, { mayFollow }))).toBe(
    `off_site: redirects to another site: ${other.origin}`,
  );
  expect(other.requests).toEqual([]);
});

test("a page that reloads itself for ever is stopped after ten times", async () => {
  const server = await site({ "/": "<script>setTimeout(() => location.reload(), 5)</script>" });
  expect(await failure(page(crawlOf(server), `${server.origin}/`))).toBe("too_many_redirects: more than 10 redirects");
  expect(server.requests.length).toBeLessThanOrEqual(12);
});

test("text in shadow roots is read", async () => {
  const server = await site({
    "/": `<div id="host"></div><script>
      document.getElementById("host").attachShadow({ mode: "open" }).innerHTML = "<h1>In the shadow</h1>";
    </script>`,
  });
  const fetched = await page(crawlOf(server), `${server.origin}/`);
  expect(text(fetched)).toContain('<template shadowrootmode="open"><h1>In the shadow</h1></template>');
});

test("after kill -9 of Chromium both open pages are read with one retry", async () => {
  const waiting: (() => void)[] = [];
  const server = await site({
    "*": (request, response) => {
      const isBrowser = request.headers["sec-fetch-mode"] !== undefined;
      const send = () =>
        response.writeHead(200, { "content-type": "text/html" }).end(isBrowser ? "<h1>Whole</h1>" : "");
      if (isBrowser && waiting.length < 2) waiting.push(send);
      else send();
    },
  });
  const attempts: string[] = [];
  const crawl = crawlOf(server, { onAttempt: (url) => attempts.push(new URL(url).pathname) });
  const killing = async () => {
    await expect.poll(() => waiting.length).toBe(2);
    for (const pid of chromiums()) process.kill(pid, "SIGKILL");
  };
  const pages = ["/1", "/2"].map((path) => page(crawl, server.origin + path));
  const [fetched] = await Promise.all([Promise.all(pages), killing()]);
  expect(fetched.map((one) => text(one).includes("Whole"))).toEqual([true, true]);
  expect(attempts.sort()).toEqual(["/1", "/1", "/1", "/2", "/2", "/2"]);
  expect(server.requests.filter(({ headers }) => headers["sec-fetch-mode"] === "navigate")).toHaveLength(4);
});

test("a Chromium that hangs is killed with all its processes, and the next page gets a new one", async () => {
  const stop = new AbortController();
  let isHung = false;
  const server = await site({
    "*": ({ headers }, response) => {
      const isBrowser = headers["sec-fetch-mode"] !== undefined;
      if (!isBrowser || isHung) return response.writeHead(200).end(isBrowser ? "<h1>Whole</h1>" : "");
      isHung = true;
      for (const pid of chromiums()) process.kill(pid, "SIGSTOP");
      stop.abort();
    },
  });
  const crawl = crawlOf(server);
  expect(await failure(crawl.page({ url: `${server.origin}/1` }, stop.signal))).toBe("aborted: stopped");
  // The kernel takes a moment for the last of them.
  await expect.poll(() => [chromiums(), folders()]).toEqual([[], []]);
  expect((await page(crawl, `${server.origin}/2`)).rung).toBe("browser");
});

test("a page that takes a gigabyte outside of the JavaScript heap is closed, and the page beside it is read", async () => {
  const hog = `<h1>Hog</h1><script>
    const held = [];
    for (let i = 0; i < 300; i++) held.push(new Uint8Array(16 * 2 ** 20).fill(1));
  </script>`;
  const server = await site({ "/hog": hog, "/": scripted() });
  const crawl = crawlOf(server);
  const sample = { most: 0 };
  const sampling = setInterval(() => {
    sample.most = Math.max(sample.most, largestMb(chromiums()));
  }, 50);
  closers.push(async () => clearInterval(sampling));
  const [lost, kept] = await Promise.all([
    failure(page(crawl, `${server.origin}/hog`, { rung: "browser" })),
    page(crawl, `${server.origin}/`).then(({ rung }) => rung, String),
  ]);
  // A machine that takes 20 s for a gigabyte ends the page for its time, and perhaps the other one as well.
  const isSlow = lost.startsWith("timeout: ");
  expect(isSlow || lost).toBe(isSlow || "unreadable: could not be read: it takes more than 1024 MB in a browser");
  expect(isSlow || kept).toBe(isSlow || "browser");
  // Unbounded, it would have been 300 pieces of 16 MB.
  expect([isSlow || sample.most > 1000, sample.most < 4000]).toEqual([true, true]);
  expect((await page(crawl, `${server.origin}/`)).rung).toBe("browser");
});

test("an abort closes the page at once, and closing leaves no process and no folder", async () => {
  const stop = new AbortController();
  const server = await site({
    "*": (request, response) => {
      if (request.headers["sec-fetch-mode"] === undefined) response.writeHead(200).end();
      else stop.abort();
    },
  });
  const fetching = openFetching({ userAgent: "x", browser: BROWSER });
  const crawl = fetching.forCrawl({ typed: server.origin, read: async () => ({ problem: "shell" }) });
  expect(await failure(crawl.page({ url: `${server.origin}/` }, stop.signal))).toBe("aborted: stopped");
  expect([chromiums().length > 0, folders().length]).toEqual([true, 1]);
  await fetching.close();
  expect([chromiums(), folders()]).toEqual([[], []]);
  await expect.poll(() => server.sockets()).toBe(0);
});
