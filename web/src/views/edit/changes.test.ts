import { renderOverlaid } from "@llmstxt-service/document";
import { changeCount } from "@llmstxt-service/document/changes";
import { type LlmsTxt, writeLlmsTxt } from "@llmstxt-service/document/document";
import { overlaySchema } from "@llmstxt-service/document/overlay-file";
import fc from "fast-check";
import { expect, test } from "vitest";
import { previewJson } from "../../../../packages/service/src/overlay-json.ts";
import type { Overlay, Preview } from "../../protocol/types.ts";
import { addressIn, sectionWish, withoutPath, withPage, withSectionAt, withSectionName } from "./changes.ts";

const metadata = "Generated: 2026-01-01T00:00:00Z | Source: https://acme.dev/ | Pages: 8";
const items = (...names: string[]) => names.map((name) => ({ title: name, url: `https://acme.dev/${name}` }));
const document: LlmsTxt = {
  name: "Acme",
  metadata,
  sections: [
    { name: "Docs", items: items("a", "b") },
    { name: "API", items: items("c", "d") },
    { name: "Blog", items: items("e") },
    { name: "Optional", items: items("f") },
  ],
};
const text = writeLlmsTxt(document);

/** As the server shows it. */
function shown(overlay: Overlay): Preview {
  const made = renderOverlaid({ text }, overlaySchema.parse(overlay), { descLength: 500 });
  if (made === undefined) throw new Error("The base is no document");
  return previewJson(made);
}

const names = (overlay: Overlay) => shown(overlay).sections.map(({ name }) => name);
const page = (overlay: Overlay, title: string) => {
  const { sections, hidden } = shown(overlay);
  const found = [...sections.flatMap((section) => section.items), ...hidden].find(({ was }) => was.title === title);
  if (found === undefined) throw new Error(`no page ${title}`);
  return found;
};

/** True if its section stays when the page leaves it. */
const hasCompany = ({ sections }: Preview, at: number) =>
  sections.some(({ items }) => items.length > 1 && items.some(({ was }) => was.title === "abcdef"[at]));

test("a section stands where it was put, whatever was renamed, moved or made before", () => {
  const step = fc.record({
    kind: fc.constantFrom("move", "rename", "page"),
    from: fc.nat(5),
    to: fc.nat(5),
    // A name of the crawl's means the crawl's section.
    name: fc.constantFrom("News", "Guides", "Tools", "More"),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      let overlay: Overlay = {};
      for (const { kind, from, to, name } of steps) {
        const preview = shown(overlay);
        const movable = preview.sections.filter((section) => section.name !== "Optional").length;
        const [at, target] = [from % movable, to % movable];
        const before = preview.sections.map((section) => section.name);
        if (kind === "move" && at !== target) {
          overlay = withSectionAt(overlay, preview, { from: at, to: target });
          const wanted = before.toSpliced(at, 1).toSpliced(target, 0, before[at] ?? "");
          expect(names(overlay)).toEqual(wanted);
        } else if (kind === "rename" && before.every((one) => one.toLowerCase() !== name.toLowerCase())) {
          overlay = withSectionName(overlay, preview, { at, name });
          expect(names(overlay)).toEqual(before.toSpliced(at, 1, name));
        } else if (kind === "page" && hasCompany(preview, from)) {
          const item = page(overlay, "abcdef"[from] ?? "a");
          const section = preview.sections[to];
          const wish = section === undefined ? name : sectionWish(preview, item, section);
          overlay = withPage(overlay, addressIn(overlay, item), { section: wish });
          const wanted = section?.name ?? name;
          const holder = shown(overlay).sections.find((one) => one.items.some(({ url }) => url === item.url));
          if (section !== undefined) expect(holder?.name).toBe(wanted);
        }
        expect(shown(overlay).findings).toEqual([]);
      }
    }),
    { numRuns: 300 },
  );
});

test("a page's change is found by its path as by its address, and goes when nothing is wanted any more", () => {
  const overlay: Overlay = { pages: [{ path: "/a", hide: true, title: "A" }] };
  const address = addressIn(overlay, page(overlay, "a"));
  expect(withPage(overlay, address, { pin: true })).toEqual({
    pages: [{ path: "/a", hide: true, title: "A", pin: true }],
  });
  expect(withPage(overlay, address, { hide: false, title: undefined })).toEqual({});
});

test("a change that a finding is about is taken out, and nothing else", () => {
  const overlay: Overlay = {
    name: "",
    notes: ["", "Kept."],
    sections: ["Gone", "API"],
    pages: [
      { path: "/nowhere", hide: true },
      { path: "/a", title: "<b>", pin: true },
    ],
  };
  let left = overlay;
  for (;;) {
    const [finding] = shown(left).findings;
    if (finding === undefined) break;
    left = withoutPath(left, finding.path);
  }
  expect(left).toEqual({ notes: ["Kept."], sections: ["API"], pages: [{ path: "/a", pin: true }] });
});

test("a rename and a hidden page are two changes, wherever the section stands", () => {
  const pages = [{ path: "/a", hide: true }];
  expect(changeCount({ sections: ["Guide", "Reference", { name: "Api", as: "Interface" }], pages })).toBe(2);
  expect(changeCount({ sections: ["Reference", "Guide"], notes: ["One.", "Two."], name: "X" })).toBe(3);
  expect(changeCount({ sections: [{ name: "Api", as: "Interface" }, "Guide"] })).toBe(2);
});
