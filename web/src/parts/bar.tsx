interface BarPart {
  /** Share of the whole, 0 to 1. */
  readonly share: number;
  /** Class that sets `--c` or the text colour, and perhaps `hatch`, for a share that is missing. */
  readonly look: string;
}

interface BarProps {
  readonly parts: readonly BarPart[];
  /** The bar in words; left out if the figures stand beside it. */
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
