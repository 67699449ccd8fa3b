import * as z from "zod";

interface SettingNote {
  /** What it does, for `serve --help` and docs/reference/settings.md. */
  readonly about: string;
  /** Never logged, never returned. */
  readonly secret?: true;
  /** In words, where the default is no plain value. */
  readonly unset?: string;
}

/** What is said of each setting, by its schema. */
export const notes = z.registry<SettingNote>();
