import type { Overlay } from "../changes.ts";
import type { LlmsTxt } from "../document.ts";
import type { OverlayFinding } from "./findings.ts";
import { sectionKey, type Texts } from "./texts.ts";

/** A section the overlay names. */
interface ListedSection {
  /** Key of the name it has now. */
  readonly key: string;
  readonly name: string;
  /** Index in the overlay's list. */
  readonly index: number;
  /** True if the crawl has it. */
  readonly isFound: boolean;
}

/** New names of sections, and the sections that come first. */
export interface SectionPlan {
  /** The crawl's sections in its order, with the name they have now. */
  readonly named: readonly { readonly from: string; readonly name: string }[];
  /** Sections that the overlay names, in its order, each once. */
  readonly listed: readonly ListedSection[];
}

interface SectionOptions {
  readonly texts: Texts;
  readonly report: (finding: OverlayFinding) => void;
}

export function sectionPlan(
  document: LlmsTxt,
  wanted: NonNullable<Overlay["sections"]>,
  { texts, report }: SectionOptions,
): SectionPlan {
  const known = new Map(document.sections.map(({ name }) => [sectionKey(name), name]));
  const names = new Map<string, string>();
  const listed: ListedSection[] = [];
  for (const [index, one] of wanted.entries()) {
    const path = ["sections", index];
    const { name, as = undefined } = typeof one === "string" ? { name: one } : one;
    const key = sectionKey(name);
    const isFound = known.has(key);
    if (names.has(key)) {
      report({ code: "sectionRepeated", path, section: name });
      continue;
    }
    const now = (as === undefined ? undefined : texts.of("sections", as, [...path, "as"])) ?? known.get(key) ?? name;
    names.set(key, now);
    const isOptional = now === "Optional" && index < wanted.length - 1;
    if (isOptional) report({ code: "optionalIsLast", path, section: now });
    listed.push({ key: sectionKey(now), name, index, isFound });
  }
  const named = document.sections.map(({ name }) => ({ from: name, name: names.get(sectionKey(name)) ?? name }));
  reportJoined(named, wanted, report);
  return { named, listed: uniqueBy(listed, ({ key }) => key) };
}

function reportJoined(
  named: SectionPlan["named"],
  wanted: NonNullable<Overlay["sections"]>,
  report: (finding: OverlayFinding) => void,
): void {
  const places = new Map(wanted.map((one, index) => [sectionKey(typeof one === "string" ? one : one.name), index]));
  const groups = Map.groupBy(named, ({ name }) => sectionKey(name));
  for (const sections of groups.values()) {
    if (sections.length < 2) continue;
    for (const { from, name } of sections)
      if (sectionKey(from) !== sectionKey(name))
        report({
          code: "sectionsJoined",
          path: ["sections", places.get(sectionKey(from)) ?? 0],
          section: from,
          as: name,
        });
  }
}

function uniqueBy<T>(all: readonly T[], keyOf: (one: T) => string): readonly T[] {
  const seen = new Set<string>();
  return all.filter((one) => !seen.has(keyOf(one)) && seen.add(keyOf(one)));
}
