import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  parseDocument,
  visit,
} from "yaml";
import { MAX_PROBLEMS, type OverlayProblem, problemsOf } from "./problems.ts";
import { isTooDeep, MAX_DEPTH, overlaySchema, type ParsedOverlay, withoutNulls } from "./schema.ts";

/** Most bytes of an overlay; one with titles and descriptions of a thousand pages has half as many. */
export const MAX_OVERLAY_BYTES = 512 * 1024;

export type ReadOverlay =
  | {
      readonly type: "overlay";
      readonly overlay: ParsedOverlay;
      lineOf(path: readonly (string | number)[]): number | undefined;
    }
  | { readonly type: "problems"; readonly problems: readonly OverlayProblem[] };

/** Reads an overlay's YAML, of which JSON is a part. An empty text changes nothing. Never throws. */
export function readOverlay(text: string): ReadOverlay {
  const refused = (problems: readonly OverlayProblem[]) =>
    ({ type: "problems", problems: problems.slice(0, MAX_PROBLEMS) }) as const;
  if (Buffer.byteLength(text) > MAX_OVERLAY_BYTES)
    return refused([{ code: "tooLarge", path: [], maxBytes: MAX_OVERLAY_BYTES }]);
  const deep = tooDeepLine(text);
  if (deep !== undefined) return refused([{ code: "tooDeep", path: [], line: deep }]);
  const lines = new LineCounter();
  // The parser's own search for repeated keys (`uniqueKeys`) takes quadratic time; `oddNodes` finds them.
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false });
  const lineAt = (offset: number | undefined) => (offset === undefined ? 1 : Math.max(1, lines.linePos(offset).line));
  const wrong = [...document.errors, ...document.warnings].map(
    ({ message: detail, pos }): OverlayProblem => ({ code: "yaml", path: [], line: lineAt(pos[0]), detail }),
  );
  if (wrong.length > 0) return refused(wrong);
  const odd = oddNodes(document, lineAt);
  if (odd.length > 0) return refused(odd);
  const parsed = overlaySchema.safeParse(withoutNulls(document.toJS({ maxAliasCount: 0 }) ?? {}));
  const lineOf = (path: readonly (string | number)[]) => lineAt(offsetOf(document, path));
  if (parsed.success) return { type: "overlay", overlay: parsed.data, lineOf };
  const told = problemsOf(parsed.error).map((problem) => ({ ...problem, line: lineOf(problem.path) }));
  return refused(told.sort((a, b) => a.line - b.line));
}

/** The overlay that a request brings: YAML, or the value of JSON. Never throws. */
export function overlayOf(given: unknown): ParsedOverlay | OverlayProblem[] {
  if (typeof given === "string") {
    const read = readOverlay(given);
    return read.type === "overlay" ? read.overlay : [...read.problems];
  }
  if (isTooDeep(given)) return [{ code: "tooDeep", path: [] }];
  const parsed = overlaySchema.safeParse(withoutNulls(given));
  return parsed.success ? parsed.data : [...problemsOf(parsed.error)];
}

/** Most spaces before a line's first word; more mean nesting beyond `MAX_DEPTH`. */
const MAX_INDENT = 100;

/**
 * The line where lists and objects go deeper than any overlay does: the parser goes down with them and, a hundred thousand
 * deep, takes the process with it. Judged by the tokens, which are read one after the other.
 */
function tooDeepLine(text: string): number | undefined {
  let [line, brackets, marks, isStart] = [1, 0, 0, true];
  for (const token of new Lexer().lex(text)) {
    if (token === "[" || token === "{") brackets++;
    if (token === "]" || token === "}") brackets--;
    if (token === "-" || token === "?") marks++;
    const isDeepIndent = isStart && token.length > MAX_INDENT && token.trim() === "" && !token.includes("\n");
    if (brackets > MAX_DEPTH || marks > MAX_DEPTH || isDeepIndent) return line;
    isStart = token.endsWith("\n");
    if (isStart) marks = 0;
    line += token.split("\n").length - 1;
  }
  return undefined;
}

/** Parts of YAML that no overlay has: repeated keys, anchors, aliases, tags. A number is taken as the text it is written as. */
function oddNodes(
  document: Document.Parsed,
  lineAt: (offset: number | undefined) => number,
): readonly OverlayProblem[] {
  const found: OverlayProblem[] = [];
  visit(document, {
    Node(_, node) {
      const line = lineAt(node.range?.[0]);
      if (isAlias(node)) found.push({ code: "notTaken", path: [], line, what: "alias" });
      else if (node.anchor !== undefined) found.push({ code: "notTaken", path: [], line, what: "anchor" });
      else if (node.tag !== undefined) found.push({ code: "notTaken", path: [], line, what: "tag" });
      if (isScalar(node) && (typeof node.value === "number" || typeof node.value === "bigint"))
        node.value = node.source ?? String(node.value);
      return undefined;
    },
    Map(_, map) {
      const seen = new Set<unknown>();
      for (const { key } of map.items) {
        const name = isScalar(key) ? key.value : key;
        if (seen.has(name)) {
          const line = lineAt(isNode(key) ? key.range?.[0] : undefined);
          found.push({ code: "keyRepeated", path: [], line, key: String(name) });
        }
        seen.add(name);
      }
    },
  });
  return found;
}

/** Start of the value at a path, or of its key; if neither is there, of the value around it. */
function offsetOf(document: Document.Parsed, path: readonly (string | number)[]): number | undefined {
  let node: unknown = document.contents;
  let offset = document.contents?.range?.[0];
  for (const part of path) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && key.value === part);
      if (!isPair(pair) || !isNode(pair.key)) return offset;
      offset = pair.key.range?.[0] ?? offset;
      node = pair.value;
    } else if (isSeq(node) && typeof part === "number") {
      const item = node.items[part];
      if (!isNode(item)) return offset;
      offset = item.range?.[0] ?? offset;
      node = item;
    } else return offset;
  }
  return offset;
}
