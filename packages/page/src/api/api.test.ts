import { dump } from "js-yaml";
import { expect, test } from "vitest";
import { fromApi, isApiPage } from "../api-source.ts";
import { openPage } from "../markdown/markdown.ts";

const URL = "https://x.dev/docs/openapi.yaml";

async function readApi(description: unknown) {
  const text = typeof description === "string" ? description : JSON.stringify(description);
  const { problem, operations, ...read } = await fromApi({ bytes: Buffer.from(text), source: { url: URL } });
  const { page, markdown } = openPage(read.bytes, read.source);
  return { problem, page, markdown: markdown(), operations: operations() };
}

const PETS = {
  openapi: "3.0.3",
  info: { title: "Harbour", version: "2.1", description: "Berths and *ships*." },
  servers: [{ url: "https://api.x.dev/v2" }],
  tags: [{ name: "ships", description: "All that floats." }],
  paths: {
    "/berths": { get: { summary: "List berths", responses: { 200: { description: "All of them" } } } },
    "/ships/{id}": {
      parameters: [{ $ref: "#/components/parameters/id" }],
      put: {
        tags: ["ships"],
        summary: "Change a ship",
        description: "Only its **owner** may.",
        security: [{ key: [] }],
        requestBody: {
          required: true,
          content: { "application/json": { schema: { $ref: "#/components/schemas/Ship" }, example: { name: "Argo" } } },
        },
        responses: { 200: { $ref: "#/components/responses/Ship" }, default: { description: "An error" } },
      },
    },
  },
  components: {
    parameters: {
      id: { name: "id", in: "path", required: true, schema: { type: "integer" }, description: "Its number" },
    },
    responses: {
      Ship: {
        description: "The ship",
        content: { "application/json": { schema: { $ref: "#/components/schemas/Ship" } } },
      },
    },
    schemas: {
      Ship: {
        type: "object",
        required: ["name"],
        properties: {
          name: { type: "string", description: "As it is painted" },
          flag: { type: "string", enum: ["none", "red"], default: "none" },
          boats: { type: "array", items: { $ref: "#/components/schemas/Ship" } },
        },
      },
    },
  },
};

test("a description is one page: its title, its text, its groups with their operations", async () => {
  const { page, markdown } = await readApi(PETS);
  expect(page.title).toBe("Harbour");
  expect(page.headings.map(({ text }) => text)).toEqual(["Harbour", "ships", "Other operations"]);
  expect(markdown).toBe(
    [
      "Berths and *ships*.",
      "## ships",
      "All that floats.",
      "- PUT /ships/{id}: Change a ship",
      "## Other operations",
      "- GET /berths: List berths",
      "Version 2.1, OpenAPI 3.0.3.",
      "Servers: `https://api.x.dev/v2`.",
    ].join("\n\n"),
  );
});

test("an operation has its parameters, body and answers as Markdown, and a schema inside itself ends", async () => {
  const { operations } = await readApi(PETS);
  expect(operations.map(({ title, summary, tag }) => [title, summary, tag])).toEqual([
    ["PUT /ships/{id}", "Change a ship", "ships"],
    ["GET /berths", "List berths", ""],
  ]);
  const fields = [
    "- `name` (string, required): As it is painted",
    "- `flag` (string): Values: `none`, `red`. Default: `none`.",
    "- `boats` (array of Ship)",
  ].join("\n");
  expect(operations[0]?.markdown).toBe(
    [
      "Change a ship",
      "Only its **owner** may.",
      "Authorization: `key`.",
      "## Parameters",
      "- `id` (path, integer, required): Its number",
      "## Request body",
      "Required.",
      "`application/json`",
      "Ship.",
      fields,
      '```\n{\n  "name": "Argo"\n}\n```',
      "## Responses",
      "### 200",
      "The ship",
      "`application/json`",
      "Ship.",
      fields,
      "### default",
      "An error",
    ].join("\n\n"),
  );
});

test("Swagger 2.0 in YAML says the same in its own way", async () => {
  const { page, markdown, operations } = await readApi(
    dump({
      swagger: "2.0",
      info: { title: "Old harbour", version: "1" },
      host: "api.x.dev",
      basePath: "/v1",
      paths: {
        "/ships": {
          post: {
            parameters: [
              { name: "body", in: "body", required: true, schema: { $ref: "#/definitions/Ship" } },
              { name: "dry", in: "query", type: "boolean" },
            ],
            responses: { 201: { description: "Made", schema: { $ref: "#/definitions/Ship" } } },
          },
        },
      },
      definitions: { Ship: { type: "object", properties: { name: { type: "string" } } } },
    }),
  );
  expect(page.description).toBe("Swagger 2.0, 1 operation.");
  expect(markdown).toContain("Servers: `https://api.x.dev/v1`.");
  const [post] = operations;
  expect(post?.markdown).toContain("- `dry` (query, boolean)");
  expect(post?.markdown.split("Ship.\n\n- `name` (string)")).toHaveLength(3);
});

test("what is no description says so, and what is broken says that", async () => {
  const problemOf = async (text: string) => (await readApi(text)).problem;
  expect(await problemOf('{"a": 1}')).toBe("data file");
  expect(await problemOf("title: openapi for everybody")).toBe("data file");
  expect(await problemOf("asyncapi: 3.0.0\ninfo: {title: Events}")).toBe("api description");
  expect(await problemOf('{"swaggerVersion": "1.2", "apis": []}')).toBe("api description");
  expect(await problemOf('{"openapi": "3.0.0", "info": {')).toBe("broken api description");
  expect(await problemOf("openapi: 3.0.0\ninfo: [")).toBe("broken api description");
  expect(await problemOf("openapi: 3.0.0")).toBe("broken api description");
});

test("references that lead out of the document, nowhere or in a circle cost only what is behind them", async () => {
  const to = ($ref: string) => ({ get: { summary: "Read", parameters: [{ $ref }], responses: { 200: { $ref } } } });
  const { markdown, operations } = await readApi({
    openapi: "3.1.0",
    info: { title: "Harbour" },
    paths: {
      "/a": to("https://other.example/a.json"),
      "/b": to("#/components/nothing"),
      "/c": to("#/components/circle"),
      "/d": { get: { $ref: "operations/d.yaml" } },
      "/e": to("#/constructor/prototype"),
    },
    components: { circle: { $ref: "#/components/circle" } },
  });
  expect(operations.map(({ title }) => title)).toEqual(["GET /a", "GET /b", "GET /c", "GET /d", "GET /e"]);
  expect(markdown).toContain("Parts of this description are in other files, which are not read.");
  expect(operations[0]?.markdown).toMatch(/^- `a`.*In another file\.$/m);
  for (const { markdown: others } of operations.slice(1)) expect(others).not.toContain("another file");
});

test("of many operations the first two thousand are read, and the page says so", async () => {
  const paths = Object.fromEntries(Array.from({ length: 2_500 }, (_, at) => [`/p${at}`, { get: {} }]));
  const { markdown, operations } = await readApi({ openapi: "3.0.0", info: { title: "Large" }, paths });
  expect(operations).toHaveLength(2_000);
  expect(markdown).toMatch(/500 more operations of this description are not told here\.$/);
});

test("aliases, parts and alternatives that grow by powers give a short text", async () => {
  const names = [..."abcdefghi"];
  const bomb = names.map((name, at) =>
    at === 0
      ? "a: &a {type: string}"
      : `${name}: &${name} {allOf: [${Array(9)
          .fill(`*${names[at - 1]}`)
          .join(", ")}]}`,
  );
  const schema = names.map((name, at) => {
    const below = Array.from({ length: 9 }, () => ({ $ref: `#/components/schemas/${names[at - 1]}` }));
    return [name, at === 0 ? { type: "string" } : { anyOf: below, properties: { p: { oneOf: below } } }] as const;
  });
  const said = (text: string) => `${text}
openapi: 3.0.0
info: {title: Bomb}
paths: {/a: {post: {requestBody: {content: {x: {schema: *i, example: *i}}}}}}`;
  expect((await readApi(said(bomb.join("\n")))).operations[0]?.markdown.length).toBeLessThan(20_000);
  const paths = { "/a": { post: { requestBody: { content: { x: { schema: { $ref: "#/components/schemas/i" } } } } } } };
  const all = { openapi: "3.0.0", info: { title: "Bomb" }, paths, components: { schemas: Object.fromEntries(schema) } };
  expect((await readApi(all)).operations[0]?.markdown.length).toBeLessThan(100_000);
});

test("nesting without end is a broken description", async () => {
  const deep = `openapi: 3.0.0\ninfo: ${"[".repeat(50_000)}`;
  expect((await readApi(deep)).problem).toBe("broken api description");
  const json = `{"openapi": "3.0.0", "info": ${"[".repeat(50_000)}${"]".repeat(50_000)}, "paths": {}}`;
  expect((await readApi(json)).page.title).toBe("openapi.yaml");
});

test("markup in a description is read as strictly as a page's", async () => {
  const info = {
    title: "A <b>title",
    description: "See <script>alert(1)</script> [this](javascript:alert(1)) <p>text",
  };
  const get = { summary: "<ul><li>One", responses: { 200: { description: "</main></html>" } } };
  const { page, markdown, operations } = await readApi({ openapi: "3.0.0", info, paths: { "/a": { get } } });
  expect(page.title).toBe("A <b>title");
  expect(markdown + operations[0]?.markdown).not.toMatch(/<script|[^\\]\]\(javascript:/);
});

test("a description is told by its type, and by its name where the type is one of data", () => {
  const is = (text: string, url: string, contentType: string) =>
    isApiPage({ bytes: Buffer.from(text), source: { url, contentType } });
  expect(is("{}", "https://x.dev/openapi.json", "application/json")).toBe(true);
  expect(is("a: 1", "https://x.dev/spec.yml", "text/plain; charset=utf-8")).toBe(true);
  expect(is("{}", "https://x.dev/v3/api-docs", "application/json")).toBe(true);
  expect(is("{}", "https://x.dev/any", "application/vnd.oai.openapi+json;version=3.0")).toBe(true);
  expect(is("{}", "https://x.dev/any", "application/json")).toBe(false);
  expect(is("<!doctype html>", "https://x.dev/openapi.json", "application/json")).toBe(false);
  expect(is("<p>", "https://x.dev/openapi.json", "text/html")).toBe(false);
});
