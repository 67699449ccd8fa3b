import { type ColumnType, sql } from "kysely";

// Kinds of columns that several tables have.

/** A column of JSON. Values are written as text: a driver would turn an array into a Postgres array. */
export type GeneratedJson<T> = ColumnType<T, string | undefined, string>;
export type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>;

/** The time of the database's clock. */
export const now = sql<Date>`now()`;

/** A text without NUL, which Postgres cannot store, cut to some characters. */
export const storable = (text: string, length: number): string => text.replaceAll("\0", "").slice(0, length);

/** A value of a column of JSON; null stays null. */
export const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));
