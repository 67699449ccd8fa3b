import type { ZodMiniType } from "zod/mini";

/** A schema of an environment variable's text. zod/mini: all of zod would cost a tenth of a start. */
export type SettingKind<Value> = ZodMiniType<Value>;

/** Facts for `serve --help` and docs/reference/settings.md. */
interface Note {
  /** Its effect. */
  readonly about: string;
  /** Never logged, never returned. */
  readonly secret?: true;
  /** In words, where the default is no plain value. */
  readonly unset?: string;
}

export interface Setting<Value = unknown> extends Note {
  readonly kind: SettingKind<Value>;
  /** The value where the variable is not set. */
  readonly fallback: Value;
}

export function setting<Value>(
  kind: SettingKind<Value>,
  note: Note & { readonly fallback: NoInfer<Value> },
): Setting<Value>;
export function setting<Value>(kind: SettingKind<Value>, note: Note): Setting<Value | undefined>;
export function setting<Value>(
  kind: SettingKind<Value>,
  { fallback, ...note }: Note & { readonly fallback?: Value },
): Setting<Value | undefined> {
  return { ...note, kind, fallback };
}
