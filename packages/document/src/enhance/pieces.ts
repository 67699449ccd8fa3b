import type { ParsedItem } from "../check/check.ts";
import { type ParsedLlmsTxt, parseLlmsTxt } from "../check/check.ts";

/**
 * Cuts a document at section borders into documents of at most `budget` characters, each with the head of the whole;
 * a section larger than that is cut between items. At least one; every item is in exactly one, as it stands.
 */
export function piecesOf(text: string, budget: number): string[] {
  const lines = text.split("\n");
  const { sections } = parseLlmsTxt(text);
  const head = headLines(lines, sections).join("\n").trimEnd();
  const room = budget - head.length;
  const lineOf = (item: ParsedItem) => lines[item.line - 1] ?? "";
  const runs = sections.flatMap((section) => {
    const heading = lines[section.line - 1] ?? "";
    return packed(section.items.map(lineOf), room - heading.length).map((run) => `${heading}\n\n${run.join("\n")}`);
  });
  const pieces = packed(runs, room).map((group) => `${[head, ...group].join("\n\n")}\n`);
  return pieces.length === 0 ? [text] : pieces;
}

function headLines(lines: readonly string[], [first]: ParsedLlmsTxt["sections"]): readonly string[] {
  return first === undefined ? lines : lines.slice(0, first.line - 1);
}

/**
 * Groups texts in order, as many as fit into `room` with two line feeds each; a text larger than `room` is a group of
 * its own.
 */
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
