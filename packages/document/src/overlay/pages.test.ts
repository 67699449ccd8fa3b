import { expect, test } from "vitest";
import { apply, BASE, codes, outline } from "../../../../test/llmstxt/example-overlay.ts";
import { overlaid } from "./overlay.ts";

test("a page is found by its address, by its path, and by that of its Markdown version, with a slash or without", () => {
  for (const page of [
    { url: "https://x.dev/docs/install" },
    { url: "http://www.x.dev/docs/install.html" },
    { path: "/docs/install.md" },
    { path: "/docs/install/" },
  ])
    expect(outline({ pages: [{ ...page, title: "Set up" }] })[0]).toBe("Docs: Set up, Tables");
  expect(codes({ pages: [{ path: "/legal", hide: true }] })).toEqual(["pageGone"]);
  expect(codes({ pages: [{ path: "/legal?lang=en", hide: true }] })).toEqual([]);
});

test("a page is found by its own address where another is listed", () => {
  const text = BASE.replace("docs/install.md", "raw/7f.md");
  const base = { text, addresses: { "https://x.dev/raw/7f.md": "https://x.dev/docs/install" } };
  const found = overlaid(base, { pages: [{ path: "/docs/install", hide: true }] }, { descLength: 500 });
  expect(found).toMatchObject({ findings: [], hidden: [{ was: { title: "Install" } }] });
});

test("pages are retitled, described, pinned in the order of the overlay, moved behind the others, and hidden", () => {
  const { text } = apply({
    pages: [
      { path: "/changelog", section: "Docs", title: "News" },
      { path: "/docs/tables", pin: true, description: "Rows and columns." },
      { path: "/legal?lang=en", hide: true },
    ],
  });
  expect(
    text.slice(text.indexOf("Generated")),
  ).toBe(`Generated: 2026-11-21T05:50:00Z | Source: https://x.dev/ | Pages: 5

## Docs

- [Tables](https://x.dev/docs/tables/): Rows and columns.
- [Install](https://x.dev/docs/install.md): Install it.
- [News](https://x.dev/changelog): What changed.

## API

- [render](https://x.dev/api/render.html)
`);
  expect(
    outline({
      pages: [
        { path: "/docs/tables", pin: true },
        { path: "/docs/install", pin: true },
      ],
    })[0],
  ).toBe("Docs: Tables, Install");
  expect(apply({ pages: [{ path: "/changelog", description: "" }] }).text).toContain("changelog)\n");
});
