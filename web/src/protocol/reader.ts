// Reads values of any shape: facts of failures, and what an earlier version of the page kept in this browser.

export type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const fields = (value: unknown): Fields => (isFields(value) ? value : {});
export const text = (value: unknown): string => (typeof value === "string" ? value : "");
export const amount = (value: unknown): number => (typeof value === "number" && Number.isFinite(value) ? value : 0);
export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
