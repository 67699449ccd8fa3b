import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { CrawlError } from "@llmstxt-service/page/errors";
import { afterAll, expect, test } from "vitest";
import type { FetchRequest } from "./fetch.ts";
import { openFolder } from "./folder.ts";

const never = new AbortController().signal;
const ORIGIN = "https://site.example";
const made: string[] = [];

afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

function folderWith(files: Readonly<Record<string, string | Uint8Array>>): string {
  const root = mkdtempSync(join(tmpdir(), "llmstxt-folder-"));
  made.push(root);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return root;
}

interface Asking {
  readonly origin?: string;
  readonly as?: "page" | "plain";
  readonly request?: Partial<FetchRequest>;
}

/** `200 text` of the answer and where redirects ended, or the failure's code. */
async function ask(root: string, path: string, { origin = ORIGIN, as = "plain", request }: Asking = {}) {
  const fetch = openFolder({ folder: root, origin }).forCrawl({})[as];
  const url = new URL(path, origin).href;
  return fetch({ url, ...request }, never).then(
    ({ status, body, url: at }) =>
      `${status} ${Buffer.from(body)}${at === url ? "" : ` at ${at.replace(ORIGIN, "")}`}`.trim(),
    ({ code, message }: CrawlError) => `${code}: ${message}`,
  );
}

const site = folderWith({
  "index.html": "home",
  "about.html": "about",
  "docs/index.html": "docs",
  "docs.v2": "a download",
  "both.html": "both.html",
  "both/index.html": "both/index.html",
  "404.html": "no such page",
  "deep/404.html": "no such page",
  "café.html": "coffee",
  "cafe\u0301.html": "decomposed",
  "100%.html": "all",
  "a b/c+d.html": "spaces",
  ".env": "secret",
  ".git/index.html": "secret",
  ".well-known/security.txt": "contact",
  _headers: "X: y",
});

test.each([
  ["/", "200 home"],
  ["/index.html", "200 home"],
  ["/?page=2", "200 home"],
  ["/about", "200 about"],
  ["/about.html", "200 about"],
  ["/about/", "404"],
  ["/About", "404"],
  ["/docs/", "200 docs"],
  ["/docs", "200 docs at /docs/"],
  ["/docs?x=1", "200 docs at /docs/?x=1"],
  ["/docs/index", "200 docs"],
  ["/both", "200 both.html"],
  ["/both/", "200 both/index.html"],
  ["/404.html", "404"],
  ["/404", "404"],
  ["/deep/404.html", "404"],
  ["/missing", "404"],
  ["/caf%C3%A9", "200 coffee"],
  ["/cafe%CC%81", "200 decomposed"],
  ["/CAF%C3%89", "404"],
  ["/caf%E9", "404"],
  ["/100%25", "200 all"],
  ["/100%", "404"],
  ["/a%20b/c+d", "200 spaces"],
  ["/a+b/c+d", "404"],
  ["/docs//", "200 docs"],
  ["/docs%2Findex.html", "200 docs"],
  ["/..%2f..%2fetc/passwd", "404"],
  ["/docs/..%2f.env", "404"],
  ["/docs%5C..%5C.env", "404"],
  ["/about%00.html", "404"],
  ["/.env", "404"],
  ["/.git/", "404"],
  ["/_headers", "404"],
  ["/.well-known/security.txt", "200 contact"],
  [`/${"a".repeat(300)}`, "404"],
  ["/about.html/more", "404"],
])("a request for %s is answered with %s", async (path, answer) => {
  expect(await ask(site, path)).toBe(answer);
});

test("a download is not served as a page, and a charset is stated only for UTF-8 files", async () => {
  expect(await ask(site, "/docs.v2", { as: "page" })).toBe("unsupported_type: not a page: application/octet-stream");
  const root = folderWith({ "new.html": "é", "old.html": Buffer.from("é", "latin1"), "a.md": "# A", "a.xml": "<a/>" });
  const { plain } = openFolder({ folder: root, origin: ORIGIN }).forCrawl({});
  const typeOf = async (path: string) => (await plain({ url: `${ORIGIN}${path}` }, never)).headers["content-type"];
  expect(await Promise.all(["/new", "/old", "/a.md", "/a.xml"].map(typeOf))).toEqual([
    "text/html; charset=utf-8",
    "text/html",
    "text/markdown; charset=utf-8",
    "application/xml",
  ]);
});

test.each([
  ["/project/", "200 home"],
  ["/project/about", "200 about"],
  ["/about", "404"],
  ["/robots.txt", "404"],
  ["/projects/about", "404"],
  ["/project/project/about", "404"],
])("below an origin with a path a request for %s is answered with %s", async (path, answer) => {
  const root = folderWith({ "index.html": "home", "about.html": "about", "robots.txt": "Disallow: /" });
  expect(await ask(root, path, { origin: `${ORIGIN}/project/` })).toBe(answer);
});

test("an origin with a path may end with a slash or not", async () => {
  expect(await ask(site, "/project/about", { origin: `${ORIGIN}/project` })).toBe("200 about");
  expect(await ask(site, "/project", { origin: `${ORIGIN}/project` })).toBe("200 home at /project/");
});

test("www. of the host redirects to the host, and other hosts are refused", async () => {
  expect(await ask(site, "http://www.site.example/about")).toBe("200 about at /about");
  expect(await ask(site, "https://other.example/")).toBe("off_site: redirects to another site: https://other.example");
  expect(await ask(site, "https://site.example:8443/")).toMatch(/^off_site/);
});

test.skipIf(process.platform === "win32")("no file outside of the folder is read through a symbolic link", async () => {
  const outside = folderWith({ "secret.html": "secret", "secrets/index.html": "secret" });
  const root = folderWith({ "index.html": "home", "in/page.html": "page" });
  symlinkSync(join(outside, "secret.html"), join(root, "secret.html"));
  symlinkSync(join(outside, "secrets"), join(root, "secrets"));
  symlinkSync("in", join(root, "alias"));
  symlinkSync("circle", join(root, "circle"));
  symlinkSync("nowhere", join(root, "broken"));
  const out = "unreadable: could not be read: a link out of the folder";
  expect(await ask(root, "/secret")).toBe(out);
  expect(await ask(root, "/secrets/")).toBe(out);
  expect(await ask(root, "/alias/page")).toBe("200 page");
  expect(await ask(root, "/circle")).toBe("unreadable: could not be read: a symbolic link that leads in a circle");
  expect(await ask(root, "/broken")).toBe("404");
});

test("a folder behind a symbolic link is read", async () => {
  const root = join(folderWith({ "site/index.html": "home" }), "link");
  symlinkSync("site", root);
  expect(await ask(root, "/")).toBe("200 home");
});

test.skipIf(process.platform === "win32")("pipes, devices and unreadable files do not block a crawl", async () => {
  const root = folderWith({ "index.html": "home", "closed.html": "closed" });
  execFileSync("mkfifo", [join(root, "pipe.html")]);
  symlinkSync("/dev/zero", join(root, "zero.html"));
  chmodSync(join(root, "closed.html"), 0);
  expect(await ask(root, "/pipe")).toBe("unreadable: could not be read: a device or a pipe");
  expect(await ask(root, "/zero")).toBe("unreadable: could not be read: a link out of the folder");
  // Root may read everything.
  if (process.getuid?.() !== 0)
    expect(await ask(root, "/closed")).toBe("unreadable: could not be read: permission denied");
});

test("a file over the limit fails as too large, or is cut where its beginning is enough", async () => {
  const root = folderWith({ "huge.html": "x", "long.txt": "0123456789" });
  truncateSync(join(root, "huge.html"), 11 * 2 ** 20);
  expect(await ask(root, "/huge", { as: "page" })).toBe("too_large: more than 10,485,760 bytes");
  expect(await ask(root, "/long.txt", { request: { maxBytes: 4 } })).toBe("too_large: more than 4 bytes");
  expect(await ask(root, "/long.txt", { request: { maxBytes: 4, cut: true } })).toBe("200 0123");
  expect(await ask(root, "/long.txt", { request: { method: "HEAD" } })).toBe("200");
});

test("files that do not belong to the site, such as our own, are not served", async () => {
  const isPart = (path: string) => path !== "docs/a.md";
  const root = folderWith({ "index.html": "home", "docs/a.md": "ours" });
  const { plain } = openFolder({ folder: root, origin: ORIGIN, isPart }).forCrawl({});
  expect((await plain({ url: `${ORIGIN}/docs/a.md` }, never)).status).toBe(404);
});

test("the file behind an address is known, if there is one", () => {
  const { fileOf } = openFolder({ folder: site, origin: ORIGIN });
  expect(["/about", "/docs/", "/docs", "/missing"].map((path) => fileOf(ORIGIN + path)?.slice(site.length))).toEqual([
    "/about.html",
    "/docs/index.html",
    undefined,
    undefined,
  ]);
});

test("a stopped crawl reads no more files", async () => {
  const { plain } = openFolder({ folder: site, origin: ORIGIN }).forCrawl({});
  await expect(plain({ url: `${ORIGIN}/` }, AbortSignal.abort())).rejects.toMatchObject({ code: "aborted" });
});
