import { afterAll, beforeAll, expect, test } from "vitest";
import { type Site, serveSite } from "../servers/site.ts";
import { llmstxt } from "./command.ts";

let site: Site;
beforeAll(async () => {
  const page = (title: string) => `<!doctype html><title>${title}</title><main><h1>${title}</h1><p>Words.</p></main>`;
  const markdown = { headers: { "content-type": "text/markdown" }, body: "# Title\n\nText.\n" };
  const paths = Array.from({ length: 10 }, (_, index) => `/docs/p${index}`);
  const list = (urls: readonly string[]) => urls.map((url, index) => `- [P${index}](${url})\n`).join("");
  site = await serveSite({
    "/": page("Home"),
    ...Object.fromEntries(paths.map((path) => [path, page(path)])),
    "/docs/p0.md": markdown,
    "/docs/p1.html.md": markdown,
    "/blog/a": page("A"),
    "/moved": { status: 302, headers: { location: "/docs/p2" } },
    "/robots.txt": "User-agent: *\nDisallow: /private/\n",
    "/sitemap.xml": `<urlset>${[...paths, "/blog/a", "/private/a", "/private/b"].map((path) => `<url><loc>${path}</loc></url>`).join("")}</urlset>`,
    "/part/llms.txt": `# Part\n\n## A\n\n${list(paths.slice(5))}`,
    "/docs/llms.txt": `# Docs\n\n> D.\n\n## A\n\n${list(paths)}`,
  });
});
afterAll(() => site.close());

const check = async (source: string, stdin?: string) => {
  const ran = await llmstxt(["validate", "--live", "--json", source], stdin === undefined ? {} : { stdin });
  if (ran.stdout === "") throw new Error(ran.stderr);
  const { findings, live, ...verdict } = JSON.parse(ran.stdout);
  return { code: ran.code, findings, live, verdict };
};

test("--live asks for every link, in notes and sentences too, and says where Markdown is and what the sitemap holds more", async () => {
  const text =
    `# X\n\n> S.\n\nSee [the blog](${site.origin}/blog/a).\n\n## A\n\n- [P0](/docs/p0): [P1](/docs/p1)\n` +
    `- Moved: ${site.origin}/moved\n- [Part](${site.origin}/part/llms.txt)\n- [Gone](${site.origin}/gone)\n- [Mail](mailto:a@x.dev)\n`;
  const { code, findings, live } = await check("-", text);
  const told = findings.map((one: { rule: string; line: number; detail?: string }) =>
    `${one.rule} ${one.line} ${one.detail ?? ""}`.replaceAll(site.origin, ""),
  );
  expect(code).toBe(1);
  expect(told).toContain("dead-link 12 /gone: answers 404");
  expect(told).toContain("link-redirect 10 /moved leads to /docs/p2");
  expect(told).toContain("link-html 9 /docs/p0 has /docs/p0.md");
  expect(told).toContain("link-html 9 /docs/p1 has /docs/p1.html.md");
  expect(live).toMatchObject({ asked: 6, notAsked: 0 });
});

test("--live counts what the sitemap names under the file's own path, and what each llms.txt it links to lists", async () => {
  const docs = await check(`${site.origin}/docs/llms.txt`);
  expect([docs.code, docs.live.coverage]).toEqual([0, { pages: 10, listed: 10, missing: [] }]);
  const root = await check("-", `# X\n\n## A\n\n- [Part](${site.origin}/part/llms.txt)\n- [P0](/docs/p0.md)\n`);
  expect(root.live.coverage).toMatchObject({ pages: 11, listed: 6 });
  expect(root.findings.map((one: { rule: string }) => one.rule)).toContain("coverage");
});
