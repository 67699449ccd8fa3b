import { SearchIndex, searchText } from "@llmstxt-service/document/search";
import { expect, test } from "vitest";
import { OfferedPages } from "./offered.ts";

test("an operation of an API description is read by itself, and its description without it", async () => {
  const about = {
    site: "https://x.dev",
    pages: { "/openapi.json": "/openapi.json.md" },
    parts: {
      "/openapi.json.2.md": "/openapi.json",
      "/openapi/get-a.md": "/openapi.json",
      "/openapi/get-a.2.md": "/openapi.json",
    },
    operations: [["/openapi/get-a.md", "/openapi/get-a.2.md"]],
  };
  const index = new SearchIndex(
    searchText([{ url: "/openapi/get-a.md", title: "GET /a", headings: [], text: "" }], 1e6),
  );
  const pages = new OfferedPages({ index, about }, async (address) => `<${address}>`);
  const { signal } = new AbortController();
  expect(await pages.read("https://x.dev/openapi/get-a.md", signal)).toBe("</openapi/get-a.md>\n</openapi/get-a.2.md>");
  expect(await pages.read("https://x.dev/openapi.json", signal)).toBe("</openapi.json.md>\n</openapi.json.2.md>");
});
