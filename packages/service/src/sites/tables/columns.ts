import type { ColumnType } from "kysely";

// Kinds of columns that several tables have.

/** A column of JSON. Values are written as text: a driver would turn an array into a Postgres array. */
export type GeneratedJson<T> = ColumnType<T, string | undefined, string>;
export type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>;

/** A value of a column of JSON; null stays null. */
export const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));
