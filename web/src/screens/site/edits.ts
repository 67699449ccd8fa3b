import type { Overlay } from "./subject.ts";

type PageEntry = NonNullable<Overlay["pages"]>[number];
type SectionEntry = NonNullable<Overlay["sections"]>[number];

/** An owner's wishes for a page; undefined keeps the crawl's value. */
export interface PageWish {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly section?: string | undefined;
  readonly pin?: true | undefined;
  readonly hide?: true | undefined;
}

/** True if the entry is about the page at `url`. */
function isAbout({ url, path }: PageEntry, page: string): boolean {
  if (url != null) return url === page;
  const { pathname, search } = URL.parse(page) ?? { pathname: "", search: "" };
  return path === pathname + search || path === pathname;
}

/** The overlay's entry for a page. */
export const entryFor = (overlay: Overlay, url: string): PageEntry | undefined =>
  overlay.pages?.find((entry) => isAbout(entry, url));

/** Removes unset fields; an absent field means the same as null. */
const given = <T extends object>(fields: T): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null)) as T;

/** The overlay with new wishes for one page; an empty entry is removed. */
export function withPage(overlay: Overlay, url: string, wish: PageWish): Overlay {
  const pages = overlay.pages ?? [];
  const at = pages.findIndex((entry) => isAbout(entry, url));
  const { url: own, path } = pages[at] ?? { url };
  const name = own == null ? { path } : { url: own };
  const fields = given(wish);
  const entry = Object.keys(fields).length === 0 ? [] : [{ ...name, ...fields } as PageEntry];
  const next = at < 0 ? [...pages, ...entry] : pages.toSpliced(at, 1, ...entry);
  return given({ ...overlay, pages: next.length === 0 ? undefined : next });
}

/** Texts at the head of a document. */
export interface HeadWish {
  readonly name?: string | undefined;
  readonly summary?: string | undefined;
  readonly notes?: string[] | undefined;
}

export const withHead = (overlay: Overlay, wish: HeadWish): Overlay => given({ ...overlay, ...wish });

const nameOf = (entry: SectionEntry): string => (typeof entry === "string" ? entry : entry.name);
const shownName = (entry: SectionEntry): string => (typeof entry === "string" ? entry : (entry.as ?? entry.name));

/**
 * The overlay with the sections in this order and with these names.
 * @param shown names as they are shown now, in their new order; `renamed` replaces the name of one of them
 */
export function withSections(
  overlay: Overlay,
  shown: readonly string[],
  renamed?: { readonly from: string; readonly to: string },
): Overlay {
  const known = overlay.sections ?? [];
  const sections = shown.map((name): SectionEntry => {
    const own = known.find((entry) => shownName(entry) === name);
    const crawled = own === undefined ? name : nameOf(own);
    const wanted = renamed?.from === name ? renamed.to : name;
    return wanted === crawled ? crawled : { name: crawled, as: wanted };
  });
  return given({ ...overlay, sections });
}

/** One change, as the screen lists it. */
export interface Edit {
  readonly key: string;
  readonly icon: string;
  readonly what: string;
  /** Title of the page, or name of the section. */
  readonly of: string;
  /** The overlay without this change. */
  readonly without: Overlay;
}

const HEAD = { name: "Name changed", summary: "Summary changed", notes: "Notes changed" } as const;

const PAGE = {
  title: ["pen", "Title changed"],
  description: ["pen", "Description changed"],
  section: ["move", "Page moved"],
  pin: ["pin", "Page pinned"],
  hide: ["hide", "Page hidden"],
} as const;

const keysOf = <T extends object>(fields: T) => Object.keys(fields) as (keyof T)[];

/** Every change of an overlay, one by one. `titleOf` gives a page's title by its address, or part of it. */
export function editsOf(overlay: Overlay, titleOf: (address: string) => string): readonly Edit[] {
  const head = keysOf(HEAD).flatMap((field): Edit[] =>
    overlay[field] == null
      ? []
      : [
          {
            key: field,
            icon: "pen",
            what: HEAD[field],
            of: "The head",
            without: withHead(overlay, { [field]: undefined }),
          },
        ],
  );
  const sections: Edit[] =
    overlay.sections == null
      ? []
      : [
          {
            key: "sections",
            icon: "move",
            what: "Sections changed",
            of: overlay.sections.map(shownName).join(", "),
            without: given({ ...overlay, sections: undefined }),
          },
        ];
  const pages = (overlay.pages ?? []).flatMap((entry): Edit[] => {
    const address = entry.url ?? entry.path ?? "";
    return keysOf(PAGE)
      .filter((field) => entry[field] != null && entry[field] !== false)
      .map((field) => ({
        key: `${field} ${address}`,
        icon: PAGE[field][0],
        what: PAGE[field][1],
        of: titleOf(address),
        without: withoutField(overlay, entry, field),
      }));
  });
  return [...head, ...sections, ...pages];
}

function withoutField(overlay: Overlay, entry: PageEntry, field: keyof typeof PAGE): Overlay {
  const { [field]: _, ...rest } = entry;
  const hasMore = keysOf(PAGE).some((one) => one !== field && entry[one] != null);
  const pages = (overlay.pages ?? []).flatMap((one) => (one !== entry ? [one] : hasMore ? [rest as PageEntry] : []));
  return given({ ...overlay, pages: pages.length === 0 ? undefined : pages });
}

/** True if two overlays say the same, whatever the order of their keys. */
export const isSame = (a: Overlay, b: Overlay): boolean => canonical(a) === canonical(b);

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, field) =>
    typeof field === "object" && field !== null && !Array.isArray(field)
      ? Object.fromEntries(Object.entries(field).sort(([a], [b]) => (a < b ? -1 : 1)))
      : field,
  );
