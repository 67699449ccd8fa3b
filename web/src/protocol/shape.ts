import { amount, fields, flag, list, maybe, nullable, objectOf, oneOf, type Reader, text } from "./reader.ts";

/** How a value is read. scripts/page-shapes.ts writes it from the server's schemas. */
export type Shape =
  | "text"
  | "number"
  | "flag"
  | "object"
  | { readonly words: readonly string[] }
  | { readonly nullable: Shape }
  | { readonly list: Shape }
  | { readonly each: readonly Shape[] }
  | { readonly either: readonly Shape[] }
  | { readonly fields: Readonly<Record<string, Shape>>; readonly optional?: readonly string[] }
  | { readonly key: string; readonly kinds: Readonly<Record<string, Shape>> };

/** The reader of a shape. Of an object whose field `key` is none of `kinds` it makes undefined. */
export function readerOf(shape: Shape): Reader<unknown> {
  if (shape === "text") return text;
  if (shape === "number") return amount;
  if (shape === "flag") return flag;
  if (shape === "object") return fields;
  if ("words" in shape) return oneOf(...shape.words);
  if ("nullable" in shape) return nullable(readerOf(shape.nullable));
  if ("list" in shape) return list(readerOf(shape.list));
  if ("each" in shape) return eachOf(shape.each.map(readerOf));
  if ("either" in shape) return eitherOf(shape.either.map(readerOf));
  if ("kinds" in shape) return kindOf(shape);
  const optional = new Set(shape.optional);
  const readers = Object.entries(shape.fields).map(([name, field]) => {
    const read = readerOf(field);
    return [name, optional.has(name) ? maybe(read) : read] as const;
  });
  return objectOf(Object.fromEntries(readers));
}

const eachOf =
  (readers: readonly Reader<unknown>[]): Reader<unknown> =>
  (value) => {
    const given: readonly unknown[] = Array.isArray(value) ? value : [];
    return readers.map((read, index) => read(given[index]));
  };

/** The first reader that takes the value as it is; the last one's stand-in where none does. */
const eitherOf =
  (readers: readonly Reader<unknown>[]): Reader<unknown> =>
  (value) =>
    readers.some((read) => read(value) === value) ? value : readers.at(-1)?.(value);

function kindOf({ key, kinds }: Extract<Shape, { readonly key: string }>): Reader<unknown> {
  const readers = new Map(Object.entries(kinds).map(([kind, shape]) => [kind, readerOf(shape)]));
  return (value) => readers.get(text(fields(value)[key]))?.(value);
}
