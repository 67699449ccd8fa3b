export interface MeterPart {
  /** Share of the whole, 0 to 1. */
  readonly share: number;
  /** A class that sets the fill. */
  readonly fill: string;
}

interface MeterProps {
  readonly parts: readonly MeterPart[];
  readonly class: string;
  /** Pixels of ground between two parts. */
  readonly gap: number;
}

/** A bar of coloured parts, as SVG: widths are attributes, so no style attribute is needed. */
export function Meter({ parts, class: extra, gap }: MeterProps) {
  let x = 0;
  return (
    <svg class={`meter ${extra}`} preserveAspectRatio="none" aria-hidden="true">
      {parts.map(({ share, fill }, index) => {
        const at = x;
        x += share;
        return <rect key={index} class={fill} x={`${at * 100}%`} width={`${share * 100}%`} height="100%" />;
      })}
      {gap > 0 &&
        parts.slice(0, -1).map((_, index) => {
          const end = parts.slice(0, index + 1).reduce((sum, part) => sum + part.share, 0);
          return <rect key={`gap${index}`} class="fill-panel" x={`${end * 100}%`} width={gap} height="100%" />;
        })}
    </svg>
  );
}
