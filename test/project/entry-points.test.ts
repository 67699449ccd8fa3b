import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PARTS } from "../../packages/crawler/src/parts.ts";
import { ENTRY_POINTS } from "../../scripts/api-doc.ts";

const root = join(import.meta.dirname, "../..");
const run = promisify(execFile);

/** A folder outside of the checkout, with the built files and not one package. */
let alone = "";
beforeAll(() => {
  alone = mkdtempSync(join(tmpdir(), "llmstxt-alone-"));
  writeFileSync(join(alone, "package.json"), '{ "type": "module" }');
  cpSync(join(root, "dist"), join(alone, "dist"), { recursive: true });
});
afterAll(() => rmSync(alone, { recursive: true, force: true }));

const evaluate = async (script: string): Promise<string> =>
  (await run(process.execPath, ["--input-type=module", "--eval", script], { cwd: alone })).stdout.trim();

test("an llms.txt is checked without one package installed", async () => {
  const script = `import { validateLlmsTxt } from "./dist/validate.js";
    console.log(validateLlmsTxt("# A\\n\\n> b\\n\\nc\\n\\n## D\\n\\n- [E](https://e.test/)\\n").valid);`;
  expect(await evaluate(script)).toBe("true");
});

test("a page is read and a document written without one package installed", async () => {
  const script = `import { pageMarkdown, readPage, renderLlmsTxt } from "./dist/render.js";
    const url = "https://a.test/", html = Buffer.from("<title>A</title><main><h1>A</h1><p>What A is, in a sentence.</p></main>");
    const page = readPage(html, { url });
    const options = { source: url, descLength: 500, generatedAt: new Date(0) };
    console.log(renderLlmsTxt([{ url, page, depth: 0, inScope: true }], options).text.split("\\n")[0]);
    console.log(pageMarkdown(Buffer.from("<main><p>a <b>b</b></p></main>"), { url }));`;
  expect(await evaluate(script)).toBe("# A\na **b**");
});

test("a site is crawled without one package installed", async () => {
  const script = `import { createServer } from "node:http";
    import { crawl, judgeContent, openFetching } from "./dist/crawl.js";
    const page = "<title>A</title><main><h1>A</h1><p>" + "What A is, in a sentence. ".repeat(20) + "</p></main>";
    const server = createServer((_, answer) => answer.setHeader("content-type", "text/html").end(page)).listen(0, "127.0.0.1");
    await new Promise((done) => server.once("listening", done));
    const fetching = openFetching({ userAgent: "t/1", allowPrivateNetworks: true });
    const fetch = fetching.forCrawl({ useProxy: false, judge: judgeContent });
    const source = "http://127.0.0.1:" + server.address().port + "/";
    for await (const event of crawl(source, { fetch, maxPages: 1, productToken: "t" }, AbortSignal.timeout(20_000)))
      if (event.type === "end") console.log(event.pages[0].page.title);
    await fetching.close();
    server.close();`;
  expect(await evaluate(script)).toBe("A");
});

/** Most kilobytes, minified, that a bundler takes of a name. */
const SIZES = { validateLlmsTxt: 90, renderLlmsTxt: 245, readPage: 171 };

test.each(Object.entries(SIZES))("%s costs a bundle at most %i kB", async (name, kilobytes) => {
  const entry = name === "validateLlmsTxt" ? "validate" : "render";
  const { outputFiles } = await build({
    stdin: { contents: `export { ${name} } from "./dist/${entry}.js";`, resolveDir: alone },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "node",
    write: false,
    logLevel: "silent",
  });

  expect((outputFiles[0]?.contents.length ?? Number.POSITIVE_INFINITY) / 1_000).toBeLessThan(kilobytes);
});

test.each(["validate", "render", "crawl"])("docs/how-to/library.md states what %s has at once", async (entry) => {
  const { metafile } = await build({
    entryPoints: [join(alone, "dist", `${entry}.js`)],
    bundle: true,
    minify: true,
    splitting: true,
    format: "esm",
    platform: "node",
    external: Object.values(PARTS).flatMap(({ packages }) => Object.keys(packages)),
    outdir: join(alone, "sizes"),
    write: false,
    metafile: true,
    logLevel: "silent",
  });
  // The entry and all that it loads at once.
  const loaded = new Set(Object.keys(metafile.outputs).filter((file) => file.endsWith(`sizes/${entry}.js`)));
  for (const file of loaded)
    for (const { path, kind } of metafile.outputs[file]?.imports ?? [])
      if (kind === "import-statement" && path in metafile.outputs) loaded.add(path);
  const bytes = [...loaded].reduce((sum, file) => sum + (metafile.outputs[file]?.bytes ?? 0), 0);
  const doc = readFileSync(join(root, "docs/how-to/library.md"), "utf8");
  const stated = Number(new RegExp(`llmstxt-service/${entry}\`[^|]*\\|[^|]*\\| (\\d+) kB`).exec(doc)?.[1]);
  expect(bytes / 1_000).toBeGreaterThan(stated * 0.8);
  expect(bytes / 1_000).toBeLessThan(stated * 1.2);
});

test("each entry point is exported by the package, with its types", async () => {
  const { default: manifest } = await import("../../package.json", { with: { type: "json" } });
  expect(Object.keys(manifest.exports).sort()).toEqual(
    [".", "./package.json", ...ENTRY_POINTS.map((entry) => `./${entry}`)].sort(),
  );
});
