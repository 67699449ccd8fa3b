import { type ApiDocument, type Fields, fieldsOf, jsonOf, listOf, refName, textOf } from "./api-document.ts";
import { code, inline } from "./words.ts";

/** Most levels of fields inside fields, and most fields of one operation, that are written. */
const MAX_DEPTH = 4;
const MAX_FIELDS = 300;

/** Most values of an enumeration, and most alternatives, that are written. */
const MAX_VALUES = 40;
const MAX_ALTERNATIVES = 8;

/** Most schemas that one schema is composed of, side by side and nested. */
const MAX_PARTS = 8;

/** Most steps into schemas for one operation: references make a small text large. */
const MAX_STEPS = 5_000;

/** A field of an object. */
interface Property {
  readonly name: string;
  readonly schema: unknown;
  readonly isRequired: boolean;
}

/** Place inside a schema: its depth, and the named schemas around it. */
interface Inside {
  readonly depth: number;
  readonly names: readonly string[];
}

/**
 * Writes the schemas of one operation as words and lists, within limits. A named schema is not written inside itself.
 */
export class Schemas {
  readonly #document: ApiDocument;
  #fields = 0;
  #steps = 0;

  constructor(document: ApiDocument) {
    this.#document = document;
  }

  /** `array of Pet`, `string (date-time)`, `one of Cat, Dog`. */
  typeOf(value: unknown, depth = 0): string {
    const name = refName(value);
    if (name !== "" || depth > MAX_DEPTH || ++this.#steps > MAX_STEPS) return name;
    const schema = fieldsOf(value);
    const alternatives = [...listOf(schema.oneOf), ...listOf(schema.anyOf)].slice(0, MAX_ALTERNATIVES);
    if (alternatives.length > 0)
      return `one of ${unique(alternatives, (one) => this.typeOf(one, depth + 1)).join(", ")}`;
    const types = (Array.isArray(schema.type) ? schema.type : [schema.type]).map(textOf).filter(Boolean);
    if (types.includes("array") || schema.items !== undefined)
      return `array of ${this.typeOf(schema.items, depth + 1) || "values"}`;
    const parts = unique(listOf(schema.allOf).slice(0, MAX_PARTS), (one) => this.typeOf(one, depth + 1));
    if (types.length === 0 && parts.length > 0) return parts.join(" and ");
    const format = textOf(schema.format);
    const words = types.length === 0 && schema.properties !== undefined ? "object" : types.join(" or ");
    return format === "" ? words : `${words} (${format})`;
  }

  /** Sentences about the values that a schema takes; empty where it takes any. */
  valuesOf(value: unknown): string {
    const schema = this.#document.resolved(value);
    const all = listOf(schema.enum ?? fieldsOf(schema.items).enum);
    const values = all.slice(0, MAX_VALUES).map((one) => code(textOf(one) || jsonOf(one)));
    const more = all.length > MAX_VALUES ? `, and ${all.length - MAX_VALUES} more` : "";
    const said = textOf(schema.default);
    return [
      ...(values.length > 0 ? [`Values: ${values.join(", ")}${more}.`] : []),
      ...(said === "" ? [] : [`Default: ${code(said)}.`]),
    ].join(" ");
  }

  /** The fields of an object, or of each member of an array, as a list; empty where it has none. */
  listOf(value: unknown, inside: Inside = { depth: 0, names: [] }): string {
    const name = refName(value);
    if (inside.depth >= MAX_DEPTH || ++this.#steps > MAX_STEPS || (name !== "" && inside.names.includes(name)))
      return "";
    const deeper = { depth: inside.depth + 1, names: name === "" ? inside.names : [...inside.names, name] };
    const schema = this.#document.resolved(value);
    const items = schema.items ?? (this.#propertiesOf(schema).length > 0 ? undefined : schema.additionalProperties);
    if (items !== undefined) return this.listOf(items, { ...deeper, depth: inside.depth });
    const rows = this.#propertiesOf(schema).flatMap((property) => this.#row(property, deeper));
    const alternatives = [...listOf(schema.oneOf), ...listOf(schema.anyOf)].slice(0, MAX_ALTERNATIVES);
    for (const alternative of alternatives) {
      const fields = this.listOf(alternative, deeper);
      if (fields !== "")
        rows.push(`<li>${code(this.typeOf(alternative) || "object")}, one of the forms:${fields}</li>`);
    }
    return rows.length === 0 ? "" : `<ul>${rows.join("\n")}</ul>`;
  }

  #row({ name, schema, isRequired }: Property, inside: Inside): readonly string[] {
    if (++this.#fields > MAX_FIELDS)
      return this.#fields === MAX_FIELDS + 1 ? ["<li>More fields are not told here.</li>"] : [];
    const known = this.#document.resolved(schema);
    const about = describedField({
      name,
      isRequired,
      type: this.typeOf(schema),
      schema: known,
      values: this.valuesOf(schema),
    });
    return [`<li>${about}${this.listOf(schema, inside)}</li>`];
  }

  #propertiesOf(schema: Fields, depth = 0): readonly Property[] {
    const required = new Set(listOf(schema.required));
    const own = Object.entries(fieldsOf(schema.properties)).map(([name, property]) => ({
      name,
      schema: property,
      isRequired: required.has(name),
    }));
    if (depth >= MAX_PARTS || ++this.#steps > MAX_STEPS) return own.slice(0, MAX_FIELDS);
    const parts = listOf(schema.allOf).slice(0, MAX_PARTS);
    const inherited = parts.flatMap((part) => this.#propertiesOf(this.#document.resolved(part), depth + 1));
    return [...new Map([...inherited, ...own].map((property) => [property.name, property])).values()].slice(
      0,
      MAX_FIELDS,
    );
  }
}

/** A field, or a parameter, in one line. */
export function describedField(field: {
  readonly name: string;
  readonly isRequired: boolean;
  readonly type: string;
  readonly values: string;
  readonly schema: Fields;
  readonly place?: string;
}): string {
  const { name, isRequired, type, values, schema, place = "" } = field;
  const isOld = schema.deprecated === true;
  const facts = [place, type, isRequired && "required", isOld && "deprecated"].filter(
    (fact) => typeof fact === "string" && fact !== "",
  );
  const description = inline(textOf(schema.description));
  return `${code(name)}${facts.length > 0 ? ` (${inline(facts.join(", "))})` : ""}${description && `: ${description}`}${values && `${endOf(description)} ${values}`}`;
}

const endOf = (sentence: string): string => (sentence === "" ? ":" : /[.!?:]$/.test(sentence) ? "" : ".");

const unique = (values: readonly unknown[], wordsOf: (value: unknown) => string): readonly string[] => [
  ...new Set(values.map(wordsOf).filter(Boolean)),
];
