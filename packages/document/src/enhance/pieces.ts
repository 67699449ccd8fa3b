// A document in pieces that a model can take: cut at section borders, each with the head of the whole.
import { parse } from "../check/parse.ts";

/**
 * Documents of at most `budget` characters, each with the head of the whole; a section larger than that is cut between
 * items. At least one; every item is in exactly one, as it stands.
 */
export function piecesOf(text: string, budget: number): string[] {
  const lines = text.split("\n");
  const { sections } = parse(text);
  const head = lines
    .slice(0, (sections[0]?.line ?? lines.length + 1) - 1)
    .join("\n")
    .trimEnd();
  const room = budget - head.length;
  const runs = sections.flatMap(({ line, items }) => {
    const heading = lines[line - 1] ?? "";
    const own = items.map((item) => lines[item.line - 1] ?? "");
    return packed(own, room - heading.length).map((run) => `${heading}\n\n${run.join("\n")}`);
  });
  const pieces = packed(runs, room).map((group) => `${[head, ...group].join("\n\n")}\n`);
  return pieces.length === 0 ? [text] : pieces;
}

/** Texts in groups, as many as fit into `room` with two line feeds each; what is larger is a group of its own. */
function packed(texts: readonly string[], room: number): string[][] {
  const groups: string[][] = [];
  let left = 0;
  for (const text of texts) {
    const size = text.length + 2;
    const group = groups.at(-1);
    if (group === undefined || size > left) {
      groups.push([text]);
      left = room - size;
    } else {
      group.push(text);
      left -= size;
    }
  }
  return groups;
}
