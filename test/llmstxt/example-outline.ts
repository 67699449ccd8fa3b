import { sectionsOf } from "../../packages/document/src/sections/sections.ts";
import type { Page } from "../../packages/page/src/page.ts";
import { entriesOf, examplePage } from "./example-page.ts";

/** A page of an example site, by its path. */
export type Described = readonly [path: string, page?: Partial<Page>];

/** `Name: path, path` for each section of a site whose pages lie at these paths. */
export function outlineOf(pages: readonly Described[], home: Partial<Page> = {}): string[] {
  const [first, ...entries] = entriesOf([
    examplePage("https://x.dev/", home),
    ...pages.map(([path, page]) => examplePage(`https://x.dev/${path}`, page)),
  ]);
  const site = { home: first, entries, name: "X", titleOf: ({ page }: { readonly page: Page }) => page.title };
  return sectionsOf(site).map(
    ({ name, entries: inside }) => `${name}: ${inside.map(({ path }) => path.join("/")).join(", ")}`,
  );
}

/** `pages` pages in one folder. */
export function folder(name: string, pages: number): Described[] {
  return Array.from({ length: pages }, (_, index) => [`${name}/p${index + 1}`] as const);
}

/** What a page says of its navigation: paths and the words of their links. */
export const navigation = (links: readonly (readonly [string, string])[]) => ({
  links: links.map(([path, text]) => ({ url: `https://x.dev/${path}`, text, rel: [], place: "navigation" as const })),
});
