// What a setting is. Ours, since a schema library took a quarter of the CPU of the command before its first request.

/** What a text says, or what it must be: `must be true or false`. */
export type Reading<Value> = { readonly value: Value } | { readonly must: string };

/** How the text of an environment variable is read. */
export type Kind<Value> = (text: string) => Reading<Value>;

/** What `serve --help` and docs/reference/settings.md say. */
interface Note {
  /** What it does. */
  readonly about: string;
  /** Never logged, never returned. */
  readonly secret?: true;
  /** In words, where the default is no plain value. */
  readonly unset?: string;
}

export interface Setting<Value = unknown> extends Note {
  readonly kind: Kind<Value>;
  /** The value where the variable is not set. */
  readonly fallback: Value;
}

export function setting<Value>(kind: Kind<Value>, note: Note & { readonly fallback: NoInfer<Value> }): Setting<Value>;
export function setting<Value>(kind: Kind<Value>, note: Note): Setting<Value | undefined>;
export function setting<Value>(
  kind: Kind<Value>,
  { fallback, ...note }: Note & { readonly fallback?: Value },
): Setting<Value | undefined> {
  return { ...note, kind, fallback };
}

/** The same kind for fewer values: those that pass. */
export const where =
  <Value>(kind: Kind<Value>, passes: (value: Value) => boolean, must: string): Kind<Value> =>
  (text) => {
    const reading = kind(text);
    return "must" in reading || passes(reading.value) ? reading : { must };
  };

/** What a kind's values are made into. */
export const as =
  <Value, Made>(kind: Kind<Value>, make: (value: Value) => Made): Kind<Made> =>
  (text) => {
    const reading = kind(text);
    return "must" in reading ? reading : { value: make(reading.value) };
  };
