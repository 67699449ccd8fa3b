interface BoxProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly class?: string;
}

/** A checkbox with its words. */
export const Box = ({ label, isOn, onChange, class: look = "" }: BoxProps) => (
  <label class={`flex items-center gap-2.5 ${look}`}>
    <input
      type="checkbox"
      class="box flex-none"
      checked={isOn}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
    {label}
  </label>
);
