import { expect, test } from "vitest";
import type { Overlay } from "../../protocol/types.ts";
import { editsBeside } from "./edits.ts";

const beside = (draft: Overlay, published: Overlay = {}) => editsBeside(draft, { preview: undefined, published });
const words = (edits: ReturnType<typeof beside>["fresh"]) => edits.map(({ what, of }) => `${what}: ${of}`);

const DRAFT: Overlay = {
  name: "Acme",
  sections: ["Docs", { name: "API", as: "Reference" }],
  pages: [
    { url: "https://acme.dev/a", title: "A", pin: true },
    { url: "https://acme.dev/b", hide: true, section: "Docs" },
  ],
};

test("each thing that is wanted is an edit, the newest page first", () => {
  expect(words(beside(DRAFT).fresh)).toEqual([
    "Hid a page: https://acme.dev/b",
    "Moved to Docs: https://acme.dev/b",
    "Wrote the title: https://acme.dev/a",
    "Pinned to the top: https://acme.dev/a",
    "Renamed a section: API → Reference",
    "Named the site: Acme",
  ]);
});

test("every edit can be taken back by itself, in any order, and nothing is left when all are", () => {
  for (const isReversed of [false, true]) {
    const { fresh } = beside(DRAFT);
    const ids = fresh.map(({ id }) => id);
    if (isReversed) ids.reverse();
    let overlay = DRAFT;
    for (const id of ids) {
      const edit = beside(overlay).fresh.find((one) => one.id === id);
      overlay = edit?.take(overlay) ?? overlay;
    }
    expect(overlay).toEqual({});
  }
});

test("what was published and is taken back is an edit to be published, and can be given again", () => {
  const { fresh, published } = beside({ name: "Acme" }, DRAFT);
  expect(words(published)).toEqual(["Named the site: Acme"]);
  expect(words(fresh)).toContain("Took back: Hid a page: https://acme.dev/b");
  const back = fresh.reduce<Overlay>((overlay, edit) => edit.take(overlay), { name: "Acme" });
  expect(beside(back, DRAFT).fresh).toEqual([]);
});

test("an order of sections is one edit, and goes without the names", () => {
  const sections = [{ name: "API", as: "Reference" }, "Docs", "Blog"];
  const [order] = beside({ sections }).fresh;
  expect(order?.what).toBe("Ordered the sections");
  expect(order?.take({ sections })).toEqual({ sections: [{ name: "API", as: "Reference" }] });
});
