import { parseLlmsTxt } from "../../packages/document/src/check/check.ts";
import { writeLlmsTxt } from "../../packages/document/src/document.ts";
import { type Overlay, overlaid } from "../../packages/document/src/overlay/overlay.ts";

/** A document of five pages in three sections, to be changed by its owner. */
export const BASE = writeLlmsTxt({
  name: "X",
  summary: "Tables for terminals.",
  metadata: "Generated: 2026-11-21T05:50:00Z | Source: https://x.dev/ | Pages: 6",
  sections: [
    {
      name: "Docs",
      items: [
        { title: "Install", url: "https://x.dev/docs/install.md", excerpt: "Install it." },
        { title: "Tables", url: "https://x.dev/docs/tables/", excerpt: "Draw a table." },
      ],
    },
    { name: "API", items: [{ title: "render", url: "https://x.dev/api/render.html" }] },
    {
      name: "Optional",
      items: [
        { title: "Changelog", url: "https://x.dev/changelog", excerpt: "What changed." },
        { title: "Legal", url: "https://x.dev/legal?lang=en" },
      ],
    },
  ],
});

export function apply(overlay: Overlay, text = BASE) {
  const found = overlaid({ text }, overlay, { descLength: 500 });
  if (found === undefined) throw new Error("The base is no document of ours");
  return found;
}

/** Each section with its titles. */
export const outline = (overlay: Overlay) =>
  parseLlmsTxt(apply(overlay).text).sections.map(
    ({ name, items }) => `${name}: ${items.map(({ title }) => title).join(", ")}`,
  );

/** What is said of an overlay. */
export const codes = (overlay: Overlay) => apply(overlay).findings.map(({ code }) => code);
