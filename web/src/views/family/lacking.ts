import type { DocumentItem, DocumentSection, ReadDocument } from "../../document/read.ts";

interface Place {
  readonly language?: string | undefined;
  readonly version?: string | undefined;
}

/** Path of a page without the language and version that name its file: `/de/docs/oauth` and `/docs/oauth` are the same. */
function bareOf(url: string, { language = "", version = "" }: Place): string {
  const named = new Set([language, language.split("-", 1)[0], version, `v${version}`].map((one) => one?.toLowerCase()));
  const { pathname } = URL.parse(url) ?? { pathname: url };
  const parts = pathname.toLowerCase().split("/");
  return parts.filter((part) => part !== "" && !named.has(part)).join("/");
}

const itemsOf = ({ sections }: ReadDocument): readonly DocumentItem[] => sections.flatMap(({ items }) => items);

type Lacking = Pick<DocumentSection, "name" | "hue" | "items">;

/**
 * Pages of the main file that another file of its family does not list, by section. Pages are the same if their
 * addresses are, but for language and version; undefined if no address of the file is one of the main file's, since
 * the site then has other addresses for each of them.
 */
export function lackingOf(
  main: ReadDocument & Place,
  other: ReadDocument & Place,
): { readonly count: number; readonly sections: readonly Lacking[] } | undefined {
  const there = new Set(itemsOf(other).map(({ url }) => bareOf(url, other)));
  const isLacking = ({ url }: DocumentItem) => !there.has(bareOf(url, main));
  const all = itemsOf(main);
  const count = all.filter(isLacking).length;
  if (count === all.length) return undefined;
  const sections = main.sections.map((one) => ({ ...one, items: one.items.filter(isLacking) }));
  return { count, sections: sections.filter(({ items }) => items.length > 0) };
}
