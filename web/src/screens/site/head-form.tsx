import type { Parsed } from "@llmstxt-service/document/check";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Button } from "../../parts/button.tsx";
import { Form } from "../../parts/field.tsx";
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

/** Name, summary and notes of the document, in their place. */
export function HeadForm({ document, crawled, editing, onClose }: HeadFormProps) {
  const [name, setName] = useState(document.name);
  const [summary, setSummary] = useState(document.summary ?? "");
  const [notes, setNotes] = useState((editing.draft.notes ?? []).join("\n"));
  const first = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => first.current?.focus(), []);
  const take = () => {
    const lines = linesOf(notes);
    editing.change(
      withHead(editing.draft, {
        name: name.trim() === "" || name.trim() === crawled.name ? undefined : name.trim(),
        summary: summary.trim() === (crawled.summary ?? "") ? undefined : summary.trim(),
        notes: lines.length === 0 ? undefined : lines,
      }),
    );
    onClose();
  };
  return (
    <Form
      class="grid gap-2.5"
      onSend={take}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === "Escape") onClose();
      }}
    >
      <label class="grid gap-1 text-[13px] font-medium">
        Site name
        <input
          ref={first}
          class="input w-full font-normal"
          autocomplete="off"
          maxLength={200}
          value={name}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
      </label>
      <label class="grid gap-1 text-[13px] font-medium">
        Summary
        <textarea
          class="input h-auto w-full py-1.5 font-normal"
          rows={3}
          maxLength={2000}
          value={summary}
          onInput={({ currentTarget }) => setSummary(currentTarget.value)}
        />
      </label>
      <label class="grid gap-1 text-[13px] font-medium">
        Notes
        <textarea
          class="input h-auto w-full py-1.5 font-normal"
          rows={2}
          maxLength={8000}
          value={notes}
          onInput={({ currentTarget }) => setNotes(currentTarget.value)}
        />
        <span class="font-normal text-ink-3">Shown below the summary. Each line is one paragraph.</span>
      </label>
      <div class="flex flex-wrap gap-2">
        <Button type="submit" label="Done" class="btn-small btn-primary" />
        <Button label="Cancel" class="btn-small btn-quiet" onClick={onClose} />
      </div>
    </Form>
  );
}
