import type { Input, OperationName, Result } from "./operations.ts";

/** An operation and what it is given. */
export interface Task {
  readonly operation: OperationName;
  readonly input: Input<OperationName>;
}

/** Answers come in the order of the tasks. `cpuMs`: processor time of the thread. */
export type Answer =
  | { readonly type: "done"; readonly result: Result<OperationName>; readonly cpuMs: number }
  | { readonly type: "failed"; readonly why: string; readonly cpuMs: number };

/** A thread says once that it can be asked. */
export interface Ready {
  readonly type: "ready";
}

/** Numbers in memory that both threads see: tasks begun, tasks done, and the thread's processor time when the last one began. */
export const COUNTERS = { begun: 0, done: 1, beganMs: 2 } as const;
export const COUNTER_COUNT = 3;

/** Inputs hold their texts and bytes at most so deep. */
const DEPTH = 2;

/** The bytes an input comes with. */
export function bytesOf(value: unknown, depth = DEPTH): readonly Uint8Array[] {
  if (value instanceof Uint8Array) return [value];
  if (typeof value !== "object" || value === null || depth === 0) return [];
  return Object.values(value).flatMap((part: unknown) => bytesOf(part, depth - 1));
}

/** The size of an input on the way to a thread: its bytes, and the characters of its texts. */
export function sizeOf(value: unknown, depth = DEPTH): number {
  if (typeof value === "string" || value instanceof Uint8Array) return value.length;
  if (typeof value !== "object" || value === null || depth === 0) return 0;
  return Object.values(value).reduce((sum: number, part: unknown) => sum + sizeOf(part, depth - 1), 0);
}
