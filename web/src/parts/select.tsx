interface SelectProps<T extends string | number> {
  readonly choices: readonly { readonly value: T; readonly label: string }[];
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly class?: string;
  readonly id?: string;
  readonly "aria-label"?: string;
}

/** A list that unfolds, of which one choice is taken. */
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
