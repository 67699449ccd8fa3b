import type { ComponentChildren, FormHTMLAttributes } from "preact";
import { useState } from "preact/hooks";
import { troubleOf } from "../state/call.ts";

interface FormProps extends FormHTMLAttributes {
  /** Called instead of the browser's own request. */
  readonly onSend: () => unknown;
}

/** A form that does not leave the page. */
export function Form({ onSend, ...rest }: FormProps) {
  const onSubmit = (event: Event) => {
    event.preventDefault();
    void onSend();
  };
  return <form onSubmit={onSubmit} {...rest} />;
}

interface FieldProps {
  readonly id: string;
  readonly label: string;
  readonly help?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A row of a form: text on the left, the control on the right; on a phone one below the other. */
export const Field = ({ id, label, help, children }: FieldProps) => (
  <div class="grid grid-cols-[200px_minmax(0,1fr)] items-start gap-x-4 border-t border-line px-[18px] py-3 first:border-t-0 phone:grid-cols-1 phone:gap-y-1.5 phone:px-3.5">
    <label class="pt-1.5 font-medium" for={id}>
      {label}
    </label>
    <div class="grid gap-1.5">
      {children}
      {help && (
        <p id={`${id}-help`} class="text-[13px]/[18px] text-pretty text-ink-3">
          {help}
        </p>
      )}
    </div>
  </div>
);

interface SelectProps<T extends string | number> {
  readonly choices: readonly { readonly value: T; readonly label: string }[];
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly class?: string;
  readonly id?: string;
  readonly "aria-label"?: string;
}

/** A drop-down list. */
export function Select<T extends string | number>({ choices, onChange, class: look = "", ...rest }: SelectProps<T>) {
  return (
    <select
      class={`select ${look}`}
      onChange={({ currentTarget }) => {
        const chosen = choices[currentTarget.selectedIndex];
        if (chosen) onChange(chosen.value);
      }}
      {...rest}
    >
      {choices.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}

interface SwitchProps {
  readonly id: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly disabled?: boolean;
  readonly class?: string;
}

/** A switch; its text is a label for its id. */
export const Switch = ({ isOn, onChange, class: look = "", ...rest }: SwitchProps) => (
  <input
    type="checkbox"
    role="switch"
    aria-checked={isOn}
    class={`switch ${look}`}
    checked={isOn}
    onChange={({ currentTarget }) => {
      const wanted = currentTarget.checked;
      // The value decides, not the click: it moves when the change is accepted.
      currentTarget.checked = isOn;
      onChange(wanted);
    }}
    {...rest}
  />
);

interface BoxProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** A checkbox with its words. */
export const Box = ({ label, isOn, onChange }: BoxProps) => (
  <label class="flex items-center gap-2.5 text-[13.5px]">
    <input
      type="checkbox"
      class="box flex-none"
      checked={isOn}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
    {label}
  </label>
);

/** State of an action: true while it runs, and the reason if it failed. */
export function useWork() {
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState("");
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    setTrouble("");
    await work().catch((thrown) => setTrouble(troubleOf(thrown)));
    setBusy(false);
  };
  return { isBusy, trouble, run };
}

interface TroubleProps {
  readonly why: string;
  readonly id?: string;
  readonly class?: string;
}

/** Reason of a failure, announced to screen readers; may be empty. */
export const Trouble = ({ why, class: look = "mt-2", ...rest }: TroubleProps) => (
  <p role="alert" class={why ? `text-[13px]/[18px] wrap-anywhere text-bad ${look}` : ""} {...rest}>
    {why}
  </p>
);
