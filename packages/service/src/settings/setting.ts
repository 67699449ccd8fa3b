import type { ZodMiniType } from "zod/mini";

/**
 * A schema of an environment variable's text. It is of zod/mini: importing all of zod would take a tenth of a start.
 */
export type SettingKind<Value> = ZodMiniType<Value>;

/** Text about a setting, for `serve --help` and docs/reference/settings.md. */
interface Note {
  readonly about: string;
  /** True for a secret: its value is never logged or returned. */
  readonly secret?: true;
  /** Effect of leaving it unset, in words, if the default is no plain value. */
  readonly unset?: string;
}

export interface Setting<Value = unknown> extends Note {
  readonly kind: SettingKind<Value>;
  /** Value if the variable is not set. */
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
