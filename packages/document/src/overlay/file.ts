// Reads an overlay from a file or a request: its keys, its bounds, and errors with their place.
import { isCollection, isMap, isNode, isScalar, isSeq, LineCounter, type Node, parseDocument, stringify } from "yaml";
import * as z from "zod";
import { parse } from "../check/parse.ts";

/** Most characters of each text, more than a document takes: the document cuts it, the overlay keeps it. */
const MAX = { name: 1_000, summary: 4_000, note: 4_000, description: 8_000, address: 2_048 } as const;
const MOST = { notes: 20, sections: 500, pages: 5_000 } as const;

const text = (max: number) =>
  z.string({ error: "must be a text (numbers in quotes)" }).max(max, { error: `must have at most ${max} characters` });
const flag = z.boolean({ error: "must be true or false" }).nullish();
const list = <Item extends z.ZodType>(item: Item, most: number) =>
  z.array(item, { error: "must be a list" }).max(most, { error: `must have at most ${most} entries` });
const section = text(MAX.name).min(1, { error: "must not be empty" });
const address = text(MAX.address);

const pageChange = z
  .strictObject(
    {
      url: address.regex(/^https?:\/\/[^\s]+$/i, { error: "must be an http(s) address" }).nullish(),
      path: address.regex(/^\/(?!\/)[^\s\\]*$/, { error: "must begin with /" }).nullish(),
      title: text(MAX.name).nullish(),
      description: text(MAX.description).nullish().describe("Empty: none"),
      section: section.nullish().describe("By its new name or its old one; another makes a new section"),
      pin: flag.describe("First in its section"),
      hide: flag,
    },
    { error: (issue) => (issue.code === "invalid_type" ? "must be an object with url or path" : undefined) },
  )
  .refine(({ url, path }) => (url == null) !== (path == null), { error: "must have either url or path" });

/** An owner's changes. A key without a value counts as absent. */
export const overlaySchema = z.strictObject(
  {
    name: text(MAX.name).nullish(),
    summary: text(MAX.summary).nullish().describe("Empty: none"),
    notes: list(text(MAX.note), MOST.notes).nullish().describe("Paragraphs below the summary"),
    sections: list(
      z.union([section, z.strictObject({ name: section, as: section.nullish() })], {
        error: "must be a section's name, or name and as",
      }),
      MOST.sections,
    )
      .nullish()
      .describe("The first sections, in order; the others follow"),
    pages: list(pageChange, MOST.pages).nullish(),
  },
  { error: (issue) => (issue.code === "invalid_type" ? "must be name, summary, notes, sections or pages" : undefined) },
);

export type Overlay = z.output<typeof overlaySchema>;

type Path = readonly PropertyKey[];

export interface OverlayProblem {
  /** 1-based. */
  readonly line: number;
  readonly message: string;
}

export type ReadOverlay =
  /** `lineOf`: line of an overlay's entry in the file. */
  | { readonly overlay: Overlay; readonly lineOf: (path: Path) => number }
  | { readonly problems: readonly OverlayProblem[] };

/** Reads an overlay's YAML; an empty text changes nothing. */
export function readOverlay(yaml: string): ReadOverlay {
  const lines = new LineCounter();
  const document = parseDocument(yaml, { lineCounter: lines, prettyErrors: false });
  const lineAt = (offset: number | undefined) => Math.max(1, lines.linePos(offset ?? 0).line);
  if (document.errors.length > 0)
    return { problems: document.errors.map(({ message, pos }) => ({ line: lineAt(pos[0]), message })) };
  const lineOf = (path: Path) => lineAt(offsetOf(document.contents, path));
  const read = overlaySchema.safeParse(document.toJS() ?? {});
  if (read.success) return { overlay: read.data, lineOf };
  const problems = read.error.issues.flatMap((issue): OverlayProblem[] => {
    const where = placeOf(issue.path);
    if (issue.code !== "unrecognized_keys") return [{ line: lineOf(issue.path), message: `${where}${issue.message}` }];
    return issue.keys.map((key) => ({ line: lineOf([...issue.path, key]), message: `${where}there is no key ${key}` }));
  });
  return { problems: problems.sort((a, b) => a.line - b.line) };
}

const placeOf = (path: Path): string => (path.length === 0 ? "" : `${path.map(String).join(".")}: `);

/** Offset of the key or entry at a path; if it is missing, of its parent. */
function offsetOf(contents: Node | null, path: Path): number | undefined {
  let node: unknown = contents;
  let offset = contents?.range?.[0];
  for (const part of path) {
    if (!isCollection(node)) return offset;
    const pair = isMap(node) ? node.items.find(({ key }) => isScalar(key) && key.value === part) : undefined;
    const at = isSeq(node) && typeof part === "number" ? node.items[part] : pair?.key;
    if (!isNode(at)) return offset;
    offset = at.range?.[0] ?? offset;
    node = pair === undefined ? at : pair.value;
  }
  return offset;
}

/** An overlay as YAML. */
export const overlayYaml = (overlay: Overlay): string =>
  Object.keys(overlay).length === 0 ? "" : stringify(overlay, { lineWidth: 0 });

/** A starting overlay for a document: every possible change, as comments. It has no effect until one is uncommented. */
export function startingOverlay(document: string): string {
  const { name, summary = "", sections } = parse(document);
  const commented = (value: unknown) => stringify(value, { lineWidth: 0 }).trimEnd().replace(/^/gm, "# ");
  const pages = sections.flatMap(({ name: own, items }) => [
    `#   # ${own}`,
    ...items.map(({ url, title, excerpt: description = "" }) =>
      commented([{ url, title, description }]).replace(/^# /gm, "#   "),
    ),
  ]);
  return `${[
    "# Changes to an llms.txt that stay, whatever a crawl finds. Take the # off the lines you want, and change them.",
    commented({ name }),
    commented({ summary }),
    commented({ notes: ["A paragraph below the summary."] }),
    `# These first, in this order; the others follow.\n${commented({ sections: sections.map((own) => ({ name: own.name, as: own.name })) })}`,
    `# Also: section: <name>, pin: true, hide: true.\n# pages:\n${pages.join("\n")}`,
  ].join("\n\n")}\n`;
}
