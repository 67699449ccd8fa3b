import { isDeepStrictEqual } from "node:util";
import { type Document, isMap, isSeq, parseDocument, type YAMLMap, type YAMLSeq } from "yaml";
import { YAML_STYLE, yamlText } from "../emit/yaml.ts";
import type { Overlay } from "../overlay/overlay.ts";
import { readOverlay } from "./read.ts";

/**
 * An overlay as YAML. With the text it had before, what did not change is left as it was written, comments included.
 * Empty where there is nothing to say.
 */
export function overlayYaml(overlay: Overlay, before = ""): string {
  const fresh = Object.keys(overlay).length === 0 ? "" : yamlText(overlay);
  const read = readOverlay(before);
  if (before.trim() === "" || read.type !== "overlay") return fresh;
  if (isDeepStrictEqual(read.overlay, overlay)) return before;
  const merged = mergedYaml(overlay, read.overlay, before);
  const again = readOverlay(merged);
  // Parts that cannot be merged are written anew.
  return again.type === "overlay" && isDeepStrictEqual(again.overlay, overlay) ? merged : fresh;
}

const KEYS = ["name", "summary", "notes", "sections", "pages"] as const satisfies readonly (keyof Overlay)[];

function mergedYaml(overlay: Overlay, was: Overlay, before: string): string {
  const document = parseDocument(before, { uniqueKeys: false });
  const top = document.contents;
  // A text of nothing but comments: they stay, and the overlay follows.
  if (!isMap(top)) return `${before.trimEnd()}\n\n${yamlText(overlay)}`;
  for (const key of KEYS) {
    const value = overlay[key];
    const node = document.get(key, true);
    if (isDeepStrictEqual(value, was[key])) continue;
    if (value === undefined) document.delete(key);
    else if (Array.isArray(value) && isSeq(node)) mergeList(document, node, value);
    else document.set(key, document.createNode(value));
  }
  return document.toString(YAML_STYLE);
}

type OverlayEntry = NonNullable<Overlay["pages"]>[number] | NonNullable<Overlay["sections"]>[number];

/** Merges a list: each entry keeps its node, found by the page or section that it names. */
function mergeList(document: Document, list: YAMLSeq, values: readonly OverlayEntry[]): void {
  const before: readonly unknown[] = list.toJS(document);
  const nodes = new Map<string, unknown>();
  for (const [index, value] of before.entries()) nodes.set(keyOf(value), list.items[index]);
  list.items = values.map((value) => {
    const node = nodes.get(keyOf(value));
    nodes.delete(keyOf(value));
    if (!isMap(node) || typeof value === "string") return document.createNode(value);
    mergeMap(document, node, value);
    return node;
  });
}

function mergeMap(document: Document, map: YAMLMap, value: Exclude<OverlayEntry, string>): void {
  const was: Record<string, unknown> = map.toJS(document);
  const now: Record<string, unknown> = { ...value };
  for (const key of Object.keys(was)) if (now[key] === undefined) map.delete(key);
  for (const [key, one] of Object.entries(now))
    if (one !== undefined && !isDeepStrictEqual(one, was[key])) map.set(key, one);
}

function keyOf(value: unknown): string {
  if (typeof value !== "object" || value === null) return `name ${String(value)}`;
  const { name, url, path }: { name?: unknown; url?: unknown; path?: unknown } = value;
  return name === undefined ? `page ${String(url ?? path)}` : `name ${String(name)}`;
}
