import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Site, type SiteAnswer, serveSite } from "../servers/site.ts";
import { llmstxt } from "./command.ts";

const page = (title: string, head = "") =>
  `<!doctype html><html lang="fi"><head><title>${title}</title>${head}</head><body><main><h1>${title}</h1><p>${title}
  kertoo, miten ${title.toLowerCase()} toimii satamassa, kuka sitä hoitaa ja milloin se on auki talvella ja kesällä.</p>
  <a href="/muu">muu</a></main></body></html>`;

const XML = { "content-type": "application/xml" };
const answers: Record<string, SiteAnswer> = {
  "/": page("Satama"),
  "/muu": page("Muu"),
  "/opas/z": page("Zeta", '<meta name="robots" content="noindex">'),
  "/opas/a": page("Alfa", '<link rel="canonical" href="/muu">'),
  "/opas/m": page("Majakka"),
  "/vanha": { status: 301, headers: { location: "/opas/uusi" } },
  "/opas/uusi": page("Uusi"),
};

let site: Site;
beforeAll(async () => {
  site = await serveSite(answers);
  const entry = (path: string) => `<url><loc>${site.origin}${path}</loc></url>`;
  answers["/sitemap.xml"] = { headers: XML, body: `<urlset>${entry("/muu")}</urlset>` };
  answers["/kartat/opas.xml"] = { headers: XML, body: `<urlset>${entry("/opas/m")}</urlset>` };
});
afterAll(() => site.close());

const linksIn = (text: string) => [...text.matchAll(/^- \[[^\]]*\]\(([^)]*)\)/gm)].map(([, url = ""]) => url);
const paths = (text: string) => linksIn(text).map((url) => url.replace(site.origin, ""));

test("--urls lists exactly these pages, in their order, whatever they say of themselves, and needs no other address", async () => {
  const stdin = ["# opas", "/opas/z", "", "/opas/a", "/vanha", "/opas/m", "/opas/z"]
    .map((line) => (line.startsWith("/") ? site.origin + line : line))
    .join("\r\n");
  const { code, stdout } = await llmstxt(["--urls", "-"], { stdin });
  expect({ code, paths: paths(stdout) }).toEqual({ code: 0, paths: ["/opas/z", "/opas/a", "/opas/uusi", "/opas/m"] });
  expect(stdout).toMatch(/^# Satama\n/);
  expect(stdout).toContain(`| Source: ${site.origin}/ | Pages: 5\n`);
});

test("an address of another site, or none, is refused by its line, and nothing is asked for", async () => {
  const asked = site.requests.length;
  const list = (line: string) => llmstxt(["--urls", "-"], { stdin: `${site.origin}/opas/m\n\n${line}\n` });
  const [other, none] = await Promise.all([list("https://other.example/x"), list("opas/a")]);
  expect(other).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("line 3: https://other.example/x is not of the site"),
  });
  expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining("line 3: opas/a is not an http") });
  expect(await llmstxt(["--urls", "-"], { stdin: "# nothing\n" })).toMatchObject({ code: 2 });
  expect(site.requests).toHaveLength(asked);
});

test("lists are read as people have them: relative, with comments, as a sitemap, gzipped, in UTF-16", async () => {
  const folder = mkdtempSync(join(tmpdir(), "llmstxt-lists-"));
  const list = (name: string, content: string | Uint8Array) => {
    writeFileSync(join(folder, name), content);
    return llmstxt([site.origin, "--urls", join(folder, name)]);
  };
  const sitemap = `<urlset><url><loc>${site.origin}/opas/m</loc></url><url><loc>/muu</loc></url></urlset>`;
  const lists = await Promise.all([
    list("relative", "/opas/m\t# majakka\n#\nmuu\n"),
    list("sitemap", sitemap),
    list("gzipped", gzipSync(sitemap)),
    list("utf16", Buffer.from(`\ufeff${site.origin}/opas/m\r\n/muu`, "utf16le")),
  ]);
  for (const { stdout } of lists) expect(paths(stdout)).toEqual(["/opas/m", "/muu"]);
  const [binary, index] = await Promise.all([
    list("binary", Buffer.from([0x1f, 0x8b, 1, 2])),
    list("index", "<sitemapindex><sitemap><loc>/opas.xml</loc></sitemap></sitemapindex>"),
  ]);
  expect(binary).toMatchObject({ code: 2, stderr: expect.stringContaining("it is no text") });
  expect(index).toMatchObject({ code: 2, stderr: expect.stringContaining("name each of those with --sitemap") });
});

test("--urls chooses pages of a folder, too", async () => {
  const folder = mkdtempSync(join(tmpdir(), "llmstxt-lists-"));
  mkdirSync(join(folder, "out"));
  for (const name of ["index", "one", "two", "three"]) writeFileSync(join(folder, "out", `${name}.html`), page(name));
  writeFileSync(join(folder, "list.txt"), "https://x.dev/two.html\nhttps://x.dev/one.html\n");
  const args = [join(folder, "out"), "--origin", "https://x.dev/", "--urls", join(folder, "list.txt")];
  const { stdout } = await llmstxt(args);
  expect(linksIn(stdout)).toEqual(["https://x.dev/two.html", "https://x.dev/one.html"]);
});

test("--sitemap is read in place of the usual ones; one that is not there is told", async () => {
  const asked = site.requests.length;
  const { stdout, stderr } = await llmstxt([
    ...[site.origin, "--sitemap", `${site.origin}/kartat/opas.xml`, "--sitemap", `${site.origin}/puuttuu.xml`],
  ]);
  expect(paths(stdout)).toContain("/opas/m");
  expect(stderr).toContain(`Could not read the sitemap ${site.origin}/puuttuu.xml: 404`);
  expect(site.requests.slice(asked).map(({ path }) => path)).not.toContain("/sitemap.xml");
});
