import { diffLlmsTxt, type LlmsTxtDiff, parseLlmsTxt } from "@llmstxt-service/document/check";
import type { SiteDiff } from "./protocol/protocol.ts";
import { unifiedDiff } from "./unified-diff.ts";

/** Two documents of a site, compared page by page and line by line. */
export function siteDiff(from: string, to: string): SiteDiff {
  const { added, removed, changed, moved } = diffLlmsTxt(from, to);
  const [before, after] = [itemsOf(from), itemsOf(to)];
  const renamed = renamedSections(moved, { before: namesOf(from), after: namesOf(to) });
  return {
    added: added.map((page) => ({ ...page, excerpt: after.get(page.url)?.excerpt ?? "" })),
    removed: removed.map((page) => ({ ...page, excerpt: before.get(page.url)?.excerpt ?? "" })),
    changed: changed.map(({ url, section }) => {
      const [was, is] = [before.get(url), after.get(url)];
      const title: [string, string] = [was?.title ?? "", is?.title ?? ""];
      return { url, section, title, excerpt: [was?.excerpt ?? "", is?.excerpt ?? ""] };
    }),
    renamed: [...renamed],
    moved: moved.filter((page) => renamed.get(page.from) !== page.section),
    unified: unifiedDiff(from, to),
  };
}

/** Listed items by address. A page that is listed twice counts at its first place, as in the comparison. */
const itemsOf = (text: string) =>
  new Map(
    parseLlmsTxt(text)
      .sections.flatMap(({ items }) => items)
      .toReversed()
      .map((item) => [item.url, item]),
  );

const namesOf = (text: string): ReadonlySet<string> => new Set(parseLlmsTxt(text).sections.map(({ name }) => name));

/** Renamed sections: those that are gone and whose moved pages all stand in one new section. */
function renamedSections(
  moved: LlmsTxtDiff["moved"],
  { before, after }: { readonly before: ReadonlySet<string>; readonly after: ReadonlySet<string> },
): ReadonlyMap<string, string> {
  const targets = Map.groupBy(moved, ({ from }) => from);
  return new Map(
    [...targets].flatMap(([from, pages]): [string, string][] => {
      const names = new Set(pages.map(({ section }) => section));
      const [to = ""] = names;
      return names.size === 1 && !after.has(from) && !before.has(to) ? [[from, to]] : [];
    }),
  );
}
