import { chmod, mkdir, mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { bundleOf } from "../../packages/document/src/bundle/bundle.ts";
import { layout } from "../../packages/document/src/write.ts";
import { isInstalled, STATIC_SERVERS, startStatic } from "./static-servers.ts";

const FILES = {
  "/": "index.html",
  "/guide/": "guide/index.html",
  "/guide/start": "guide/start.html",
  "/about.html": "about.html",
  "/caf%C3%A9": "café.html",
};
/** The programs are JavaScript for other runtimes; here they get those runtimes' types. */
const load = (name: string) => import(new URL(`../../examples/serving/${name}.js`, import.meta.url).href);
interface Programs {
  readonly cloudflare: { fetch(request: Request, env: object): Promise<Response> };
  readonly netlify: (request: Request, context: { next(): Promise<Response> }) => Promise<Response>;
  readonly vercel: (request: Request) => Promise<Response | undefined> | undefined;
}
const [{ prefersMarkdown }, { default: cloudflare }, { default: netlify }, { default: vercel }]: [
  { prefersMarkdown(accept: string): boolean },
  { default: Programs["cloudflare"] },
  { default: Programs["netlify"] },
  { default: Programs["vercel"] },
] = await Promise.all([load("negotiate"), load("cloudflare"), load("netlify"), load("vercel")]);

const MARKDOWN = "text/markdown; charset=utf-8";

/** A static site together with its bundle. */
async function site(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "served-"));
  await chmod(folder, 0o755); // mkdtemp excludes servers that run as another user
  const put = async (path: string, text: string) => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  };
  for (const [address, file] of Object.entries(FILES))
    await put(file, `<!doctype html><title>HTML of ${address}</title>`);
  await put("alone.html", "<!doctype html><title>HTML of /alone</title>");
  await put("style.css", "h1 { color: teal }");
  const pages = Object.keys(FILES).map((path) => ({ url: `https://x.dev${path}`, markdown: `Markdown of ${path}.` }));
  const items = pages.slice(1).map(({ url }) => ({ title: url, url, excerpt: "" }));
  const metadata = "Generated: 2026-11-21T05:50:00Z | Source: https://x.dev/ | Pages: 5";
  const text = layout({ name: "X", summary: "", metadata, sections: [{ name: "Docs", items }] });
  for (const file of bundleOf({ text, pages, source: "https://x.dev/" }).files) await put(file.path, file.text);
  return folder;
}

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly type: string;
  readonly link: string;
  readonly vary: string;
}
const shown = async (answer: Response): Promise<Answer> => ({
  status: answer.status,
  text: await answer.text(),
  type: answer.headers.get("content-type")?.replaceAll('"', "") ?? "",
  link: answer.headers.get("link") ?? "",
  vary: answer.headers.get("vary") ?? "",
});

/** Accept fields, and whether they ask for Markdown; all servers handle the first group, with weights in tenths. */
const ACCEPTS: readonly (readonly [string, boolean])[] = [
  ["text/markdown", true],
  ["text/markdown, text/html, */*", true],
  ["text/html, text/markdown", false],
  ["text/markdown, */*", true],
  ["text/markdown;q=0.9, text/html;q=0.9", true],
  ["text/html;q=0.9, text/markdown;q=0.9", false],
  ["text/html;q=0.5, text/markdown;q=0.6", true],
  ["text/html, application/xhtml+xml, text/markdown;q=0.9, */*;q=0.8", false],
  ["text/markdown;q=0.5, */*", false],
  ["text/markdown;q=0.5, text/*;q=0.4, */*", true],
  ["text/markdown;q=0, text/html;q=0", false],
  ["TEXT/MARKDOWN;charset=utf-8;q=0.3, */*;q=0.2", true],
  ["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", false],
  ["*/*", false],
  ["", false],
];

/** Tests that every server must pass. @param ask sends a request to it */
function servesAlike(ask: (path: string, accept?: string) => Promise<Answer>): void {
  test.each(Object.keys(FILES))("%s serves the page with Link fields to its Markdown and the index", async (path) => {
    const { status, text, link, vary } = await ask(path, "text/html");
    expect([status, text]).toEqual([200, `<!doctype html><title>HTML of ${path}</title>`]);
    const markdown = path.endsWith("/") ? `${path}index.md` : `${path.replace(".html", "")}.md`;
    expect(decodeURI(Buffer.from(link, "latin1").toString("utf8"))).toBe(
      `<${decodeURI(markdown)}>; rel="alternate"; type="text/markdown", </llms.txt>; rel="describedby"`,
    );
    expect(vary).toMatch(/\baccept\b/i);
  });

  test.each(Object.keys(FILES))("%s serves Markdown to a client that asks for it", async (path) => {
    const { status, text, type, vary } = await ask(path, "text/markdown");
    expect([status, type]).toEqual([200, MARKDOWN]);
    expect(text).toContain(`Markdown of ${path}.`);
    expect(vary).toMatch(/\baccept\b/i);
  });

  test.each(ACCEPTS)("Accept: %s asks for Markdown: %s", async (accept, isAsked) => {
    const { text } = await ask("/guide/start", accept);
    expect(text.includes("Markdown of")).toBe(isAsked);
  });

  test("files have their types; a page without Markdown and a style sheet stay as they are", async () => {
    expect(await ask("/guide/start.md")).toMatchObject({
      status: 200,
      type: MARKDOWN,
      link: '</llms.txt>; rel="describedby"',
    });
    expect(await ask("/llms.txt")).toMatchObject({ status: 200, type: "text/plain; charset=utf-8" });
    expect(await ask("/alone", "text/markdown")).toMatchObject({
      status: 200,
      text: "<!doctype html><title>HTML of /alone</title>",
      link: "",
    });
    expect(await ask("/style.css", "text/markdown, */*")).toMatchObject({ status: 200, text: "h1 { color: teal }" });
    expect(await ask("/nowhere", "text/markdown")).toMatchObject({ status: 404 });
  });
}

for (const server of STATIC_SERVERS) {
  const isHere = isInstalled(server);
  describe.skipIf(!isHere)(
    `${server.name}${isHere ? "" : ` (skipped: there is no ${server.program} on this machine)`}`,
    () => {
      let started: Awaited<ReturnType<typeof startStatic>>;
      beforeAll(async () => {
        started = await startStatic(server, await site());
      });
      afterAll(() => started?.close());
      servesAlike(async (path, accept = "*/*") => shown(await fetch(started.origin + path, { headers: { accept } })));
    },
  );
}

/** The host's own static files: `/a` is `a.html`, `/a/` is `a/index.html`. */
async function staticAnswer(folder: string, url: string): Promise<Response> {
  const path = decodeURI(new URL(url).pathname);
  for (const file of [path.endsWith("/") ? `${path}index.html` : path, `${path}.html`]) {
    const bytes = await readFile(join(folder, file)).catch(() => undefined);
    const type = /\.html$/.test(file)
      ? "text/html"
      : /\.txt$/.test(file)
        ? "text/plain; charset=utf-8"
        : "application/octet-stream";
    if (bytes !== undefined) return new Response(bytes, { headers: { "content-type": type } });
  }
  return new Response("not here", { status: 404, headers: { "content-type": "text/html" } });
}

describe("Cloudflare's Worker over its static assets", () => {
  let folder = "";
  beforeAll(async () => {
    folder = await site();
  });
  const env = { ASSETS: { fetch: (wanted: Request) => staticAnswer(folder, wanted.url) } };
  servesAlike(async (path, accept = "*/*") =>
    shown(await cloudflare.fetch(new Request(`https://x.dev${path}`, { headers: { accept } }), env)),
  );
});

describe("Netlify's edge function before its static files", () => {
  let folder = "";
  beforeAll(async () => {
    folder = await site();
    vi.stubGlobal("fetch", (wanted: Request) => staticAnswer(folder, wanted.url));
  });
  afterAll(() => vi.unstubAllGlobals());
  servesAlike(async (path, accept = "*/*") => {
    const request = new Request(`https://x.dev${path}`, { headers: { accept } });
    return shown(await netlify(request, { next: () => staticAnswer(folder, request.url) }));
  });
});

test("Vercel's middleware serves Markdown to clients that ask for it, and leaves other requests to the site", async () => {
  const folder = await site();
  vi.stubGlobal("fetch", (wanted: Request) => staticAnswer(folder, wanted.url));
  const ask = (path: string, accept: string) => vercel(new Request(`https://x.dev${path}`, { headers: { accept } }));
  const answer = await ask("/guide/", "text/markdown, text/html, */*");
  expect(answer && (await shown(answer))).toMatchObject({ type: MARKDOWN, vary: "Accept" });
  for (const [path, accept] of [
    ["/guide/", "text/html"],
    ["/alone", "text/markdown"],
    ["/style.css", "text/markdown"],
  ] as const)
    expect(await ask(path, accept), path).toBeUndefined();
  vi.unstubAllGlobals();
});

test("weights in Accept are compared exactly by programs", () => {
  expect(prefersMarkdown("text/markdown;q=0.501, text/html;q=0.5")).toBe(true);
  expect(prefersMarkdown("text/markdown;q=high, text/html;q=0.1")).toBe(false);
});

test("no settings file contains a site's address", async () => {
  const folder = join(import.meta.dirname, "../../examples/serving");
  for (const name of await readdir(folder))
    expect(await readFile(join(folder, name), "utf8"), name).not.toMatch(/https?:\/\//);
});
