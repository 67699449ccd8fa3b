import type { Check } from "../../protocol/types.ts";
import type { Asked } from "../../state/query.ts";

/** The two ways in which a document is read. */
export const VIEWS = [
  { value: "doc", label: "Rendered" },
  { value: "raw", label: "Raw" },
] as const;

/** Goes to a section or a line of the document, once the view that has it is drawn. */
export function scrollTo(id: string, view: string): void {
  requestAnimationFrame(() =>
    document.getElementById(id)?.scrollIntoView({ block: view === "raw" ? "center" : "start" }),
  );
}

export const findingsOf = (check: Asked<Check>): Check["findings"] =>
  check.type === "there" ? check.value.findings : [];
