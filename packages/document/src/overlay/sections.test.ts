import { expect, test } from "vitest";
import { apply, codes, outline } from "../../../../test/llmstxt/example-overlay.ts";

test("the sections named come first and in that order, the others follow, and Optional is last", () => {
  expect(outline({ sections: ["API"] })).toEqual([
    "API: render",
    "Docs: Install, Tables",
    "Optional: Changelog, Legal",
  ]);
  expect(outline({ sections: ["Optional", "API"] })).toEqual([
    "API: render",
    "Docs: Install, Tables",
    "Optional: Changelog, Legal",
  ]);
  expect(codes({ sections: ["Optional", "API"] })).toEqual(["optionalIsLast"]);
});

test("a section is renamed by the crawl's name; one that gets the name of another joins it, which is told", () => {
  expect(outline({ sections: [{ name: "docs", as: "Guides" }] })[0]).toBe("Guides: Install, Tables");
  expect(outline({ sections: [{ name: "API", as: "Docs" }] })).toEqual([
    "Docs: Install, Tables, render",
    "Optional: Changelog, Legal",
  ]);
  expect(apply({ sections: [{ name: "API", as: "Docs" }] }).findings).toEqual([
    { code: "sectionsJoined", path: ["sections", 0], section: "API", as: "Docs" },
  ]);
  const swapped = [
    { name: "API", as: "Docs" },
    { name: "Docs", as: "API" },
  ];
  expect(outline({ sections: swapped }).slice(0, 2)).toEqual(["Docs: render", "API: Install, Tables"]);
  expect(codes({ sections: swapped })).toEqual([]);
});

test("a page is moved to a section by its new name or its old one; another name makes a section before Optional", () => {
  const sections = [{ name: "Docs", as: "Guides" }];
  for (const section of ["Guides", "docs"])
    expect(outline({ sections, pages: [{ path: "/changelog", section }] })[0]).toBe(
      "Guides: Install, Tables, Changelog",
    );
  expect(outline({ pages: [{ path: "/changelog", section: "News" }] })).toEqual([
    "Docs: Install, Tables",
    "API: render",
    "News: Changelog",
    "Optional: Legal",
  ]);
  expect(outline({ sections: ["News"], pages: [{ path: "/changelog", section: "News" }] })[0]).toBe("News: Changelog");
});
