import type { Parsed } from "@llmstxt-service/document/check";
import { useState } from "preact/hooks";
import { EditForm, TextField } from "./edit-form.tsx";
import { withHead } from "./edits.ts";
import type { DocumentProps } from "./site-props.ts";

interface HeadFormProps extends DocumentProps {
  readonly crawled: Parsed;
  readonly onClose: () => void;
}

const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** Form for name, summary and notes of the document, in place. */
export function HeadForm({ document, crawled, editing, onClose }: HeadFormProps) {
  const [name, setName] = useState(document.name);
  const [summary, setSummary] = useState(document.summary ?? "");
  const [notes, setNotes] = useState((editing.draft.notes ?? []).join("\n"));
  const take = () => {
    const lines = linesOf(notes);
    editing.change(
      withHead(editing.draft, {
        name: name.trim() === "" || name.trim() === crawled.name ? undefined : name.trim(),
        summary: summary.trim() === (crawled.summary ?? "") ? undefined : summary.trim(),
        notes: lines.length === 0 ? undefined : lines,
      }),
    );
  };
  return (
    <EditForm onTake={take} onClose={onClose}>
      <TextField label="Site name" value={name} onType={setName} most={200} />
      <TextField label="Summary" value={summary} onType={setSummary} most={2000} rows={3} />
      <TextField label="Notes" value={notes} onType={setNotes} most={8000} rows={2}>
        <span class="text-[13px] text-ink-3">Shown below the summary. Each line is one paragraph.</span>
      </TextField>
    </EditForm>
  );
}
