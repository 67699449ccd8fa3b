// Draws the packages, the rooms in them and the arrows between packages into docs/architecture.md, from the imports themselves.
import { readFileSync, writeFileSync } from "node:fs";
import { type Imports, importsBelow } from "./imports.ts";

const FILE = "docs/architecture.md";
const BEGIN = "<!-- rooms: npm run docs:rooms -->";
const END = "<!-- /rooms -->";

const packageOf = (file: string): string => file.slice(0, file.indexOf("/"));

/** package -> the other packages that it imports. */
function arrows(imports: Imports): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const [file, targets] of imports) {
    const from = packageOf(file);
    const known = found.get(from) ?? new Set();
    found.set(from, known);
    for (const target of targets) if (packageOf(target) !== from) known.add(packageOf(target));
  }
  return found;
}

/** The folders of a package's src/. */
const roomsOf = (imports: Imports, name: string): readonly string[] => [
  ...new Set([...imports.keys()].flatMap((file) => new RegExp(`^${name}/src/([^/]+)/`).exec(file)?.[1] ?? [])),
];

/** The drawing as Mermaid: packages with their rooms, and an arrow for each package that another imports. */
export function roomsDrawing(folder: string): string {
  const imports = importsBelow(folder);
  const found = [...arrows(imports)].sort(([a], [b]) => (a < b ? -1 : 1));
  const nodes = found.map(([name]) => {
    const rooms = roomsOf(imports, name);
    return `  ${name}["<b>${name}</b>${rooms.length > 0 ? `<br>${rooms.join(" · ")}` : ""}"]`;
  });
  const lines = found.flatMap(([from, targets]) => [...targets].sort().map((to) => `  ${from} --> ${to}`));
  return ["```mermaid", "flowchart TD", ...nodes, ...lines, "```"].join("\n");
}

/** docs/architecture.md with the drawing of today. Throws when its two marks are missing. */
export function withDrawing(text: string, drawing: string): string {
  const begin = text.indexOf(BEGIN);
  const end = text.indexOf(END);
  if (begin < 0 || end < begin) throw new Error(`${FILE}: ${BEGIN} … ${END} is missing`);
  return `${text.slice(0, begin + BEGIN.length)}\n${drawing}\n${text.slice(end)}`;
}

if (import.meta.main) writeFileSync(FILE, withDrawing(readFileSync(FILE, "utf8"), roomsDrawing("packages")));
