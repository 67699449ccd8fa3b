const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

/** `1,000` */
export const count = (n: number): string => whole.format(n);

/** `1 page`, `83 pages` */
export const some = (n: number, one: string, many = `${one}s`): string => `${count(n)} ${n === 1 ? one : many}`;
