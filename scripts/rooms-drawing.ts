// Draws the rooms of src/ and the arrows between them into docs/architecture.md, from the imports themselves.
import { readFileSync, writeFileSync } from "node:fs";
import { type Imports, importsBelow } from "./imports.ts";

const FILE = "docs/architecture.md";
const BEGIN = "<!-- rooms: npm run docs:rooms -->";
const END = "<!-- /rooms -->";

const roomOf = (file: string): string => (file.includes("/") ? file.slice(0, file.indexOf("/")) : file);

/** room -> the rooms it imports. index.ts stands for the library's users and is left out. */
function arrows(imports: Imports): Map<string, Set<string>> {
  const rooms = new Map<string, Set<string>>();
  for (const [file, targets] of imports) {
    const room = roomOf(file);
    if (room === "index.ts") continue;
    const known = rooms.get(room) ?? new Set();
    rooms.set(room, known);
    for (const target of targets) if (roomOf(target) !== room) known.add(roomOf(target));
  }
  return rooms;
}

/** Whether `to` is reached from `from` by two arrows or more. */
function isReachedOtherwise(rooms: ReadonlyMap<string, ReadonlySet<string>>, from: string, to: string): boolean {
  const seen = new Set<string>();
  const waiting = [...(rooms.get(from) ?? [])].filter((room) => room !== to);
  for (let room = waiting.pop(); room !== undefined; room = waiting.pop()) {
    if (room === to) return true;
    if (seen.has(room)) continue;
    seen.add(room);
    waiting.push(...(rooms.get(room) ?? []));
  }
  return false;
}

const subRoomsOf = (imports: Imports, room: string): string[] => [
  ...new Set(
    [...imports.keys()]
      .flatMap((file) => /^([^/]+)\/([^/]+)\//.exec(file)?.slice(1, 3) ?? [])
      .filter((_, index, all) => index % 2 === 1 && all[index - 1] === room),
  ),
];

/** The drawing as Mermaid: an arrow that follows from others is left out, so that the floors can be seen. */
export function roomsDrawing(src: string): string {
  const imports = importsBelow(src);
  const rooms = arrows(imports);
  const nodes = [...rooms.keys()].sort().map((room) => {
    const inside = subRoomsOf(imports, room);
    return `  ${room.replace(".ts", "")}["<b>${room}</b>${inside.length > 0 ? `<br>${inside.join(" · ")}` : ""}"]`;
  });
  const lines = [...rooms]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([from, targets]) =>
      [...targets]
        .sort()
        .filter((to) => !isReachedOtherwise(rooms, from, to))
        .map((to) => `  ${from.replace(".ts", "")} --> ${to.replace(".ts", "")}`),
    );
  return ["```mermaid", "flowchart TD", ...nodes, ...lines, "```"].join("\n");
}

/** docs/architecture.md with the drawing of today. Throws when its two marks are missing. */
export function withDrawing(text: string, drawing: string): string {
  const begin = text.indexOf(BEGIN);
  const end = text.indexOf(END);
  if (begin < 0 || end < begin) throw new Error(`${FILE}: ${BEGIN} … ${END} is missing`);
  return `${text.slice(0, begin + BEGIN.length)}\n${drawing}\n${text.slice(end)}`;
}

if (import.meta.main) writeFileSync(FILE, withDrawing(readFileSync(FILE, "utf8"), roomsDrawing("src")));
