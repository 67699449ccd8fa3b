import { headOf } from "../document.ts";
import type { Entry } from "../entry.ts";
import { fullText } from "../full.ts";
import type { Outline } from "../outline.ts";
import type { Index } from "./indexes.ts";
import type { Layout } from "./layout.ts";
import type { BundleOptions } from "./options.ts";

interface FullPlan {
  readonly outline: Outline;
  readonly layout: Layout;
  readonly groups: readonly (readonly Index[])[];
  readonly options: BundleOptions;
}

/**
 * Makes an llms-full.txt for each index that lists pages; that of a divided bundle's root has the homepage and leads to
 * the others.
 */
export function fullFiles({
  outline,
  layout: { urlOf },
  groups,
  options,
}: FullPlan): readonly (readonly [path: string, text: string])[] {
  if (options.full !== true) return [];
  const titled = (entry: Entry) => ({ entry, title: outline.titles.get(entry) ?? outline.document.name });
  return groups.flatMap((indexes) => {
    const [, ...parts] = indexes;
    return indexes.map(({ file, document, items, home }, at) => {
      const entries = [
        ...(home === undefined ? [] : [home]),
        ...items.map(({ entry }) => entry).filter((entry) => entry !== home),
      ];
      const text = entries.length === 0 ? `${headOf(document)}\n` : fullText(document, entries.map(titled));
      const others = parts.map((part) => `- [${part.document.name}](${urlOf(fullName(part.file))})\n`);
      return [fullName(file), at > 0 || parts.length === 0 ? text : `${text}\n${others.join("")}`] as const;
    });
  });
}

/** `llms-full.de.txt` beside `llms.de.txt`. */
const fullName = (file: string): string => {
  const folder = file.lastIndexOf("/") + 1;
  return `${file.slice(0, folder)}llms-full${file.slice(folder + "llms".length)}`;
};
