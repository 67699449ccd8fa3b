// Reads what may be anything: facts of a failure, and what this browser kept of an earlier page.

export type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const fields = (value: unknown): Fields => (isFields(value) ? value : {});
export const text = (value: unknown): string => (typeof value === "string" ? value : "");
export const amount = (value: unknown): number => (typeof value === "number" && Number.isFinite(value) ? value : 0);
export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
