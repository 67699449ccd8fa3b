import type { Finding } from "@llmstxt-service/service/shapes";

/** The parts of a list's line; undefined for any other line. Linear in its length. */
function partsOf(line: string): { title: string; url: string; rest: string } | undefined {
  const middle = line.startsWith("- [") ? line.indexOf("](") : -1;
  const end = middle < 0 ? -1 : line.indexOf(")", middle);
  if (end < 0) return undefined;
  return { title: line.slice(3, middle), url: line.slice(middle + 2, end), rest: line.slice(end + 1) };
}

/** One line of a file, with its parts in different colours. */
function Line({ line }: { readonly line: string }) {
  const item = partsOf(line);
  if (!item) return <code class={line.startsWith("#") ? "h" : ""}>{line || " "}</code>;
  return (
    <code>
      - <span class="t">[{item.title}]</span>
      <span class="u">({item.url})</span>
      {item.rest}
    </code>
  );
}

interface RawViewProps {
  readonly text: string;
  readonly findings: readonly Finding[];
}

/** The file line by line, with each finding beside its line. */
export function RawView({ text, findings }: RawViewProps) {
  const byLine = Map.groupBy(findings, (finding) => finding.line);
  return (
    <ol class="raw">
      {text
        .replace(/\n$/, "")
        .split("\n")
        .map((line, index) => {
          const notes = byLine.get(index + 1) ?? [];
          const error = notes.some(({ level }) => level === "error") ? "error" : "";
          return (
            <li key={index} dir="auto" id={`line-${index + 1}`} class={notes.length > 0 ? `flag ${error}` : ""}>
              <Line line={line} />
              {notes.map(({ code, message }) => (
                <span key={code} class="note">
                  {message}
                </span>
              ))}
            </li>
          );
        })}
    </ol>
  );
}
