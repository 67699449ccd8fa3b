import type { ParsedSection } from "@llmstxt-service/document/check";
import { useState } from "preact/hooks";
import { Button } from "../../parts/button.tsx";
import { EditForm, TextField } from "./edit-form.tsx";
import { withSections } from "./edits.ts";
import type { DocumentProps } from "./site-props.ts";

interface SectionFormProps extends DocumentProps {
  readonly section: ParsedSection;
  readonly onClose: () => void;
}

/** Name and place of a section. `Optional` stays the last one, as readers expect it there. */
export function SectionForm({ section: { name }, document, editing, onClose }: SectionFormProps) {
  const [typed, setTyped] = useState(name);
  const names = document.sections.map((section) => section.name).filter((one) => one !== "Optional");
  const at = names.indexOf(name);
  const rename = () => {
    const to = typed.trim();
    if (to !== "" && to !== name) editing.change(withSections(editing.draft, names, { from: name, to }));
  };
  const move = (to: number) => {
    editing.change(withSections(editing.draft, names.toSpliced(at, 1).toSpliced(to, 0, name)));
    onClose();
  };
  const moves = (
    <>
      <Button label="Move up" class="btn-small" disabled={at <= 0} onClick={() => move(at - 1)} />
      <Button label="Move down" class="btn-small" disabled={at >= names.length - 1} onClick={() => move(at + 1)} />
    </>
  );
  return (
    <EditForm actions={moves} onTake={rename} onClose={onClose}>
      <TextField label="Name of the section" value={typed} onType={setTyped} most={200} />
    </EditForm>
  );
}
