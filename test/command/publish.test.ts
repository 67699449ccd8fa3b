import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Site, type SiteAnswer, serveSite } from "../servers/site.ts";
import { llmstxt } from "./command.ts";

const page = (title: string, text: string): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><nav><a href="/ports/">Ports</a>
  <a href="/tides.html">Tides</a><a href="/log?year=2025">Log</a></nav><main><h1>${title}</h1><p>${text}</p></main></body></html>`;

const answers: Record<string, SiteAnswer> = {
  "/": page("Harbour", "Harbour keeps the times of tides for every port on the coast of the North Sea."),
  "/ports/": page("Ports", "Every port of the coast, with its depth and the name of the keeper who looks after it."),
  "/tides.html": page("Tides", "How tides are counted, and why the moon is not the only one who has a say in them."),
  "/log?year=2025": page(
    "Log of 2025",
    "What happened in the harbour in the year 2025, from the first storm to the last ship.",
  ),
};

let site: Site;
beforeAll(async () => {
  site = await serveSite(answers);
});
afterAll(() => site.close());

const newFolder = () => mkdtempSync(join(tmpdir(), "llmstxt-publish-"));
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();

test("--publish writes the index, Markdown beside each page and how to serve it; stdout stays the one document", async () => {
  const folder = newFolder();
  const plain = await llmstxt([site.origin, "-q"]);
  const { code, stdout, stderr } = await llmstxt([site.origin, "--publish", folder, "--full"]);
  expect(code).toBe(0);
  const withoutTime = (text: string) => text.replace(/^Generated: \S+/m, "");
  expect(withoutTime(stdout)).toBe(withoutTime(plain.stdout));
  expect(filesIn(folder).filter((path) => !path.startsWith(".llmstxt"))).toEqual([
    "404.md",
    "index.md",
    "llms-full.txt",
    "llms.txt",
    expect.stringMatching(/^log-[\da-f]{8}\.md$/),
    "ports/index.md",
    "tides.md",
  ]);
  expect(readFileSync(join(folder, "llms.txt"), "utf8")).toContain(`](${site.origin}/tides.md)`);
  expect(stderr).toMatch(/^Published \d+ files in /m);
});

test("the site's own Markdown at an address that no reader knows is copied to where they look, and listed there", async () => {
  const own = {
    headers: { "content-type": "text/markdown" },
    body: "# Tides\n\nAs the [keeper](../ports/) wrote it.\n",
  };
  const link = { link: '</raw/tides.txt.md>; rel="alternate"; type="text/markdown"' };
  const before = answers["/tides.html"];
  answers["/tides.html"] = {
    headers: link,
    body: page("Tides", "How tides are counted, and why the moon is not the only one."),
  };
  answers["/raw/tides.txt.md"] = own;
  const folder = newFolder();
  await llmstxt([site.origin, "--publish", folder, "-q"]);
  answers["/tides.html"] = before ?? "";
  delete answers["/raw/tides.txt.md"];
  expect(readFileSync(join(folder, "tides.md"), "utf8")).toBe(
    `> All pages of this site are listed in [llms.txt](${site.origin}/llms.txt).\n\n# Tides\n\nAs the [keeper](${site.origin}/ports/) wrote it.\n`,
  );
  expect(readFileSync(join(folder, "llms.txt"), "utf8")).toContain(`](${site.origin}/tides.md)`);
});

/** What a bundle's folder holds, the time of making aside, which the list of digests has in it. */
const textsIn = (folder: string) =>
  Object.fromEntries(
    filesIn(folder)
      .filter((path) => path !== ".llmstxt/files.json")
      .map((path) => [path, readFileSync(join(folder, path), "utf8").replace(/^Generated: \S+/gm, "")]),
  );

test("a site that serves its bundle gets the same bundle from each crawl, its own Markdown aside", async () => {
  const linking = (path: string) => ({ link: `<${path}>; rel="alternate"; type="text/markdown"` });
  const depths = page("Depths", "How deep each port of the coast is at low water, as the keepers measured it.");
  const served: Record<string, SiteAnswer> = {
    ...answers,
    "/": page("Harbour", "Harbour keeps the tides of the coast, and <a href=/depths>depths</a> of its ports."),
    "/depths": { headers: linking("/depths.md"), body: depths },
    "/depths.md": { headers: { "content-type": "text/markdown" }, body: "# Depths\n\nAs measured.\n" },
  };
  const { origin, close } = await serveSite(served);
  const published = async () => {
    const folder = newFolder();
    await llmstxt([origin, "--publish", folder, "-q"]);
    return folder;
  };
  const first = await published();
  expect(filesIn(first)).toEqual(expect.arrayContaining(["index.md", "tides.md", "ports/index.md"]));
  expect(filesIn(first)).not.toContain("depths.md");
  for (const path of filesIn(first).filter((file) => !file.startsWith("."))) {
    const type = path.endsWith(".md") ? "text/markdown; charset=utf-8" : "text/plain; charset=utf-8";
    served[`/${path}`] = { headers: { "content-type": type }, body: readFileSync(join(first, path)) };
  }
  // The settings of the bundle say so of each page.
  served["/tides.html"] = { headers: linking("/tides.md"), body: String(answers["/tides.html"]) };
  served["/"] = { headers: linking("/index.md"), body: String(served["/"]) };
  for (let time = 0; time < 3; time++) expect(textsIn(await published())).toEqual(textsIn(first));
  await close();
});

test("published again, only what changed is written, and another's file is never touched", async () => {
  const folder = newFolder();
  await llmstxt([site.origin, "--publish", folder, "-q"]);
  const again = await llmstxt([site.origin, "--publish", folder, "--exclude", "/log*"]);
  expect(again.stderr).toMatch(/^Published \d+ files in .*, \d+ unchanged, removed 1 file\.$/m);
  writeFileSync(join(folder, "tides.md"), "by hand");
  const refused = await llmstxt([site.origin, "--publish", folder]);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain(`${join(folder, "tides.md")} is in the way`);
  expect(readFileSync(join(folder, "tides.md"), "utf8")).toBe("by hand");
});

test("Markdown of a page that lies in the site's own folder is that page's version; another text in its place is an error", async () => {
  const folder = newFolder();
  const text = "The tables of this harbour were begun by hand, and have been kept by its keepers for a hundred years.";
  writeFileSync(join(folder, "index.html"), page("Harbour", text));
  writeFileSync(join(folder, "index.md"), `# Harbour\n\n**${text}**\n`);
  writeFileSync(join(folder, "404.md"), "# Lost at sea\n");
  const args = [folder, "--origin", "https://x.dev", "--publish", folder, "-q"];
  expect((await llmstxt(args)).code).toBe(0);
  expect(readFileSync(join(folder, "index.md"), "utf8")).toBe(`# Harbour\n\n**${text}**\n`);
  expect(readFileSync(join(folder, "404.md"), "utf8")).toBe("# Lost at sea\n");
  expect(JSON.parse(readFileSync(join(folder, ".llmstxt/pages.json"), "utf8")).pages).toEqual({ "/": "/index.md" });
  expect((await llmstxt([...args, "--check"])).code).toBe(0);
  writeFileSync(
    join(folder, "index.md"),
    "# Notes\n\nCall the painter about the second boat before the winter comes.\n",
  );
  const refused = await llmstxt(args);
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringContaining(`${join(folder, "index.md")} is in the way`),
  ]);
});

test("a page that has moved since is in the folder's redirects, and its move ends when it comes back", async () => {
  const [folder, out] = [newFolder(), newFolder()];
  const text = "A page whose text is long enough to be known again, wherever its owner puts it next. ".repeat(4);
  const redirects = async (name: string) => {
    writeFileSync(join(folder, "index.html"), page("Harbour", `A list. <a href="/${name}.html">Moving</a>`));
    writeFileSync(join(folder, `${name}.html`), page("Moving", text));
    await llmstxt([folder, "--origin", "https://x.dev", "--publish", out, "-q"]);
    rmSync(join(folder, `${name}.html`));
    return readFileSync(join(out, ".llmstxt/_redirects"), "utf8").replace(/^#.*\n/gm, "");
  };
  expect(await redirects("old")).toBe("");
  expect(await redirects("new")).toBe("/old.md /new.md 301\n");
  expect(await redirects("third")).toBe("/new.md /third.md 301\n/old.md /third.md 301\n");
  expect(await redirects("old")).not.toContain("/old.md /");
});

test.each([[["--full"]], [["--publish-base", "https://cdn.example/"]], [["--publish", "x", "--publish-base", "cdn"]]])(
  "%j is wrong usage",
  async (flags) => {
    expect(await llmstxt([site.origin, ...flags])).toMatchObject({ code: 2 });
  },
);

test("a page whose address could break a server's settings is named, and its Markdown is in the index", async () => {
  const quoted = "/wiki/%22Heroes%22_%28album%29";
  const before = answers["/"];
  answers["/"] = page(
    "Harbour",
    `Harbour keeps tides. See <a href="${quoted}">Heroes</a> and <a href="/two%20words">two</a>.`,
  );
  answers[quoted] = page(
    "Heroes",
    "An album with a title in quotes, which every keeper of the harbour has on the shelf.",
  );
  answers["/wiki/%22Heroes%22_(album)"] = answers[quoted];
  answers["/two%20words"] = page(
    "Two words",
    "A page about addresses of two words, of which there are many on the coast.",
  );
  const folder = newFolder();
  const { code, stderr } = await llmstxt([site.origin, "--publish", folder, "-q"]);
  if (before !== undefined) answers["/"] = before;
  expect(code).toBe(0);
  expect(stderr).toContain("Pages left out of settings for servers");
  expect(stderr).toContain(`only the index leads to its Markdown: ${site.origin}${quoted}\n`);
  expect(stderr).toContain(`nginx, Caddy and Apache serve its Markdown: ${site.origin}/two%20words\n`);
  expect(readFileSync(join(folder, "llms.txt"), "utf8")).toMatch(/\/wiki\/Heroes-_-?album-[\da-f]{8}\.md\)/);
  expect(JSON.parse(readFileSync(join(folder, ".llmstxt/pages.json"), "utf8")).unserved).toHaveLength(2);
});
