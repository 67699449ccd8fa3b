import { rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { annotatedPage } from "../../packages/page/src/annotation.ts";
import { isWorkerdHere } from "../servers/workerd.ts";
import { htmlOf, siteWithBundle } from "./served-site.ts";
import { APACHE_HTACCESS, isInstalled, NGINX, STATIC_SERVERS, startStatic } from "./static-servers.ts";
import { startWorker, startWorkerd } from "./worker-server.ts";

const MARKDOWN = { accept: "text/markdown, text/html;q=0.9" };
const BROWSER = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

const servers = [
  ...[...STATIC_SERVERS, APACHE_HTACCESS].map((server) => ({
    name: server.name,
    isHere: isInstalled(server),
    start: (folder: string) => startStatic({ server, folder }),
  })),
  { name: "the Worker in Node", isHere: true, start: startWorker },
  {
    name: "the Worker in Cloudflare's runtime",
    isHere: isWorkerdHere(),
    start: (folder: string) => startWorkerd(folder),
  },
];

// Where a program is not installed its tests are shown as skipped: apt install nginx-light caddy apache2
describe.each(servers)("$name with the bundle's settings", ({ isHere, start }) => {
  let folder = "";
  let server: Awaited<ReturnType<typeof start>> | undefined;
  beforeAll(async () => {
    if (!isHere) return;
    folder = await siteWithBundle();
    server = await start(folder);
  });
  afterAll(async () => {
    await server?.close();
    if (folder !== "") rmSync(folder, { recursive: true, force: true });
  });

  const get = async (path: string, headers: Record<string, string>) => {
    const answer = await fetch(`${server?.origin}${path}`, { headers, redirect: "manual" });
    const { status } = answer;
    const field = (name: string) => answer.headers.get(name) ?? "";
    return { status, text: await answer.text(), field };
  };

  test.skipIf(!isHere)("Markdown is answered by its own address", async () => {
    const { status, text, field } = await get("/guide/start.md", BROWSER);
    expect({ status, type: field("content-type") }).toEqual({ status: 200, type: "text/markdown; charset=utf-8" });
    expect(text).toContain("Markdown of /guide/start.");
    expect(field("cache-control")).toContain("must-revalidate");
    expect(field("etag") + field("last-modified")).not.toBe("");
  });

  test.skipIf(!isHere).each([
    ["/", "Markdown of /."],
    ["/guide/", "Markdown of /guide/."],
    ["/guide/start", "Markdown of /guide/start."],
    ["/guide/start?version=2", "Markdown of /guide/start?version=2."],
    ["/guide/start?from=mail", "Markdown of /guide/start."],
    ["/about.html", "Markdown of /about.html."],
    ["/caf%C3%A9", "Markdown of /caf%C3%A9."],
    ["/own", "Markdown of the site's own."],
  ])("%s answers Markdown to whoever accepts it", async (path, expected) => {
    const { status, text, field } = await get(path, MARKDOWN);
    expect({ status, type: field("content-type") }).toEqual({ status: 200, type: "text/markdown; charset=utf-8" });
    expect(text).toContain(expected);
    expect(field("vary")).toMatch(/accept\b(?!-)/i);
  });

  test.skipIf(!isHere).each([
    ["/", "/index.md"],
    ["/guide/", "/guide/index.md"],
    ["/guide/start", "/guide/start.md"],
    ["/about.html", "/about.md"],
    ["/own", "/own.html.md"],
  ])("%s stays HTML for browsers, with links to its Markdown and to the index", async (path, markdown) => {
    const { status, text, field } = await get(path, BROWSER);
    expect(status).toBe(200);
    expect(text).toContain("HTML of");
    expect(field("content-type")).toContain("text/html");
    expect(field("vary")).toMatch(/accept\b(?!-)/i);
    expect(field("link")).toBe(`<${markdown}>; rel="alternate"; type="text/markdown", </llms.txt>; rel="describedby"`);
  });

  test.skipIf(!isHere).each([
    ["/index.md", "/"],
    ["/guide/index.md", "/guide/"],
    ["/guide/start.md", "/guide/start"],
    ["/about.md", "/about.html"],
    ["/caf%C3%A9.md", "/caf%C3%A9"],
    ["/own.html.md", "/own"],
    ["/book.2.md", "/book"],
  ])("%s names the page that it repeats, and is kept out of search engines", async (path, page) => {
    const { status, field } = await get(path, BROWSER);
    expect({ status, robots: field("x-robots-tag") }).toEqual({ status: 200, robots: "noindex" });
    expect(field("link")).toContain(`<https://x.dev${page}>; rel="canonical"`);
    const asked = await get(page, MARKDOWN);
    expect(asked.field("link")).toContain(`<https://x.dev${page}>; rel="canonical"`);
    expect(asked.field("x-robots-tag")).toBe("noindex");
    const html = await get(page, BROWSER);
    expect(html.field("link")).not.toContain("canonical");
    expect(html.field("x-robots-tag")).toBe("");
  });

  test.skipIf(!isHere).each([
    ["text/markdown", "Markdown"],
    ["Text/Markdown;q=0.5", "Markdown"],
    ["text/html;q=0.9, text/markdown", "Markdown"],
    ["text/markdown; charset=utf-8; q=0.8, text/html; q=0.7, */*;q=0.1", "Markdown"],
    ["text/markdown, */*;q=0.8", "Markdown"],
    ["text/markdown;q=0.3, text/*;q=0.2, */*", "Markdown"],
    ["text/*, text/html;q=0.2", "Markdown"],
    ["text/html, text/markdown", "HTML"],
    ["text/html, text/markdown;q=0", "HTML"],
    ["text/markdown;q=0.0, */*", "HTML"],
    ["text/markdown;q=0.4, text/html;q=0.5", "HTML"],
    ["text/markdown;q=0.5, text/html;q=0.5", "HTML"],
    ["text/markdown, */*", "HTML"],
    ["text/*", "HTML"],
    ["*/*", "HTML"],
    ["", "HTML"],
    ["application/json", "HTML"],
    ["text/markdownish, application/text/markdown", "HTML"],
  ])("Accept: %s gets %s", async (accept, kind) => {
    expect((await get("/guide/start", { accept })).text).toContain(`${kind} of`);
  });

  test.skipIf(!isHere).each(["/nowhere", "/nowhere.md", "/nowhere/", "/nowhere?version=2"])(
    "%s stays a 404 without fields of ours",
    async (path) => {
      const { status, field } = await get(path, MARKDOWN);
      expect({ status, link: field("link") }).toEqual({ status: 404, link: "" });
    },
  );

  test.skipIf(!isHere).each(["/nowhere", "/guide/nowhere.md"])(
    "who asks for Markdown at %s is led to the index, and a person gets the site's own answer",
    async (path) => {
      const { status, text, field } = await get(path, MARKDOWN);
      expect({ status, type: field("content-type") }).toEqual({ status: 404, type: "text/markdown; charset=utf-8" });
      expect(text).toContain("[llms.txt](https://x.dev/llms.txt)");
      const person = await get("/nowhere", BROWSER);
      expect({ status: person.status, hasOurs: person.text.includes("llms.txt") }).toEqual({
        status: 404,
        hasOurs: false,
      });
    },
  );

  test.skipIf(!isHere).each([
    ["/guide/begin", "/guide/start"],
    ["/guide/begin.md", "/guide/start.md"],
  ])("%s has moved to %s for who asks for Markdown", async (path, to) => {
    const { status, field } = await get(path, MARKDOWN);
    expect({ status, to: new URL(field("location"), server?.origin).pathname }).toEqual({ status: 301, to });
    expect((await get("/guide/begin", BROWSER)).status).toBe(404);
    expect((await get("/gone", MARKDOWN)).status).toBe(404);
  });

  test.skipIf(!isHere)("addresses that are no pages are served as before", async () => {
    const { status, text, field } = await get("/style.css", MARKDOWN);
    expect({ status, text, link: field("link") }).toEqual({ status: 200, text: "h1 { color: teal }", link: "" });
  });

  test.skipIf(!isHere)("the index is plain text in UTF-8, and asked for again before it is old", async () => {
    const { field } = await get("/llms.txt", BROWSER);
    expect(field("content-type").toLowerCase()).toBe("text/plain; charset=utf-8");
    expect(field("cache-control")).toContain("must-revalidate");
  });

  test.skipIf(!isHere)("an unchanged Markdown costs a 304", async () => {
    const first = await get("/guide/start", MARKDOWN);
    const validator = first.field("etag");
    const again = await get("/guide/start", { ...MARKDOWN, "if-none-match": validator });
    expect(again.status).toBe(304);
  });
});

test.for([
  // nginx cannot see that a page has them already: its snippet says so.
  {
    name: "nginx",
    isHere: isInstalled(NGINX),
    start: (folder: string) => startStatic({ server: NGINX, folder }),
    isOnce: false,
  },
  { name: "the Worker", isHere: isWorkerdHere(), start: (folder: string) => startWorkerd(folder), isOnce: true },
])(
  "$name writes links and the line for agents into pages as they are sent",
  async ({ isHere, start, isOnce }, context) => {
    if (!isHere) return context.skip("not installed here");
    const folder = await siteWithBundle();
    const { origin, close } = await start(folder);
    try {
      const page = await (await fetch(`${origin}/guide/start`)).text();
      const [head = "", body = ""] = page.split("</head>");
      expect(head).toContain('<link rel="alternate" type="text/markdown" href="/guide/start.md" />');
      expect(head).toContain('<link rel="describedby" type="text/markdown" href="/llms.txt" />');
      expect(body).toMatch(/^<body><!-- llmstxt:body --><p data-nosnippet.*<a href="\/llms\.txt">.*<h1>HTML of/);
      expect(await (await fetch(`${origin}/style.css`)).text()).toBe("h1 { color: teal }");
      expect(String(annotatedPage(Buffer.from(page), undefined))).toBe(htmlOf("/guide/start"));
      if (!isOnce) return;
      await writeFile(join(folder, "guide/start.html"), page);
      expect(await (await fetch(`${origin}/guide/start`)).text()).toBe(page);
    } finally {
      await close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

test("a guessed address gets the nearest pages from the Worker, and a person the site's own answer", async () => {
  const folder = await siteWithBundle();
  const { origin, close } = await startWorker(folder);
  try {
    for (const [path, accept] of [
      ["/guide/Starts", "text/markdown"],
      ["/docs/v2/guide/start.md", "*/*"],
    ] as const) {
      const answer = await fetch(origin + path, { headers: { accept } });
      const text = await answer.text();
      expect({ status: answer.status, type: answer.headers.get("content-type") }).toEqual({
        status: 404,
        type: "text/markdown; charset=utf-8",
      });
      expect(answer.headers.get("x-robots-tag")).toBe("noindex");
      expect(text).toContain("[llms.txt](https://x.dev/llms.txt)");
      expect(text).toContain("(https://x.dev/guide/start.md): https://x.dev/guide/start\n");
      expect(text.length).toBeLessThanOrEqual(4_000);
    }
    const hostile = await fetch(`${origin}/a%60%0A%23%20b<i>.md`);
    expect(await hostile.text()).toMatch(/^# Not found\n\nThere is no page at `[^`\n<>]*`\./);
    expect(await (await fetch(`${origin}/guide/Starts`)).text()).toBe("Not here");
  } finally {
    await close();
    rmSync(folder, { recursive: true, force: true });
  }
});

test("the Worker answers 200 with noindex where that was asked for, for agents that drop the text of a 404", async () => {
  const folder = await siteWithBundle({ notFound: 200 });
  const { origin, close } = await startWorker(folder);
  try {
    const answer = await fetch(`${origin}/guide/Starts`, { headers: { accept: "text/markdown" } });
    expect([answer.status, answer.headers.get("x-robots-tag")]).toEqual([200, "noindex"]);
    expect(await answer.text()).toContain("(https://x.dev/guide/start.md)");
    expect((await fetch(`${origin}/guide/Starts`)).status).toBe(404);
  } finally {
    await close();
    rmSync(folder, { recursive: true, force: true });
  }
});
