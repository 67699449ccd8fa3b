/** One version as it is drawn. */
interface Drawable {
  readonly at: string;
  readonly pages: number;
  readonly characters: number;
}

/** A drawing of 1000 by 100 that is stretched to its place. */
export const WIDTH = 1000;
export const HEIGHT = 100;

/** Share of the height that the smallest amount has; the largest one has nearly all. */
const FLOOR = 0.2;
const CEILING = 0.9;

/** Places of moments and amounts in the drawing. */
export interface Scale {
  readonly x: (at: string) => number;
  readonly pages: (amount: number) => number;
  readonly characters: (amount: number) => number;
}

function heightsOf(amounts: readonly number[]): (amount: number) => number {
  const [least, most] = [Math.min(...amounts), Math.max(...amounts)];
  const share = (amount: number) => (most === least ? 0.5 : (amount - least) / (most - least));
  return (amount) => HEIGHT * (1 - FLOOR - (CEILING - FLOOR) * share(amount));
}

/** @param until the end of the time that is drawn, in milliseconds since 1970 */
export function scaleOf(versions: readonly Drawable[], until: number): Scale {
  const begin = Math.min(...versions.map(({ at }) => Date.parse(at)));
  const span = Math.max(1, until - begin);
  return {
    x: (at) => Math.max(0, Math.min(WIDTH, ((Date.parse(at) - begin) / span) * WIDTH)),
    pages: heightsOf(versions.map(({ pages }) => pages)),
    characters: heightsOf(versions.map(({ characters }) => characters)),
  };
}

/** A line that keeps each height until the next version comes. @param versions the oldest first */
export function stepsOf(versions: readonly Drawable[], { x }: Scale, heightOf: (version: Drawable) => number): string {
  const steps = versions.map((version, index) =>
    index === 0 ? `M${x(version.at)} ${heightOf(version)}` : `H${x(version.at)}V${heightOf(version)}`,
  );
  return `${steps.join("")}H${WIDTH}`;
}
