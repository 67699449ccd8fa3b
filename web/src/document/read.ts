/** One line `- [title](url): excerpt`. */
export interface DocumentItem {
  readonly title: string;
  readonly url: string;
  readonly excerpt: string;
  /** Line number, from 1. */
  readonly line: number;
}

export interface DocumentSection {
  readonly name: string;
  readonly line: number;
  /** Characters from this heading to the next. */
  readonly characters: number;
  readonly items: readonly DocumentItem[];
  /** Index of the section's colour, 0 to 8; 8 is Optional. */
  readonly hue: number;
}

/** The parts of an llms.txt, to be shown as text nodes. */
export interface ReadDocument {
  readonly title: string;
  readonly summary: string;
  readonly details: readonly string[];
  readonly sections: readonly DocumentSection[];
  readonly lines: readonly string[];
}

/** Colour of the section at `index`: the same from the 8th section on; grey for Optional. */
export const hueOf = (name: string, index: number): number => (name === "Optional" ? 8 : Math.min(index, 7));

/** Splits a list's line into its parts; undefined for any other line. Linear in the line's length. */
export function splitItem(line: string): { title: string; url: string; rest: string } | undefined {
  if (!/^[-*] \[/.test(line)) return undefined;
  const middle = line.indexOf("](");
  const end = middle < 0 ? -1 : line.indexOf(")", middle);
  if (end < 0) return undefined;
  return { title: line.slice(3, middle), url: line.slice(middle + 2, end), rest: line.slice(end + 1) };
}

/** Path of the only page that these lines of a text list; empty if there are several, or none. */
export function pageAt(text: string, lines: ReadonlySet<number>): string {
  const [line = 0] = lines;
  const item = lines.size === 1 ? splitItem(text.split("\n")[line - 1] ?? "") : undefined;
  return item && URL.canParse(item.url) ? new URL(item.url).pathname : "";
}

function readItem(line: string, number: number): DocumentItem | undefined {
  const parts = splitItem(line);
  return parts && { title: parts.title, url: parts.url, excerpt: parts.rest.replace(/^:\s*/, ""), line: number };
}

interface OpenSection {
  readonly name: string;
  readonly line: number;
  readonly items: DocumentItem[];
  characters: number;
}

/**
 * Reads an llms.txt. Never throws: lines that it does not know are missing from the rendered view, and shown in Raw.
 */
export function readDocument(source: string): ReadDocument {
  const lines = source.replace(/\n$/, "").split("\n");
  const sections: OpenSection[] = [];
  const details: string[] = [];
  const head = { title: "", summary: "" };
  lines.forEach((line, index) => {
    const open = sections.at(-1);
    if (line.startsWith("## "))
      sections.push({ name: line.slice(3), line: index + 1, items: [], characters: line.length + 1 });
    else if (open) {
      open.characters += line.length + 1;
      const item = readItem(line, index + 1);
      if (item) open.items.push(item);
    } else if (line.startsWith("# ") && head.title === "") head.title = line.slice(2);
    else if (line.startsWith("> ")) head.summary += (head.summary && " ") + line.slice(2);
    else if (line.trim() !== "") details.push(line);
  });
  return {
    ...head,
    details,
    lines,
    sections: sections.map((section, index) => ({ ...section, hue: hueOf(section.name, index) })),
  };
}
