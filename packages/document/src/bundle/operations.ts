import { sha256 } from "@llmstxt-service/page/sha256";
import type { Item } from "../document.ts";
import { type Entry, textKey } from "../entry.ts";
import { fileKey } from "../file-names.ts";
import type { Outline } from "../outline.ts";
import { noteText, titleText } from "../text.ts";
import type { Layout } from "./layout.ts";
import type { BundlePart, ListedItem } from "./parts.ts";
import { segmentName } from "./segment.ts";

/** An operation of an API description as a page of a bundle. */
export interface OperationPage extends ListedItem {
  /** The description's page as far as the address goes, with the operation's Markdown. */
  readonly entry: Entry;
  readonly item: Item;
  /** The description. */
  readonly of: Entry;
  readonly section: string;
  readonly title: string;
  readonly markdown: string;
  readonly file: string;
}

/** Most groups of an API that get a section each; the operations of an API with more share one section. */
const MAX_GROUPS = 12;

/** Most code points of method and path in a file's name. */
const MAX_NAME = 80;

/** The operations of all descriptions, each with a file that no page has. */
export function operationPages(
  { home, entries, names, urlOf }: Pick<Layout, "home" | "entries" | "names" | "urlOf">,
  { titleOf, descLength }: { readonly titleOf: (entry: Entry) => string; readonly descLength: number },
): readonly OperationPage[] {
  const taken = new Set([...names.values()].map(fileKey));
  return (home === undefined ? entries : [home, ...entries]).flatMap((of) => {
    const { operations = [] } = of.page;
    const groups = new Set(operations.map(({ tag }) => tag)).size;
    const folder = folderOf(names.get(of.url));
    return operations.map(({ title: named, summary, tag, markdown }): OperationPage => {
      const title = titleText(named);
      const file = freeFile(`${folder}${nameOf(named)}`, named, taken);
      const excerpt = noteText(summary, descLength);
      const item = { title, url: urlOf(file), ...(excerpt !== "" && { excerpt }) };
      const group = titleText(tag) || "Other operations";
      const section = groups > 1 && groups <= MAX_GROUPS ? `${titleOf(of)}: ${group}` : titleOf(of);
      const entry = { ...of, listed: { ...of.listed, markdown }, path: [...of.path, group, title] };
      return { of, entry, item, section, title, markdown, file };
    });
  });
}

/** `docs/openapi/` beside `docs/openapi.json.md`. */
const folderOf = (file = "api.md"): string => `${file.replace(/\.md$/, "").replace(/\.(?:json|ya?ml)$/i, "")}/`;

/** `get-pets-id` for `GET /pets/{id}`. */
function nameOf(title: string): string {
  const words = title.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, ""); // Bound: a name, 300 characters.
  return segmentName(encodeURIComponent([...words.toLowerCase()].slice(0, MAX_NAME).join("")));
}

function freeFile(stem: string, title: string, taken: Set<string>): string {
  const names = [`${stem}.md`, ...[8, 16, 64].map((length) => `${stem}-${sha256(title).slice(0, length)}.md`)];
  const free = names.find((name) => !taken.has(fileKey(name))) ?? `${stem}-${taken.size}.md`;
  taken.add(fileKey(free));
  return free;
}

/** The parts of an index with those of the operations behind them; what is optional stays last. */
export function withOperations(
  parts: readonly BundlePart[],
  { home, entries }: Pick<Outline, "home" | "entries">,
  operations: readonly OperationPage[],
): readonly BundlePart[] {
  const own = new Set(home === undefined ? entries : [home, ...entries]);
  const sections = Map.groupBy(
    operations.filter(({ of }) => own.has(of)),
    ({ section }) => section,
  );
  const names = new Set(parts.map(({ name }) => textKey(name)));
  const described = [...sections].map(([name, items]) => ({
    name: names.has(textKey(name)) ? `${name} (API)` : name,
    items,
  }));
  const isOptional = ({ name }: BundlePart) => name === "Optional";
  return [...parts.filter((part) => !isOptional(part)), ...described, ...parts.filter(isOptional)];
}
