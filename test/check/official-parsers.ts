// The two official parsers of llms.txt, written anew from their behaviour. Both are strict regular expressions: the
// document's grammar (docs/the-document.md) avoids everything that they lose or throw on.

export interface OfficialReading {
  readonly title: string;
  readonly summary: string | undefined;
  readonly info: string;
  readonly sections: ReadonlyMap<string, readonly OfficialLink[]>;
}

export interface OfficialLink {
  readonly title: string;
  readonly url: string;
  readonly desc: string | undefined;
}

/** The Python package. @throws Error if it fails on a `None` match */
export function readLikePython(text: string): OfficialReading {
  const [start = "", ...rest] = text.split(/^##\s*(.*?)$/m);
  const sections = new Map<string, OfficialLink[]>();
  for (let index = 0; index < rest.length; index += 2) {
    const lines = (rest[index + 1] ?? "")
      .trim()
      .split(/\n+/)
      .filter((line) => line.trim() !== "");
    sections.set(rest[index] ?? "", lines.map(pythonLink));
  }
  return { ...readHead(start.trim()), sections };
}

/** The link may be anywhere in the line; a line without one ends the program. */
function pythonLink(line: string): OfficialLink {
  const found = /-\s*\[([^\]]+)\]\(([^)]+)\)(?::\s*([^\n]*))?/.exec(line);
  if (found === null) throw new Error(`no link in: ${line}`);
  return { title: found[1] ?? "", url: found[2] ?? "", desc: found[3] };
}

/** The JavaScript module: only whole lines count as links, and `.` stops at U+2028 and U+2029. @throws Error */
export function readLikeJavaScript(text: string): OfficialReading {
  const [start = "", ...rest] = text.split(/^##\s*(.*?)$/m);
  const sections = new Map<string, OfficialLink[]>();
  for (let index = 0; index < rest.length; index += 2) {
    const links = (rest[index + 1] ?? "").matchAll(/^-\s*\[([^\]]+)\]\(([^)]+)\)(?::\s*(.*))?$/gm);
    sections.set(
      rest[index] ?? "",
      [...links].map(([, title = "", url = "", desc]) => ({ title, url, desc })),
    );
  }
  return { ...readHead(start.trim()), sections };
}

function readHead(start: string): Omit<OfficialReading, "sections"> {
  const found = /^#\s*(.+?)$\n+(?:^>\s*(.+?)$)?\n+([\s\S]*)/m.exec(start);
  if (found === null) throw new Error("no head");
  return { title: found[1] ?? "", summary: found[2], info: found[3] ?? "" };
}
