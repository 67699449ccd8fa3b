/** Values of a payload, in all: a list of a few may name each other without end. */
const MAX_VALUES = 50_000;
const MAX_DEPTH = 32;
/** Kinds that Nuxt wraps a value in. */
const WRAPPED = new Set([
  "Reactive",
  "ShallowReactive",
  "Ref",
  "ShallowRef",
  "EmptyRef",
  "EmptyShallowRef",
  "NuxtError",
]);

/**
 * The value that a list of devalue's stands for, which Nuxt sends: its objects and lists hold places in the list. Other
 * kinds of values (dates, sets, maps) are left out. Every other value is itself.
 */
export function unflattened(value: unknown): unknown {
  return Array.isArray(value) && value.length > 0 && typeof value[0] === "object" ? new Payload(value).at(0, 0) : value;
}

class Payload {
  readonly #values: readonly unknown[];
  #left = MAX_VALUES;

  constructor(values: readonly unknown[]) {
    this.#values = values;
  }

  at(place: unknown, depth: number): unknown {
    if (typeof place !== "number" || depth > MAX_DEPTH || this.#left-- <= 0) return undefined;
    const value = this.#values[place];
    if (Array.isArray(value)) return this.#list(value, depth);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, this.at(inner, depth + 1)]));
  }

  #list(value: readonly unknown[], depth: number): unknown {
    const [kind, inner] = value;
    if (typeof kind !== "string") return value.map((one) => this.at(one, depth + 1));
    return WRAPPED.has(kind) ? this.at(inner, depth + 1) : undefined;
  }
}
