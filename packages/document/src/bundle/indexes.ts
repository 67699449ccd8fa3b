import { codePoints } from "../budget.ts";
import { headOf, type Item, type LlmsTxt, type Section, writeLlmsTxt } from "../document.ts";
import { type Entry, textKey } from "../entry.ts";
import { fileKey } from "../file-names.ts";
import { MAX_SUMMARY } from "../limits.ts";
import { noteText } from "../text.ts";
import { type BundlePaths, folderPath, pathIn, tryFolderPath } from "./names.ts";
import { type BundlePart, dividedParts, type ListedItem } from "./parts.ts";
import { segmentName } from "./segment.ts";

/** One llms.txt of a bundle. */
export interface Index {
  /** Folder it lies in, below the root, with a slash at its end; empty for the root. */
  readonly folder: string;
  /** Path of the index below the root. */
  readonly file: string;
  /** Path of the site that the index covers; undefined for a part whose pages share no path. */
  readonly covers: string | undefined;
  readonly document: LlmsTxt;
  /** The homepage that is its head; none in a part. */
  readonly home?: Entry | undefined;
  /** The pages that it alone lists; none in a root that leads to parts. */
  readonly items: readonly ListedItem[];
}

export interface IndexPlan {
  readonly place: BundlePaths;
  /** Head of the index; the notes stand in the root alone. */
  readonly head: Pick<LlmsTxt, "name" | "summary" | "notes">;
  readonly parts: readonly BundlePart[];
  readonly home: Entry | undefined;
  /** Keys of folders that have an index; those of this plan are added. */
  readonly taken: Set<string>;
  /** Path of the root index: that of a language or version whose pages share no path has a name of its own. */
  readonly file: string;
  readonly limit: number;
  metadata(pages: number): string;
  urlOf(file: string): string;
}

/** Path of the index of each page. */
export function indexReader(indexes: readonly Index[]): (entry: Entry) => string {
  const listedIn = new Map(
    indexes.flatMap(({ file, items, home }) => [
      ...(home === undefined ? [] : [[home, file] as const]),
      ...items.map(({ entry }) => [entry, file] as const),
    ]),
  );
  return (entry) => listedIn.get(entry) ?? indexes[0]?.file ?? "llms.txt";
}

/** Code points kept free for the numbers in a part's name and metadata. */
const SPARE = 50;

/** Numbers of best pages of a part that a root may repeat; the first that fits is taken. */
const BEST = [12, 8, 5, 3, 2, 1, 0];

/** The index of all pages; where it is too long, a root and one index a part, the root first. */
export function indexesOf(plan: IndexPlan): readonly Index[] {
  const { head, parts, place, limit, metadata, taken, file } = plan;
  const listed = parts.reduce((sum, { items }) => sum + items.length, 0);
  const folder = folderPath(place.base, place);
  taken.add(fileKey(folder));
  const isWhole = file === `${folder}llms.txt`;
  const root = { folder, file, home: plan.home, covers: isWhole ? place.base : undefined };
  const sections = parts.map(({ name, items }) => ({ name, items: items.map(({ item }) => item) }));
  const whole = { ...head, metadata: metadata(listed + 1), sections };
  if (codePoints(writeLlmsTxt(whole)) <= limit || listed < 2)
    return [{ ...root, document: whole, items: parts.flatMap(({ items }) => items) }];
  const indexes = placed(dividedParts(parts, roomOf(plan)), plan);
  const document = rootDocument(whole, indexes, plan);
  return [{ ...root, document, items: [] }, ...indexes];
}

/** Code points that a part's own head and heading leave for its lines. */
function roomOf({ head, limit, metadata, parts }: IndexPlan): number {
  const longest = parts.reduce((most, { name }) => Math.max(most, codePoints(name)), 0);
  const most = headOf({ name: head.name, summary: "x".repeat(MAX_SUMMARY), metadata: metadata(0), sections: [] });
  // The name stands in the title and in the heading, and a folder's may follow it.
  return limit - codePoints(most) - 2 * (longest + MAX_FOLDER_NAME) - SPARE;
}

const MAX_FOLDER_NAME = 200;

function placed(parts: readonly BundlePart[], plan: IndexPlan): readonly Index[] {
  const { place, head, metadata, taken } = plan;
  const pages = parts.flatMap((part) => part.items.map(({ entry }) => ({ part, path: pathIn(entry.url, place) })));
  const apart = plan.home === undefined ? [] : [pathIn(plan.home.url, place)];
  return parts.map((part) => {
    const others = [...apart, ...pages.filter((page) => page.part !== part).map(({ path }) => path)];
    const around = { others, place, taken };
    const lies = sharedFolder(part, around) ?? ownFolder(part, around);
    taken.add(fileKey(lies.folder));
    const document = {
      name: `${head.name}: ${part.name}`,
      summary: noteText(part.items.map(({ item }) => item.title).join(", "), MAX_SUMMARY),
      metadata: metadata(part.items.length),
      sections: [{ name: part.name, items: part.items.map(({ item }) => item) }],
    };
    return { ...lies, file: `${lies.folder}llms.txt`, document, items: part.items };
  });
}

type Lies = Pick<Index, "folder" | "covers">;

/** Paths that a part's index must leave alone. */
interface Around {
  /** Paths of pages that are not the part's. */
  readonly others: readonly string[];
  readonly place: BundlePaths;
  /** Keys of folders that have an index. */
  readonly taken: ReadonlySet<string>;
}

/** The path that the part's pages share, where no other page lies below it. */
function sharedFolder(part: BundlePart, { others, place, taken }: Around): Lies | undefined {
  const paths = part.items.map(({ entry }) => pathIn(entry.url, place));
  const [first = "/"] = paths;
  const start = paths.length === 1 ? first.slice(0, first.lastIndexOf("/") + 1) : folderOf(first);
  const covers = paths.reduce((shared, path) => commonFolder(shared, folderOf(path)), start);
  const folder = tryFolderPath(covers, place);
  if (folder === undefined || covers.length <= place.base.length || taken.has(fileKey(folder))) return undefined;
  return others.some((path) => isBelow(path, covers)) ? undefined : { folder, covers };
}

/** A folder of the part's name below the base, where no page of another part lies. */
function ownFolder({ name }: BundlePart, { others, place, taken }: Around): Lies {
  const base = folderPath(place.base, place);
  const slug = segmentName(encodeURIComponent([...textKey(name).replaceAll(" ", "-")].slice(0, 40).join("")));
  for (let number = 1; ; number++) {
    const folder = `${base}${slug}${number === 1 ? "" : `-${number}`}/`;
    const path = `${place.root}${encodeURI(folder)}`;
    if (!taken.has(fileKey(folder)) && !others.some((other) => isBelow(other, path)))
      return { folder, covers: undefined };
  }
}

/** `/docs/` for `/docs`, which may be the first page of that folder. */
const folderOf = (path: string): string => (path.endsWith("/") ? path : `${path}/`);

function commonFolder(a: string, b: string): string {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return a.slice(0, a.lastIndexOf("/", at - 1) + 1);
}

const isBelow = (path: string, folder: string): boolean => folderOf(path).startsWith(folder);

/** A section a part, its index first; then the best pages of each part, as many as there is room for. */
function rootDocument(whole: LlmsTxt, indexes: readonly Index[], { limit, urlOf }: IndexPlan): LlmsTxt {
  const withBest = (best: number): LlmsTxt => ({
    ...whole,
    sections: indexes.map(({ file, document, items }): Section => {
      const [section] = document.sections;
      const name = section?.name ?? document.name;
      const index: Item = { title: name, url: urlOf(file), ...excerptOf(document) };
      return { name, items: [index, ...items.slice(0, best).map(({ item }) => item)] };
    }),
  });
  const fitting = BEST.map(withBest).find((document) => codePoints(writeLlmsTxt(document)) <= limit);
  return fitting ?? withBest(0);
}

const excerptOf = ({ summary }: LlmsTxt) => (summary === undefined || summary === "" ? {} : { excerpt: summary });
