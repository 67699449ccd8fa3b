// Writes web/src/protocol/shapes.json: how the page reads what the server says, from the schemas by which the server says it.
import { writeFileSync } from "node:fs";
import * as z from "zod";
import { ANSWERS } from "../src/shells/protocol/answers.ts";

/** The part of JSON Schema that the schemas of `src/shells/protocol` come to. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly const?: string;
  readonly enum?: readonly string[];
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

/** As web/src/protocol/shape.ts reads it. */
type Shape = string | { readonly [Field in string]: unknown };

/** What stands in for a word of a newer server that this page does not know; elsewhere the first word does. */
const OTHERWISE = ["unexpected", "not a page", "noWords", "upToDate", "hint", "service"];

const PLAIN: Readonly<Record<string, string>> = {
  string: "text",
  number: "number",
  integer: "number",
  boolean: "flag",
};

function shapeOf(schema: Schema): Shape {
  const { properties, required = [], items, prefixItems, type = "" } = schema;
  const words = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  const either = schema.anyOf ?? schema.oneOf;
  if (words !== undefined) return { words: [...words].sort((a, b) => rank(a) - rank(b)) };
  if (either !== undefined) return shapeOfUnion(either);
  if (prefixItems !== undefined) return { each: prefixItems.map(shapeOf) };
  if (items !== undefined) return { list: shapeOf(items) };
  if (properties !== undefined) {
    const optional = Object.keys(properties).filter((name) => !required.includes(name));
    const fields = Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, shapeOf(field)]));
    return optional.length === 0 ? { fields } : { fields, optional };
  }
  if (typeof type === "string") return PLAIN[type] ?? "object";
  const [one = ""] = type.filter((each) => each !== "null");
  return { nullable: shapeOf({ ...schema, type: one }) };
}

const rank = (word: string): number => (OTHERWISE.includes(word) ? 0 : 1);

function shapeOfUnion(schemas: readonly Schema[]): Shape {
  const others = schemas.filter(({ type }) => type !== "null");
  const [first] = others;
  if (first !== undefined && others.length === 1) return { nullable: shapeOf(first) };
  const key = Object.keys(first?.properties ?? {}).find((name) => others.every((one) => wordsOf(one, name).length > 0));
  if (key === undefined) return { either: others.map(shapeOf) };
  const kinds = others.flatMap((one) => wordsOf(one, key).map((word) => [word, shapeOf(one)] as const));
  return { key, kinds: Object.fromEntries(kinds) };
}

/** The words by which a field tells kinds of objects apart. */
function wordsOf({ properties }: Schema, name: string): readonly string[] {
  const { const: word, enum: words = [] } = properties?.[name] ?? {};
  return word === undefined ? words : [word];
}

/** web/src/protocol/shapes.json, to the letter. */
export function pageShapes(): string {
  const shapes = Object.entries(ANSWERS).map(([name, schema]) => {
    const written: Schema = z.toJSONSchema(schema, { io: "output", unrepresentable: "any" }) as Schema;
    return [name, shapeOf(written)];
  });
  return `${JSON.stringify(Object.fromEntries(shapes), undefined, 1)}\n`;
}

if (import.meta.main) writeFileSync("web/src/protocol/shapes.json", pageShapes());
