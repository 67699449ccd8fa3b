export interface BarPart {
  /** Share of the whole, 0 to 1. */
  readonly share: number;
  /** A class that sets `--c` or the text colour, and perhaps `hatch`: not had. */
  readonly look: string;
}

interface BarProps {
  readonly parts: readonly BarPart[];
  /** In words; without it the figures stand beside the bar. */
  readonly label?: string;
  readonly class?: string;
}

/** A bar of shares. */
export function Bar({ parts, label, class: extra = "" }: BarProps) {
  const said = label === undefined ? { "aria-hidden": true } : { role: "img" as const, "aria-label": label };
  return (
    <span class={`bar ${extra}`} {...said}>
      {parts.map(
        ({ share, look }, index) =>
          share > 0 && <i key={index} class={look} style={{ width: `${Math.min(1, share) * 100}%` }} />,
      )}
    </span>
  );
}
