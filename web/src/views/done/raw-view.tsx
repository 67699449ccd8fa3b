import { splitItem } from "../../document/read.ts";
import type { CheckFinding } from "../../protocol/types.ts";

/** One line of a file, with its parts in different colours. */
export function Code({ line }: { readonly line: string }) {
  const item = splitItem(line);
  if (item)
    return (
      <code>
        - <span class="t">[{item.title}]</span>
        <span class="u">({item.url})</span>
        {item.rest}
      </code>
    );
  return <code class={line.startsWith("#") ? "h" : ""}>{line || " "}</code>;
}

interface RawViewProps {
  readonly lines: readonly string[];
  readonly findings: readonly CheckFinding[];
}

/** The file line by line, with each finding beside its line. */
export function RawView({ lines, findings }: RawViewProps) {
  const byLine = Map.groupBy(findings, (finding) => finding.line);
  return (
    <ol class="raw">
      {lines.map((line, index) => {
        const notes = byLine.get(index + 1) ?? [];
        const error = notes.some((note) => note.level === "error") ? "error" : "";
        return (
          <li key={index} dir="auto" id={`line-${index + 1}`} class={notes.length > 0 ? `flag ${error}` : ""}>
            <Code line={line} />
            {notes.map((note) => (
              <span key={note.code} class="note">
                {note.message}
              </span>
            ))}
          </li>
        );
      })}
    </ol>
  );
}
