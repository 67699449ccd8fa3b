const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
const tenth = new Intl.NumberFormat("en-US", { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** `1,000` */
export const count = (n: number): string => whole.format(n);

/** `1 page`, `83 pages` */
export const some = (n: number, one: string, many = `${one}s`): string => `${count(n)} ${n === 1 ? one : many}`;

/** A rate with one decimal below 100, `48.2`, and without above. */
export const rate = (n: number): string => (n < 100 ? tenth.format(n) : whole.format(n));

/** Amount and decimal unit: `[9.8, MB]`. */
export function bytes(n: number): readonly [amount: string, unit: string] {
  if (n < 1000) return [count(n), "B"];
  if (n < 1_000_000) return [n < 100_000 ? rate(n / 1000) : count(n / 1000), "kB"];
  return [rate(n / 1_000_000), "MB"];
}

/** `26 kB` */
export const size = (n: number): string => bytes(n).join(" ");
