import { overlaid } from "@llmstxt-service/document/overlay";
import { expect, test } from "vitest";
import { editsOf, entryFor, isSame, withHead, withPage, withSections } from "./edits.ts";
import type { Overlay } from "./subject.ts";

const URL_A = "https://tern.example/a";
const TEXT = `# Tern

> Reads tables.

Generated: 2026-11-28T10:00:00Z | Source: https://tern.example/ | Pages: 3

## Docs

- [A](${URL_A}): First.

## API

- [B](https://tern.example/b): Second.
`;
const titles = (address: string) => address;

test("a changed title is one entry, and undoing it leaves none", () => {
  const changed = withPage({}, URL_A, { title: "Start" });
  expect(changed).toEqual({ pages: [{ url: URL_A, title: "Start" }] });
  expect(withPage(changed, URL_A, {})).toEqual({});
});

test("an entry written by hand with a path is changed in place", () => {
  const overlay: Overlay = { pages: [{ path: "/a", pin: true }] };
  expect(entryFor(overlay, URL_A)).toEqual({ path: "/a", pin: true });
  expect(withPage(overlay, URL_A, { pin: true, hide: true })).toEqual({
    pages: [{ path: "/a", pin: true, hide: true }],
  });
});

test("a section that is renamed twice is still one change", () => {
  const renamed = withSections({}, ["Docs", "API"], { from: "Docs", to: "Guides" });
  expect(renamed).toEqual({ sections: [{ name: "Docs", as: "Guides" }, "API"] });
  const again = withSections(renamed, ["Guides", "API"], { from: "Guides", to: "Handbook" });
  expect(again).toEqual({ sections: [{ name: "Docs", as: "Handbook" }, "API"] });
  expect(withSections(again, ["API", "Handbook"])).toEqual({ sections: ["API", { name: "Docs", as: "Handbook" }] });
});

test("each change is listed and can be removed alone", () => {
  const overlay = withHead(withPage({}, URL_A, { title: "Start", hide: true }), { name: "Tern docs" });
  const edits = editsOf(overlay, titles);
  expect(edits.map(({ what, of }) => `${what}: ${of}`)).toEqual([
    "Name changed: The head",
    `Title changed: ${URL_A}`,
    `Page hidden: ${URL_A}`,
  ]);
  expect(edits[2]?.without).toEqual({ name: "Tern docs", pages: [{ url: URL_A, title: "Start" }] });
});

test("the preview shows what the server will write", () => {
  const overlay = withSections(withPage({}, URL_A, { title: "Start", section: "API" }), ["API"]);
  expect(overlaid({ text: TEXT }, overlay).text).toContain(
    "## API\n\n- [B](https://tern.example/b): Second.\n- [Start](",
  );
});

test("overlays that differ only in the order of keys are equal", () => {
  expect(isSame({ name: "a", notes: ["b"] }, { notes: ["b"], name: "a" })).toBe(true);
  expect(isSame({ name: "a" }, { name: "b" })).toBe(false);
});
