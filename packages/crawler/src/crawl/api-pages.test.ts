import { expect, test } from "vitest";
import { crawlFolder } from "../../../../test/crawl/example-folder.ts";
import { HOST, html } from "../../../../test/crawl/example-site.ts";
import { MAX_API_BYTES } from "../../../page/src/api-source.ts";

const described = (title: string) =>
  JSON.stringify({
    openapi: "3.1.0",
    info: { title, version: "1", description: `${title} is an interface for programs, and this is what it is about.` },
    paths: { "/ships": { get: { summary: "List ships", tags: ["ships"] }, post: { summary: "Add a ship" } } },
  });

const viewer = (body: string) => `<!doctype html><title>Reference</title><body>${body}</body>`;

test("a linked API description is a page with operations, whose links and viewers may call it anything", async () => {
  const { end, leftOut, events } = await crawlFolder({
    "index.html": html("Home", ["/openapi.json", "/redoc.html", "/named.html", "/notes.json", "/spec.yaml"]),
    "named.html": html("Named").replace("</ul>", '<li><a href="/any.yml">Our OpenAPI file</a></ul>'),
    "redoc.html": viewer('<redoc spec-url="spec.yaml"></redoc><script src="redoc.standalone.js"></script>'),
    "openapi.json": described("Harbour"),
    "spec.yaml": described("Berths"),
    "any.yml": described("Lights"),
    "notes.json": "{}",
  });
  const pages = new Map(end.pages.map(({ url, page }) => [url.replace(HOST, ""), page]));
  expect([...pages.keys()].sort()).toEqual(["/", "/any.yml", "/named.html", "/openapi.json", "/spec.yaml"]);
  expect(pages.get("/spec.yaml")?.title).toBe("Berths");
  expect(pages.get("/openapi.json")?.operations?.map(({ title }) => title)).toEqual(["GET /ships", "POST /ships"]);
  expect(pages.get("/openapi.json")?.headings.map(({ text }) => text)).toContain("ships");
  expect(leftOut).toEqual({ "/redoc.html": "api viewer", "/notes.json": "data file" });
  expect(events).toContainEqual(
    expect.objectContaining({ url: `${HOST}/redoc.html`, evidence: { target: `${HOST}/spec.yaml` } }),
  );
  expect(events.filter(({ type }) => type === "failed")).toEqual([]);
});

test("what is broken, too large or no API description is named with its reason", async () => {
  const { end, leftOut, events } = await crawlFolder({
    "index.html": html("Home", ["/swagger.json", "/v2/openapi.json", "/openapi.yaml", "/large/openapi.json"]),
    "swagger.json": '{"swagger": "2.0", "info": ',
    "v2/openapi.json": '{"message": "not found"}',
    "openapi.yaml": "asyncapi: 3.0.0",
    "large/openapi.json": new Uint8Array(MAX_API_BYTES + 1),
  });
  expect(end.pages.map(({ url }) => url)).toEqual([`${HOST}/`]);
  expect(leftOut).toEqual({
    "/swagger.json": "broken api description",
    "/v2/openapi.json": "data file",
    "/openapi.yaml": "api description",
  });
  const failed = events.flatMap((event) => (event.type === "failed" ? [[event.url, event.error.message]] : []));
  expect(failed).toEqual([[`${HOST}/large/openapi.json`, "more than 16,777,216 bytes"]]);
});

test("a viewer that names no description leads to the usual ones, and nothing is said of those that are not there", async () => {
  const site = {
    "index.html": html("Home", ["/docs/"]),
    "docs/index.html": viewer('<div id="swagger-ui"></div><script src="swagger-ui-bundle.js"></script>'),
  };
  const found = await crawlFolder({ ...site, "docs/swagger.json": described("Harbour") });
  expect(found.end.pages.map(({ page }) => page.title)).toEqual(["Home", "Harbour"]);
  const none = await crawlFolder(site);
  for (const { leftOut, events } of [found, none]) {
    expect(leftOut).toEqual({ "/docs/": "api viewer" });
    expect(events.filter(({ type }) => type === "failed")).toEqual([]);
  }
});

test("without a viewer the usual addresses are not asked for", async () => {
  const { end, events } = await crawlFolder({ "index.html": html("Home"), "openapi.json": described("Harbour") });
  expect(end.pages).toHaveLength(1);
  expect(events.filter(({ type }) => type === "visiting")).toEqual([]);
});

test("an API description may be the homepage, and a viewer, too", async () => {
  const alone = await crawlFolder({ "openapi.json": described("Harbour") }, { base: "/openapi.json" });
  expect(alone.end.pages.map(({ page }) => [page.title, page.operations?.length])).toEqual([["Harbour", 2]]);
  const shown = await crawlFolder({
    "index.html": viewer("<redoc spec-url=/openapi.json></redoc>"),
    "openapi.json": described("Harbour"),
  });
  expect(shown.end.pages.map(({ page }) => page.title)).toEqual(["Reference", "Harbour"]);
});
