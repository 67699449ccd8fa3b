import type { ComponentChildren } from "preact";

export interface Choice<T extends string | number> {
  readonly value: T;
  readonly label: ComponentChildren;
}

interface SegProps<T extends string | number> {
  readonly label: string;
  readonly choices: readonly Choice<T>[];
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly class?: string;
}

/** A row of buttons of which one is pressed. */
export function Seg<T extends string | number>({ label, choices, value, onChange, class: extra = "" }: SegProps<T>) {
  return (
    <span class={`seg ${extra}`} role="group" aria-label={label}>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          aria-pressed={choice.value === value}
          onClick={() => onChange(choice.value)}
        >
          {choice.label}
        </button>
      ))}
    </span>
  );
}

/** Tabs: arrow keys, Home and End move between them; the panel has the id `panel-<value>`. */
export function Tabs<T extends string>({ label, choices, value, onChange }: SegProps<T>) {
  const move = (event: KeyboardEvent) => {
    const at = choices.findIndex((choice) => choice.value === value);
    const target = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: choices.length - 1 }[event.key];
    const next = target === undefined ? undefined : choices.at(target % choices.length);
    if (!next) return;
    event.preventDefault();
    onChange(next.value);
    document.getElementById(`tab-${next.value}`)?.focus();
  };
  return (
    <span class="seg" role="tablist" aria-label={label} onKeyDown={move}>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          role="tab"
          id={`tab-${choice.value}`}
          aria-controls={`panel-${choice.value}`}
          aria-selected={choice.value === value}
          tabIndex={choice.value === value ? 0 : -1}
          onClick={() => onChange(choice.value)}
        >
          {choice.label}
        </button>
      ))}
    </span>
  );
}
