import { planBundle } from "../../packages/document/src/bundle/bundle.ts";
import { parseLlmsTxt } from "../../packages/document/src/check/check.ts";
import type { ListedPage } from "../../packages/document/src/listed-page.ts";
import { examplePage } from "./example-page.ts";

export const BUNDLE_OPTIONS = {
  descLength: 500,
  generatedAt: new Date("2026-11-21T05:50:00Z"),
  source: "https://x.dev/",
};

/** A site with so many pages in so many folders, each with an excerpt. */
export function exampleSite(pages: number, folders = 8): readonly ListedPage[] {
  const page = (number: number) => {
    const url = `https://x.dev/part${number % folders}/page-${number}`;
    const descriptions = { meta: `What page number ${number} says about its subject, ${"at some length ".repeat(6)}.` };
    return examplePage(url, { title: `Subject ${number}`, descriptions }, { markdown: `# Subject ${number}\n\nText.` });
  };
  return [examplePage("https://x.dev/", { title: "X" }), ...Array.from({ length: pages }, (_, number) => page(number))];
}

/** Every llms.txt of a bundle by its path, with the addresses that it lists. */
export function indexesIn(bundle: ReadonlyMap<string, string>): ReadonlyMap<string, readonly string[]> {
  const indexes = [...bundle].filter(([path]) => path === "llms.txt" || path.endsWith("/llms.txt"));
  return new Map(
    indexes.map(([path, text]) => [
      path,
      parseLlmsTxt(text).sections.flatMap(({ items }) => items.map(({ url }) => url)),
    ]),
  );
}

/** The file that an address of the site stands for. */
export const fileOf = (url: string, origin = "https://x.dev/"): string => decodeURIComponent(url.slice(origin.length));

export const bundleOf = (pages: readonly ListedPage[], options: Partial<Parameters<typeof planBundle>[1]> = {}) =>
  planBundle(pages, { ...BUNDLE_OPTIONS, ...options }).files;
