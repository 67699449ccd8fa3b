import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { Button } from "../../parts/button.tsx";
import { Form } from "../../parts/field.tsx";

interface EditFormProps {
  readonly children: ComponentChildren;
  /** Buttons behind "Done". */
  readonly actions?: ComponentChildren;
  readonly onTake: () => void;
  readonly onClose: () => void;
}

/** Fields that replace a line. The first has the focus; Enter applies them, Escape discards them. */
export function EditForm({ children, actions, onTake, onClose }: EditFormProps) {
  const fields = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => fields.current?.querySelector("input")?.focus(), []);
  return (
    <Form
      class="my-1.5 grid gap-2.5"
      onSend={() => {
        onTake();
        onClose();
      }}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === "Escape") onClose();
      }}
    >
      <div ref={fields} class="grid gap-2.5">
        {children}
      </div>
      <div class="flex flex-wrap gap-2">
        <Button type="submit" label="Done" class="btn-small btn-primary" />
        {actions}
        <Button label="Cancel" class="btn-small btn-quiet" onClick={onClose} />
      </div>
    </Form>
  );
}

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onType: (text: string) => void;
  /** Most characters: the overlay takes no more. */
  readonly most: number;
  /** Lines of a field for several; left out: one line. */
  readonly rows?: number;
  readonly children?: ComponentChildren;
}

/** A text field with its label above and notes below. */
export function TextField({ label, value, onType, most, rows, children }: TextFieldProps) {
  const both = {
    ...{ id: useId(), autocomplete: "off" as const, dir: "auto" as const, maxLength: most, value },
    onInput: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) => onType(currentTarget.value),
  };
  return (
    <div class="grid gap-1">
      <label class="text-[13px] font-medium" for={both.id}>
        {label}
      </label>
      {rows === undefined ? (
        <input class="input w-full" {...both} />
      ) : (
        <textarea class="input h-auto w-full py-1.5" rows={rows} {...both} />
      )}
      {children}
    </div>
  );
}
