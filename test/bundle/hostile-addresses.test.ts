import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { htmlOf, publishedSite } from "./served-site.ts";
import { isInstalled, STATIC_SERVERS, startStatic, syntaxFault } from "./static-servers.ts";
import { startWorker } from "./worker-server.ts";

const MARKDOWN = { accept: "text/markdown" };

/** 900 characters as it is sent. */
const LONG = `/${["%E6%97%A5", "%E6%9C%AC"].map((letter) => letter.repeat(50)).join("/")}`;

/** Pages that anybody has, by the Markdown that answers for each. */
const ORDINARY = [
  "/",
  "/m%C3%BCnchen",
  "/caf%C3%A9/",
  "/%E6%97%A5%E6%9C%AC%E8%AA%9E/%E6%96%87%E6%9B%B8",
  "/%D8%A7%D9%84%D8%B9%D8%B1%D8%A8%D9%8A%D8%A9",
  "/wiki/Foo_(bar)",
  "/a.b/c+d,e=f@g",
  "/wiki/Foo_(bar)?version=2&of=a,b",
  "/m%C3%BCnchen?version=2",
  "/100%25-cotton",
  LONG,
  `${LONG}?version=2`,
] as const;

/** By path servers of files find them; a table of pages may not name them. */
const SPACES = ["/a%20b", "/two%20words/and%20more/"] as const;

/** A stranger's links: the findings' own first. Each has a page that says so. */
const HOSTILE: readonly { readonly address: string; readonly markdown?: string }[] = [
  { address: "/topic/a%22%0AErrorDocument%20404%20%22owned" },
  { address: "/wiki/%22Heroes%22_%28album%29" },
  {
    address: "/own",
    markdown:
      "/own%5C%22;%0A%7D%0Aserver%20%7B%0Alisten%20127.0.0.1:18999;%0Alocation%20%2F%20%7B%20return%20200%20owned;%20%7D%0A%7D%0Amap%20$a%20$b%20%7B%20%22.md",
  },
  { address: "/e%5C" },
  { address: "/f%5C%22%0Arespond%20%22owned%22%0A" },
  { address: "/g%60%0Arespond%20owned" },
  { address: "/it's" },
  { address: "/t%09ab" },
  { address: "/l%E2%80%A8s" },
];

/** Characters that mean something to a server, in a page that has no other place than its own name. */
const SPECIAL = [
  "/s/$%7BPATH%7D",
  "/s/%7Benv.HOME%7D",
  "/s/a;b%23c",
  "/s/%25%7BHTTP_HOST%7D",
  "/s/a%3Fb",
  "/s/%3C%3E%7C",
] as const;

const servers = [
  ...STATIC_SERVERS.map((server) => ({
    name: server.name,
    isHere: isInstalled(server),
    start: (folder: string) => startStatic({ server, folder }),
    fault: async (folder: string) => syntaxFault(server, folder),
  })),
  { name: "the Worker", isHere: true, start: startWorker, fault: async () => "" },
];

let site: Awaited<ReturnType<typeof publishedSite>>;
beforeAll(async () => {
  site = await publishedSite([...[...ORDINARY, ...SPACES, ...SPECIAL].map((address) => ({ address })), ...HOSTILE]);
});
afterAll(() => rmSync(site.folder, { recursive: true, force: true }));

test("the pages that settings may not name are told, and no others", () => {
  const told = (by: string) =>
    site.unserved.flatMap((one) => (one.by === by ? [one.url.slice("https://x.dev".length)] : [])).sort();
  expect(told("all")).toEqual(HOSTILE.map(({ address }) => address).sort());
  expect(told("tables")).toEqual([...SPACES].sort());
  expect(told("fileServers")).toEqual([]);
});

// Where a program is not installed its tests are shown as skipped: apt install nginx-light caddy apache2
describe.each(servers)("$name with pages at a stranger's addresses", ({ name, isHere, start, fault }) => {
  let server: Awaited<ReturnType<typeof start>> | undefined;
  beforeAll(async () => {
    if (isHere) server = await start(site.folder);
  });
  afterAll(async () => {
    await server?.close();
  });

  const get = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${server?.origin}${path}`, { headers, redirect: "manual" });
    return { status: answer.status, text: await answer.text(), link: answer.headers.get("link") ?? "" };
  };

  test.skipIf(!isHere)("its own check of the settings has nothing to say", async () => {
    expect(await fault(site.folder)).toBe("");
  });

  test.skipIf(!isHere).each([...ORDINARY, ...SPECIAL])("%s answers its Markdown", async (path) => {
    const { status, text } = await get(path, MARKDOWN);
    expect({ status, text }).toEqual({ status: 200, text: expect.stringContaining(`Markdown of ${path}.`) });
  });

  test.skipIf(!isHere).each(SPACES)("%s answers its Markdown where files are looked for by path", async (path) => {
    const { status, text } = await get(path, MARKDOWN);
    const kind = name === "the Worker" ? "HTML" : "Markdown";
    expect({ status, text }).toEqual({ status: 200, text: expect.stringContaining(`${kind} of ${path}`) });
  });

  test.skipIf(!isHere).each(HOSTILE.map(({ address }) => address))("%s stays the page it was", async (path) => {
    const { status, text, link } = await get(path, MARKDOWN);
    // Caddy has no files with a backslash in their name.
    const answer =
      name === "Caddy" && path.includes("%5C")
        ? { status: 404, text: expect.stringContaining("# Not found") }
        : { status: 200, text: htmlOf(path) };
    expect({ status, text, link }).toEqual({ ...answer, link: "" });
  });

  test.skipIf(!isHere)("a file that is not there is answered 404", async () => {
    const { status, text } = await get("/nowhere", MARKDOWN);
    expect(status).toBe(404);
    expect(text).not.toContain("owned");
  });
});

test("no file of settings has a character of theirs that means something", () => {
  const names = [
    "nginx-http.conf",
    "Caddyfile",
    "apache.conf",
    "worker.js",
    "_headers",
    "vercel.json",
    "vercel-middleware.js",
  ];
  for (const name of names) {
    const text = readFileSync(join(site.folder, ".llmstxt", name), "utf8");
    expect(text).not.toMatch(/owned|Heroes|ErrorDocument (?!404 .404\.md$)|18999|\{env|\$\{PATH|%\{HTTP_HOST/m);
  }
});
