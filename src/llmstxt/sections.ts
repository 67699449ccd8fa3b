import { type Entry, textKey } from "./entry.ts";
import { type Place, readingOrder } from "./order.ts";
import { type Part, partsOf } from "./parts.ts";
import { type Role, rankOf, roleOf } from "./roles.ts";
import type { Site } from "./site.ts";
import { trailsOf } from "./trails.ts";

export interface SectionOfPages {
  readonly name: string;
  readonly entries: readonly Entry[];
}

/** Sections in the order a reader needs them, `Optional` last; in each the site's own order. */
export function sectionsOf(site: Site): SectionOfPages[] {
  const place = readingOrder(site.home === undefined ? site.entries : [site.home, ...site.entries]);
  const drawers = new Map<string, Drawer>();
  const put = (name: string, role: Role, entries: readonly Entry[]) => {
    const drawer = drawers.get(textKey(name)) ?? { name, role, entries: [] };
    drawers.set(textKey(name), { ...drawer, entries: [...drawer.entries, ...entries] });
  };
  const [ordinary, optional] = split(site.entries, (entry) => !isOptional(entry, site));
  if (optional.length > 0) put("Optional", "optional", optional);
  const { parts, loose } = partsOf(ordinary, trailsOf(site));
  for (const { name, role, entries } of parts.map(withRole)) {
    put(role === "optional" ? "Optional" : name, role, entries);
  }
  for (const { name, role, entries } of looseDrawers(loose, site, parts.length)) put(name, role, entries);
  return [...drawers.values()].map((drawer) => sorted(drawer, place)).sort(byUse(place));
}

interface Drawer {
  readonly name: string;
  readonly role: Role;
  readonly entries: readonly Entry[];
}

/** Outside the base URL's path, or read for the law, the record or the project rather than for the subject. */
function isOptional(entry: Entry, { titleOf }: Site): boolean {
  if (!entry.listed.inScope) return true;
  const last = entry.path.at(-1) ?? "";
  return roleOf(textKey(last)) === "optional" || roleOf(textKey(titleOf(entry))) === "optional";
}

function withRole({ name, trail, entries }: Part): Drawer {
  const role = roleOf(textKey(name)) ?? roleOf(textKey(trail.at(0)?.key ?? "")) ?? "part";
  return { name, role, entries };
}

/** Names of what lies in no part of the site, where two or more pages have such a role. */
const LOOSE: Readonly<Partial<Record<Role, string>>> = {
  start: "Getting started",
  examples: "Examples",
  product: "Product",
  support: "Support",
  company: "Company",
};

function looseDrawers(loose: readonly Entry[], site: Site, parts: number): Drawer[] {
  const roles = Map.groupBy(loose, (entry) => looseRole(entry, site));
  const named = [...roles].flatMap(([role, entries]) => {
    const name = LOOSE[role];
    // A page alone makes no section, unless the document had but one otherwise.
    const enough = entries.length > 1 || (role === "start" && parts === 0 && loose.length > 8);
    return name !== undefined && enough ? [{ name, role, entries }] : [];
  });
  const taken = new Set(named.flatMap(({ entries }) => entries));
  const rest = loose.filter((entry) => !taken.has(entry));
  const [contributing, pages] = split(rest, (entry) => looseRole(entry, site) === "contributing");
  return [
    ...named,
    ...(pages.length > 0 ? [{ name: "Pages", role: "pages" as const, entries: pages }] : []),
    ...(contributing.length > 0 ? [{ name: "Optional", role: "optional" as const, entries: contributing }] : []),
  ];
}

function looseRole(entry: Entry, { titleOf }: Site): Role {
  return roleOf(textKey(entry.path.at(-1) ?? "")) ?? roleOf(textKey(titleOf(entry))) ?? "pages";
}

/** A part's index page first, then pages that begin the subject, then the site's order. */
function sorted(drawer: Drawer, place: Place): Drawer {
  return { ...drawer, entries: [...drawer.entries].sort(place) };
}

function byUse(place: Place): (a: Drawer, b: Drawer) => number {
  const rank = ({ role, name }: Drawer) => (name === "Optional" ? rankOf("optional") : rankOf(role));
  return (a, b) => {
    const [first, second] = [a.entries[0], b.entries[0]];
    return rank(a) - rank(b) || (first !== undefined && second !== undefined ? place(first, second) : 0);
  };
}

function split<T>(items: readonly T[], test: (item: T) => boolean): [T[], T[]] {
  return [items.filter(test), items.filter((item) => !test(item))];
}
