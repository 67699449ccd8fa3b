import { percentDecoded } from "../address/percent.ts";

export type Fields = Readonly<Record<string, unknown>>;

/** Most references that are followed one after another; more are a circle. */
const MAX_HOPS = 20;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The value as an object; an empty one where it is none. */
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The value as a text; empty where it is none. */
export const textOf = (value: unknown): string =>
  typeof value === "string" ? value.trim() : typeof value === "number" || typeof value === "boolean" ? `${value}` : "";

/** Most values of one example: YAML aliases make a small text large. */
const MAX_VALUES = 500;

/** A small value as JSON; empty for others. */
export function jsonOf(value: unknown): string {
  const waiting = [value];
  for (let count = 0; waiting.length > 0; count++) {
    if (count + waiting.length > MAX_VALUES) return "";
    const next = waiting.pop();
    waiting.push(
      ...(Array.isArray(next) ? next.slice(0, MAX_VALUES) : Object.values(fieldsOf(next)).slice(0, MAX_VALUES)),
    );
  }
  return JSON.stringify(value, undefined, 2) ?? "";
}

/** The last name of a reference: `Pet` of `#/components/schemas/Pet`; empty where the value is none. */
export const refName = (value: unknown): string => {
  const { $ref } = fieldsOf(value);
  return typeof $ref === "string" ? ($ref.slice($ref.lastIndexOf("/") + 1).split(".", 1)[0] ?? "") : "";
};

/** An API description as a stranger wrote it. References are followed inside it alone. */
export class ApiDocument {
  readonly root: Fields;
  #leadsOut = false;

  constructor(root: Fields) {
    this.root = root;
  }

  /** True if a reference that was followed leads to another file. */
  get leadsOut(): boolean {
    return this.#leadsOut;
  }

  /** The object that references lead to; empty where they lead nowhere, to another file, or in a circle. */
  resolved(value: unknown): Fields {
    let fields = fieldsOf(value);
    for (let hop = 0; typeof fields.$ref === "string"; hop++) {
      if (hop >= MAX_HOPS) return {};
      fields = fieldsOf(this.#at(fields.$ref));
    }
    return fields;
  }

  #at(pointer: string): unknown {
    if (!pointer.startsWith("#")) {
      this.#leadsOut = true;
      return undefined;
    }
    let value: unknown = this.root;
    for (const name of pointer.split("/", MAX_HOPS).slice(1)) {
      const key = percentDecoded(name).replaceAll("~1", "/").replaceAll("~0", "~");
      value = Array.isArray(value) ? value[Number(key)] : Object.hasOwn(fieldsOf(value), key) && fieldsOf(value)[key];
    }
    return value;
  }
}
