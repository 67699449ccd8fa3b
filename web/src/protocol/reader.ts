/** Reads what comes from outside: gives its type or a harmless stand-in, and never throws. */
export type Reader<T> = (value: unknown) => T;

export type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const fields: Reader<Fields> = (value) => (isFields(value) ? value : {});
export const text: Reader<string> = (value) => (typeof value === "string" ? value : "");
export const amount: Reader<number> = (value) => (typeof value === "number" && Number.isFinite(value) ? value : 0);
export const flag: Reader<boolean> = (value) => value === true;

/** Reads what may be absent or null. */
export const maybe =
  <T>(read: Reader<T>): Reader<T | undefined> =>
  (value) =>
    value === undefined || value === null ? undefined : read(value);

/** Reads what the server gives as null where there is none. */
export const nullable =
  <T>(read: Reader<T>): Reader<T | null> =>
  (value) =>
    value === undefined || value === null ? null : read(value);

export const list =
  <T>(read: Reader<T>): Reader<T[]> =>
  (value) =>
    Array.isArray(value) ? value.map(read) : [];

/** The one of `words` that the value is, else the first. */
export const oneOf =
  <const T extends string>(...words: readonly T[]): Reader<T> =>
  (value) =>
    words.find((word) => word === value) ?? (words[0] as T);

/** One of the server's own words, for which `known` has an entry each. */
export const keyOf =
  <K extends string>(known: Readonly<Record<K, unknown>>, otherwise: K): Reader<K> =>
  (value) => {
    const isKnown = (key: string): key is K => Object.hasOwn(known, key);
    return typeof value === "string" && isKnown(value) ? value : otherwise;
  };

/** Reads an object, a field after the other; what is absent and may be is left out. */
export function objectOf(readers: Readonly<Record<string, Reader<unknown>>>): Reader<Fields> {
  return (value) => {
    const given = fields(value);
    const known = Object.entries(readers).map(([field, read]) => [field, read(given[field])] as const);
    return Object.fromEntries(known.filter(([, one]) => one !== undefined));
  };
}

/** The same for a type of the page's own: a field without a reader of its type is an error of the compiler. */
export function object<T extends object>(readers: { readonly [Field in keyof T]-?: Reader<T[Field]> }): Reader<T> {
  // Every field is there then that T demands.
  return objectOf(readers) as Reader<T>;
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
