import type { ParsedSection } from "@llmstxt-service/document/check";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Button } from "../../parts/button.tsx";
import { Form } from "../../parts/field.tsx";
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
  const first = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => first.current?.focus(), []);
  const move = (to: number) => {
    editing.change(withSections(editing.draft, names.toSpliced(at, 1).toSpliced(to, 0, name)));
    onClose();
  };
  const rename = () => {
    const to = typed.trim();
    if (to !== "" && to !== name) editing.change(withSections(editing.draft, names, { from: name, to }));
    onClose();
  };
  return (
    <Form
      class="my-2 flex flex-wrap items-center gap-2"
      onSend={rename}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === "Escape") onClose();
      }}
    >
      <input
        ref={first}
        class="input w-56 max-w-full"
        aria-label="Name of the section"
        autocomplete="off"
        maxLength={200}
        value={typed}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Button type="submit" label="Done" class="btn-small btn-primary" />
      <Button label="Move up" class="btn-small" disabled={at <= 0} onClick={() => move(at - 1)} />
      <Button label="Move down" class="btn-small" disabled={at >= names.length - 1} onClick={() => move(at + 1)} />
      <Button label="Cancel" class="btn-small btn-quiet" onClick={onClose} />
    </Form>
  );
}
