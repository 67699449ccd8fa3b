import type { ChangedItem } from "./items.ts";
import type { Overlaid, OverlaidItem, OverlaidSection } from "./overlaid.ts";
import type { SectionPlan } from "./sections.ts";
import { sectionKey, type Texts } from "./texts.ts";

/** A section that is being filled. */
interface FilledSection {
  readonly name: string;
  readonly from?: string;
  readonly own: ChangedItem[];
  readonly moved: ChangedItem[];
}

/** Puts every item where it belongs: pinned ones first, then the section's own, then those moved there. */
export function filledSections(
  plan: SectionPlan,
  items: readonly ChangedItem[],
  texts: Texts,
): Pick<Overlaid, "sections" | "hidden"> {
  const open = new OpenSections(plan, texts);
  const hidden: OverlaidItem[] = [];
  for (const item of items) {
    if (item.isHidden) hidden.push(itemOf(item));
    else open.put(item);
  }
  const changes = new Map(plan.listed.map(({ key, index }) => [key, index]));
  const sections = ordered(open.filled, plan).map((section) => closed(section, changes.get(sectionKey(section.name))));
  return { sections, hidden };
}

class OpenSections {
  readonly #byKey = new Map<string, FilledSection>();
  /** Sections by the names that the crawl gave them. */
  readonly #before = new Map<string, FilledSection>();
  readonly #texts: Texts;

  constructor({ named }: SectionPlan, texts: Texts) {
    this.#texts = texts;
    for (const { from, name } of named) {
      const section = this.#byKey.get(sectionKey(name)) ?? { name, from, own: [], moved: [] };
      this.#byKey.set(sectionKey(name), section);
      this.#before.set(sectionKey(from), section);
    }
  }

  /** Sections with at least one page, by key. */
  get filled(): ReadonlyMap<string, FilledSection> {
    return new Map([...this.#byKey].filter(([, { own, moved }]) => own.length + moved.length > 0));
  }

  put(item: ChangedItem): void {
    const own = this.#before.get(sectionKey(item.from));
    const wanted = item.to === undefined ? own : this.#wanted(item.to, item);
    if (wanted === undefined || wanted === own) own?.own.push(item);
    else wanted.moved.push(item);
  }

  /**
   * The section of a name: by its new name, else by its old one, else a new section; undefined for an unusable name.
   */
  #wanted(name: string, { change = 0 }: ChangedItem): FilledSection | undefined {
    const key = sectionKey(name);
    const known = this.#byKey.get(key) ?? this.#before.get(key);
    if (known !== undefined) return known;
    const written = this.#texts.of("section", name, ["pages", change, "section"]);
    if (written === undefined) return undefined;
    const made: FilledSection = { name: written, own: [], moved: [] };
    this.#byKey.set(sectionKey(written), made);
    return made;
  }
}

/** The listed ones first, the others in their own order, `Optional` last. */
function ordered(sections: ReadonlyMap<string, FilledSection>, { listed }: SectionPlan): readonly FilledSection[] {
  const first = listed.flatMap(({ key }) => sections.get(key) ?? []);
  const taken = new Set(first);
  const all = [...first, ...[...sections.values()].filter((section) => !taken.has(section))];
  const isLast = ({ name }: FilledSection) => name === "Optional";
  return [...all.filter((section) => !isLast(section)), ...all.filter(isLast)];
}

function closed({ name, from, own, moved }: FilledSection, change: number | undefined): OverlaidSection {
  const all = [...own, ...moved];
  const pinned = all.filter(({ isPinned }) => isPinned).sort((a, b) => (a.change ?? 0) - (b.change ?? 0));
  const rest = all.filter(({ isPinned }) => !isPinned);
  return {
    name,
    ...(from === undefined ? {} : { from }),
    ...(change === undefined ? {} : { change }),
    items: [...pinned, ...rest].map(itemOf),
  };
}

const itemOf = ({ isHidden: _, to: __, ...item }: ChangedItem): OverlaidItem => item;
