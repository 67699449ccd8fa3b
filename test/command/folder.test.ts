// The built site on disk in place of the network: the same bytes as a crawl of it, and no socket for them.
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { serveFolder } from "../../bench/folder-site.ts";
import { llmstxt, type Ran } from "./command.ts";

const ROOT = join(import.meta.dirname, "../..");
const DEMO_ORIGIN = "https://tidewater.example";

const made: string[] = [];
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "llmstxt-build-"));
  made.push(folder);
  return folder;
}

/** The demo site as a generator would leave it: a test may change it. */
function demoCopy(): string {
  const folder = join(emptyFolder(), "dist");
  cpSync(join(ROOT, "examples/demo-site"), folder, { recursive: true });
  for (const file of ["sitemap.xml", "robots.txt"])
    writeFileSync(join(folder, file), readFileSync(join(folder, file), "utf8").replaceAll("{{origin}}", DEMO_ORIGIN));
  return folder;
}

const DEMO = demoCopy();

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = emptyFolder();
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

const withoutTime = (text: string) => text.replaceAll(/^Generated: \S+/gm, "Generated:");
const build = (folder: string, ...args: readonly string[]) => llmstxt([folder, "--origin", DEMO_ORIGIN, ...args]);

interface PageOptions {
  readonly lang?: string;
  readonly head?: string;
  readonly links?: readonly string[];
}

const page = (title: string, { lang = "en", head = "", links = [] }: PageOptions = {}) =>
  `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>${title}</title>${head}</head><body><nav>${links
    .map((link) => `<a href="${link}">${link}</a>`)
    .join(" ")}</nav><main><h1>${title}</h1><p>${title} is told in a sentence of its own that nobody else tells, ${
    title.length
  } letters of it.</p></main></body></html>`;

/** Sites as no generator of ours makes them; links are written as people write them. */
const SITES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "clean addresses, index files and what only a sitemap names": {
    "index.html": page("Ferry", {
      links: ["guide", "/docs", "./docs/deep/", "about.html", "/missing", "#top", "?a=1"],
    }),
    "guide.html": page("Guide to ferries", { links: ["/guide.html", "guide/"] }),
    "docs/index.html": page("Documents", { links: ["a", "b/", "../about"] }),
    "docs/a.html": page("Chapter about anchors"),
    "docs/b/index.html": page("Chapter about buoys"),
    "docs/deep/index.html": page("Chapter about the deep"),
    "about.html": page("About the company"),
    "hidden/treasure.html": page("Treasure that nobody links to"),
    "404.html": page("Lost at sea", { links: ["/never"] }),
    "sitemap.xml":
      "<urlset><url><loc>https://tidewater.example/hidden/treasure</loc></url><url><loc>https://tidewater.example/404.html</loc></url></urlset>",
    "robots.txt": "User-agent: *\nDisallow: /docs/deep/\nSitemap: https://tidewater.example/sitemap.xml\n",
  },
  "meta refreshes, canonicals and Markdown versions": {
    "index.html": '<!doctype html><meta http-equiv="refresh" content="0; url=/en/"><title>Redirecting</title>',
    "en/index.html": page("Handbook", { links: ["one.html", "two.html", "three", "old.html", "/de/"] }),
    "en/one.html": page("First chapter"),
    "en/one.html.md": "# First chapter\n\nText.\n",
    "en/two.html": page("Second chapter", {
      head: '<link rel="canonical" href="https://tidewater.example/en/two.html">',
    }),
    "en/two.html.md": "# Second chapter\n\nText.\n",
    "en/three/index.html": page("Third chapter", { head: '<link rel="canonical" href="/en/one.html">' }),
    "en/old.html": '<!doctype html><meta http-equiv="refresh" content="0; url=two.html"><title>Moved</title>',
    "de/index.html": page("Handbuch", { lang: "de" }),
    "llms.txt": "# Handbook\n\n## Chapters\n\n- [One](https://tidewater.example/en/one.html.md)\n",
  },
  "names in other scripts, with spaces and percent signs": {
    "index.html": page("Übersicht", {
      lang: "de",
      links: ["/caf%C3%A9", "/über uns.html", "/日本語/", "/100%25.html", "/CASE", "/a+b", "/e%CC%81cole", "/%E9"],
    }),
    "café.html": page("Kaffeehaus", { lang: "de" }),
    "über uns.html": page("Wir über uns", { lang: "de" }),
    "日本語/index.html": page("Seite über das Japanische", { lang: "de" }),
    "100%.html": page("Hundert Prozent", { lang: "de" }),
    "case.html": page("Kleinbuchstaben", { lang: "de" }),
    "a+b.html": page("Plus und Minus", { lang: "de" }),
    "e\u0301cole.html": page("Schule in zerlegten Zeichen", { lang: "de" }),
  },
};

const hasPatch = spawnSync("patch", ["--version"]).status === 0;

test.each([["the demo site", DEMO] as const, ...Object.entries(SITES)])(
  "a folder with %s gives the bytes of a crawl of it",
  async (_, files) => {
    const folder = typeof files === "string" ? files : folderWith(files);
    const site = await serveFolder(folder, new URL(DEMO_ORIGIN).hostname);
    try {
      const to = emptyFolder();
      const [served, built] = [join(to, "served.txt"), join(to, "built.txt")];
      const args = ["--max-pages", "40", "--full"];
      const ran = await Promise.all([
        llmstxt([site.url, ...args, served]),
        llmstxt([folder, "--origin", `${DEMO_ORIGIN}/`, ...args, built]),
      ]);
      // A site that no page gives a name to is called by its host.
      const [host, builtHost] = [site.origin, DEMO_ORIGIN].map((origin) => new URL(origin).host);
      const asBuilt = (text: string) =>
        withoutTime(text)
          .replaceAll(site.origin, DEMO_ORIGIN)
          .replaceAll(host ?? "", builtHost ?? "");
      expect(ran.map(({ code }) => code)).toEqual([0, 0]);
      expect(withoutTime(ran[1].stdout)).toBe(asBuilt(ran[0].stdout));
      expect(withoutTime(readFileSync(built, "utf8"))).toBe(asBuilt(readFileSync(served, "utf8")));
      expect(ran[1].stdout.split("\n- ").length).toBeGreaterThan(2);
    } finally {
      site.close();
    }
  },
);

test("an origin may have a path: everything lies below it, and robots.txt is not the host's", async () => {
  const folder = folderWith({
    "index.html": page("Project", { links: ["start", "/other"] }),
    "start.html": page("How to start"),
    "robots.txt": "User-agent: *\nDisallow: /\n",
  });
  for (const origin of ["https://x.github.io/project/", "https://x.github.io/project"]) {
    const { code, stdout } = await llmstxt([folder, "--origin", origin]);
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining(`Source: ${origin} `) });
    expect(stdout).toContain("- [How to start](https://x.github.io/project/start)");
  }
});

/** In a network namespace of its own there is no interface that is up, not even loopback. */
const isolated = ["--user", "--map-root-user", "--net"];
const canIsolate = spawnSync("unshare", [...isolated, "true"]).status === 0;

test.skipIf(!canIsolate)("no socket is opened: without any network interface the document is the same", async () => {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME };
  const args = [...isolated, process.execPath, join(ROOT, "dist/cli.js"), DEMO, "--origin", DEMO_ORIGIN];
  const { status, stdout } = spawnSync("unshare", args, { env, encoding: "utf8" });
  expect(status).toBe(0);
  expect(withoutTime(stdout)).toBe(withoutTime((await build(DEMO)).stdout));
});

test("--check writes nothing: 0 where the file is fresh, 1 and the difference where it is stale or missing", async () => {
  const dist = demoCopy();
  const file = join(dist, "llms.txt");
  const missing = await build(dist, "--check", "--quiet");
  expect(missing).toMatchObject({ code: 1, stdout: expect.stringMatching(/^--- \/dev\/null\n\+\+\+ .*\n@@ /) });
  expect(existsSync(file)).toBe(false);
  await build(dist, "-o", file);
  // An hour later: the time alone makes nothing stale.
  const stored = readFileSync(file, "utf8").replace(/^Generated: \S+/m, "Generated: 2020-01-01T00:00:00Z");
  writeFileSync(file, stored);
  expect(await build(dist, "--check")).toMatchObject({
    code: 0,
    stdout: "",
    stderr: expect.stringContaining("1 file up to date"),
  });
  writeFileSync(file, stored.replace("Getting started", "Getting begun"));
  const before = readdirSync(dist, { recursive: true }).toSorted();
  const stale = await build(dist, "--check");
  expect(stale.code).toBe(1);
  expect(stale.stdout).toMatch(/^-- \[Getting begun\]/m);
  expect(stale.stdout).toMatch(/^\+- \[Getting started\]/m);
  expect(stale.stdout).not.toContain("Generated: 2026");
  expect(readFileSync(file, "utf8")).toContain("Getting begun");
  expect(readdirSync(dist, { recursive: true }).toSorted()).toEqual(before);
});

test.skipIf(!hasPatch)(
  "patch applies what --check prints, for a file that is stale and one that is missing",
  async () => {
    const dist = demoCopy();
    writeFileSync(
      join(dist, "docs", "errors.html"),
      "<title>Tabs</title><main><h1>Tabs</h1><p>A family \u{1F469}\u200D\u{1F467} stands before code.</p><pre>\ta\tb\n\tc</pre></main>",
    );
    const [file, full] = [join(dist, "llms.txt"), join(dist, "llms-full.txt")];
    const patched = async () => {
      const { stdout } = await build(dist, "--check", "--full", full);
      expect(spawnSync("patch", ["--directory", "/", "--strip=0"], { input: stdout, encoding: "utf8" })).toMatchObject({
        status: 0,
      });
      expect(await build(dist, "--check", "--full", full)).toMatchObject({ code: 0 });
    };
    await patched();
    expect(readFileSync(full, "utf8")).toContain("\ta\tb");
    for (const one of [file, full])
      writeFileSync(one, readFileSync(one, "utf8").replace("Getting started", "Getting begun").trimEnd());
    await patched();
  },
);

test("a file keeps its time as long as its content stays", async () => {
  const dist = demoCopy();
  const file = join(dist, "llms.txt");
  await build(dist, "-o", file);
  const stored = readFileSync(file, "utf8").replace(/^Generated: \S+/m, "Generated: 2020-01-01T00:00:00Z");
  writeFileSync(file, stored);
  await build(dist, "-o", file);
  expect(readFileSync(file, "utf8")).toBe(stored);
  rmSync(join(dist, "privacy.html"));
  await build(dist, "-o", file);
  expect(readFileSync(file, "utf8")).not.toContain("Generated: 2020");
});

test("--check looks at -o and --full where they are given, and needs a file to compare with", async () => {
  const dist = demoCopy();
  const [text, full] = [join(dist, "docs.txt"), join(dist, "full.txt")];
  await build(dist, "-o", text, "--full", full);
  expect((await build(dist, "-o", text, "--full", full, "--check")).code).toBe(0);
  writeFileSync(full, `${readFileSync(full, "utf8")}more\n`);
  expect(await build(dist, "-o", text, "--full", full, "--check")).toMatchObject({
    code: 1,
    stdout: expect.stringContaining("\n-more"),
  });
  const nowhere = await llmstxt(["https://tidewater.example", "--check"]);
  expect(nowhere).toMatchObject({ code: 2, stderr: expect.stringContaining("--check needs a file") });
});

test("a device in place of a list or a document holds up nothing", async () => {
  const dist = demoCopy();
  mkdirSync(join(dist, ".llmstxt"));
  symlinkSync("/dev/zero", join(dist, ".llmstxt/files.json"));
  symlinkSync("/dev/zero", join(dist, "llms.txt"));
  expect(await build(dist)).toMatchObject({ code: 0, stdout: expect.stringContaining("# Tidewater") });
  expect(await build(dist, "--check")).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/llms\.txt: it is no file/),
  });
});

test("files that an earlier run left in the folder are not read, the site's own llms.txt is", async () => {
  const dist = demoCopy();
  const first = await build(dist);
  writeFileSync(join(dist, "llms.txt"), first.stdout.replaceAll("/docs/errors", "/docs/predictions.md"));
  expect(withoutTime((await build(dist)).stdout)).toBe(withoutTime(first.stdout));
});

test("--publish into the same folder reads none of what it wrote, and writes nothing where nothing changed", async () => {
  const dist = demoCopy();
  const publish = (...args: readonly string[]) => build(dist, "--publish", dist, "--full", ...args);
  const published = () =>
    readdirSync(dist, { recursive: true, encoding: "utf8" })
      .filter((path) => statSync(join(dist, path)).isFile())
      .map((path) => [path, readFileSync(join(dist, path), "utf8")]);
  const alone = await build(dist);
  const first = await publish();
  expect(withoutTime(first.stdout)).toBe(withoutTime(alone.stdout));
  const before = published();
  const again = await publish();
  expect(again.stderr).toMatch(/Published 0 files in .*, \d+ unchanged\./);
  expect(withoutTime(again.stdout)).toBe(withoutTime(first.stdout));
  expect(published()).toEqual(before);
  expect(await publish("--check", "--json", "-q")).toMatchObject({ code: 0 });
});

test("--check with --publish finds what is stale, missing and too much, and writes nothing", async () => {
  const dist = demoCopy();
  await build(dist, "--publish", dist);
  writeFileSync(join(dist, "about.html"), readFileSync(join(dist, "about.html"), "utf8").replace("<p>", "<p>Lately: "));
  rmSync(join(dist, "privacy.html"));
  rmSync(join(dist, "changelog.md"));
  const { code, stdout } = await build(dist, "--publish", dist, "--check", "-q");
  expect(code).toBe(1);
  expect(stdout).toContain(`+++ ${join(dist, "about.md")}`);
  expect(stdout).toContain(`--- /dev/null\n+++ ${join(dist, "changelog.md")}`);
  expect(stdout).toContain(`--- ${join(dist, "privacy.md")}\n+++ /dev/null`);
  expect(existsSync(join(dist, "changelog.md"))).toBe(false);
});

test("below an origin with a path the published folder stands for the same address", async () => {
  const dist = demoCopy();
  const origin = "https://x.github.io/project/";
  expect(await llmstxt([dist, "--origin", origin, "--publish", dist])).toMatchObject({ code: 0 });
  expect(readFileSync(join(dist, "llms.txt"), "utf8")).toContain(`Source: ${origin}`);
  expect(existsSync(join(dist, "project"))).toBe(false);
});

test("a file of the folder that cannot be read costs its page, with a line that says why", async () => {
  const dist = demoCopy();
  rmSync(join(dist, "docs/errors.html"));
  symlinkSync("/etc/hostname", join(dist, "docs/errors.html"));
  const { code, stdout, stderr } = await build(dist);
  expect(code).toBe(0);
  expect(stderr).toContain(`Failed to fetch ${DEMO_ORIGIN}/docs/errors: could not be read: a link out of the folder`);
  expect(stdout).not.toContain("docs/errors");
});

test("--summary appends pages, sections, score, size, and what was left out and why", async () => {
  const file = join(emptyFolder(), "summary.md");
  writeFileSync(file, "before\n");
  await build(DEMO, "-q", "--summary", file);
  const summary = readFileSync(file, "utf8");
  expect(summary).toMatch(/^before\n### llms\.txt of `https:\/\/tidewater\.example`\n/);
  expect(summary).toMatch(/\| 15 \| 5 \| [\d,]+ characters, about \d+ tokens \| \d+ of 100 \|/);
  expect(summary).toContain("| `Docs` | ");
  expect(summary).toMatch(/\| left out because \| pages \| such as \|\n\| --- \| --- \| --- \|\n\| \w/);
});

test.each<[string, (dist: string) => Promise<Ran>, RegExp]>([
  ["a folder without its address", (dist) => llmstxt([dist]), /is a folder: --origin <url> says at which address/],
  ["an origin that is no address", (dist) => llmstxt([dist, "--origin", "x.dev"]), /Did you mean https:\/\/x\.dev\//],
  ["an origin with a query", (dist) => build(dist, "--origin", "https://x.dev/?a=1"), /has a query/],
  ["an origin for an address", () => llmstxt(["https://x.dev", "--origin", DEMO_ORIGIN]), /no folder https:\/\/x\.dev/],
  ["a folder that is not there", () => build("./nowhere"), /there is no folder \.\/nowhere/],
  ["a header for a folder", (dist) => build(dist, "--header", "A: b"), /--header needs a network/],
  ["a proxy for a folder", (dist) => build(dist, "--use-proxy"), /--use-proxy needs a network/],
])("%s is wrong usage", async (_, run, message) => {
  expect(await run(DEMO)).toMatchObject({ code: 2, stdout: "", stderr: expect.stringMatching(message) });
});

test("a folder without a homepage says what is missing", async () => {
  expect(await build(folderWith({ "readme.md": "# Not built yet" }))).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/There is no index\.html in .*\nllmstxt: Failed to fetch page: 404 Not Found/s),
  });
});

test.skipIf(process.platform === "win32")(
  "a robots.txt that links out of the folder costs itself, by name, and not the crawl",
  async () => {
    const folder = demoCopy();
    rmSync(join(folder, "robots.txt"));
    symlinkSync("/etc/hostname", join(folder, "robots.txt"));
    const { code, stdout, stderr } = await llmstxt([folder, "--origin", DEMO_ORIGIN]);
    expect([code, stdout.startsWith("# ")]).toEqual([0, true]);
    expect(stderr).toContain(`${DEMO_ORIGIN}/robots.txt`);
  },
);

test("--annotate writes the way to the Markdown into the pages, once, and takes it out again to the byte", async () => {
  const folder = demoCopy();
  const untouched = demoCopy();
  const pagesOf = (of: string) =>
    readdirSync(of, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".html") && !path.startsWith(".llmstxt"))
      .map((path) => [path, readFileSync(join(of, path), "utf8")] as const);
  expect(await build(folder, "--publish", folder, "--annotate", "-q")).toMatchObject({ code: 0 });
  const annotated = pagesOf(folder);
  const home = annotated.find(([path]) => path === "index.html")?.[1] ?? "";
  expect(home).toContain('<link rel="alternate" type="text/markdown" href="/index.md" />');
  expect(home).toMatch(/<body[^>]*><!-- llmstxt:body --><p data-nosnippet="" /);
  const document = readFileSync(join(folder, "llms.txt"), "utf8");
  expect(await build(folder, "--publish", folder, "--annotate", "--check", "-q")).toMatchObject({ code: 0 });
  expect(await build(folder, "--publish", folder, "--annotate", "-q")).toMatchObject({ code: 0 });
  expect(pagesOf(folder)).toEqual(annotated);
  expect(readFileSync(join(folder, "llms.txt"), "utf8")).toBe(document);
  expect((await build(folder, "--annotate=remove", "--check", "-q")).stdout).toContain("-<!-- llmstxt");
  expect(await build(folder, "--annotate=remove", "-q")).toMatchObject({ code: 0 });
  expect(pagesOf(folder)).toEqual(pagesOf(untouched));
});

test("--annotate changes no pages of an address", async () => {
  const { code, stderr } = await llmstxt(["http://127.0.0.1:9/", "--annotate"]);
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringContaining("--annotate changes the pages of a folder"),
  });
});
