import type { ComponentChildren } from "preact";
import { Button } from "../../parts/button.tsx";
import { withNotes, withText } from "./changes.ts";
import type { EditProps } from "./edit-props.ts";

interface FieldProps {
  readonly id: string;
  readonly label: string;
  /** The crawl's text; undefined if the field has it already. */
  readonly was: string | undefined;
  readonly onReset: () => void;
  readonly children: ComponentChildren;
}

function Field({ id, label, was, onReset, children }: FieldProps) {
  return (
    <div class="grid gap-1">
      <div class="flex min-h-7 items-center justify-between gap-2">
        <label class="text-[13px] font-medium" for={id}>
          {label}
        </label>
        {was !== undefined && (
          <Button
            label="Use the site's"
            class="btn-quiet btn-small -mr-2"
            aria-label={`Use the site's: ${label}`}
            data-focus={`reset ${id}`}
            onClick={onReset}
          />
        )}
      </div>
      {children}
      {was && (
        <p class="border-l-2 border-line-2 pl-2 text-[12.5px]/[18px] wrap-anywhere text-ink-3" dir="auto">
          On the site: {was}
        </p>
      )}
    </div>
  );
}

function Name({ editor, editing }: EditProps) {
  const { name } = editing.draft.overlay;
  const { was } = editing.shown.preview;
  const reset = () => editor.change((now) => withText(now.overlay, "name", undefined), "Name of the site");
  return (
    <Field id="site-name" label="Site name" was={name === undefined ? undefined : was.name} onReset={reset}>
      <input
        id="site-name"
        class="input w-full"
        autocomplete="off"
        dir="auto"
        maxLength={1000}
        value={name ?? was.name}
        onInput={({ currentTarget: { value } }) =>
          editor.type("name", (now) => withText(now, "name", value === was.name ? undefined : value))
        }
        onBlur={() => name?.trim() === "" && reset()}
      />
    </Field>
  );
}

function Summary({ editor, editing }: EditProps) {
  const { summary } = editing.draft.overlay;
  const { was } = editing.shown.preview;
  return (
    <Field
      id="site-summary"
      label="Summary"
      was={summary === undefined ? undefined : was.summary}
      onReset={() => editor.change((now) => withText(now.overlay, "summary", undefined), "Summary of the site")}
    >
      <textarea
        id="site-summary"
        class="input h-auto min-h-24 w-full py-1.5"
        rows={4}
        dir="auto"
        maxLength={4000}
        value={summary ?? was.summary}
        onInput={({ currentTarget: { value } }) =>
          editor.type("summary", (now) => withText(now, "summary", value === was.summary ? undefined : value))
        }
      />
    </Field>
  );
}

function Notes({ editor, editing }: EditProps) {
  const { notes } = editing.draft.overlay;
  const write = (lines: readonly string[]) => editor.type("notes", (now) => withNotes(now, [...lines]));
  return (
    <Field
      id="site-notes"
      label="Notes"
      was={notes === undefined ? undefined : ""}
      onReset={() => editor.change((now) => withNotes(now.overlay, undefined), "Notes of the site")}
    >
      <textarea
        id="site-notes"
        class="input h-auto min-h-16 w-full py-1.5"
        rows={2}
        dir="auto"
        aria-describedby="notes-help"
        value={(notes ?? editing.shown.preview.notes).join("\n")}
        onInput={({ currentTarget: { value } }) => write(value === "" ? [] : value.split("\n"))}
        onBlur={() => notes?.some((note) => note.trim() === "") && write(notes.filter((note) => note.trim() !== ""))}
      />
      <p id="notes-help" class="text-[12.5px]/[18px] text-ink-3">
        They stand below the summary. Each line is one paragraph.
      </p>
    </Field>
  );
}

/** Fields for name, summary and notes, which stand above the lists. */
export function HeadPanel(props: EditProps) {
  return (
    <section class="panel grid gap-2.5 px-4 pt-3 pb-4" aria-label="Name and summary">
      <Name {...props} />
      <Summary {...props} />
      <Notes {...props} />
    </section>
  );
}
