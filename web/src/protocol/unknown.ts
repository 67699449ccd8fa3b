/** Readers for what comes from outside: each gives its type or a harmless stand-in, and never throws. */
export type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const fields = (value: unknown): Fields => (isFields(value) ? value : {});
export const text = (value: unknown, otherwise = ""): string => (typeof value === "string" ? value : otherwise);
export const maybeText = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
export const amount = (value: unknown, otherwise = 0): number =>
  typeof value === "number" && Number.isFinite(value) ? value : otherwise;
export const flag = (value: unknown): boolean => value === true;

export function list<T>(value: unknown, read: (item: unknown) => T): readonly T[] {
  return Array.isArray(value) ? value.map(read) : [];
}

/** The one of `words` that `value` is, else the first. */
export function oneOf<T extends string>(words: readonly [T, ...T[]], value: unknown): T {
  return words.find((word) => word === value) ?? words[0];
}

/** Parses JSON; undefined where the text is none. */
export function tryJson(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    // JSON.parse throws nothing but SyntaxError.
    return undefined;
  }
}
