import type { Input, OperationName, Result } from "./operations.ts";

export interface Task {
  readonly operation: OperationName;
  readonly input: Input<OperationName>;
}

/** Answer to a task, in the order of tasks. `cpuMs`: processor time of the thread. */
export type Answer =
  | { readonly type: "done"; readonly result: Result<OperationName>; readonly cpuMs: number }
  | { readonly type: "failed"; readonly why: string; readonly cpuMs: number };

export interface Ready {
  readonly type: "ready";
}

/**
 * Counters in memory shared by both threads: tasks begun, tasks done, and the thread's processor time when the last one
 * began.
 */
export const COUNTERS = { begun: 0, done: 1, beganMs: 2 } as const;
export const COUNTER_COUNT = 3;

/** Depth to which inputs may hold texts and bytes. */
const DEPTH = 2;

/** Byte arrays in an input. */
export function bytesOf(value: unknown, depth = DEPTH): readonly Uint8Array[] {
  if (value instanceof Uint8Array) return [value];
  if (typeof value !== "object" || value === null || depth === 0) return [];
  return Object.values(value).flatMap((part: unknown) => bytesOf(part, depth - 1));
}

/** Size of an input: its bytes, and the characters of its texts. */
export function sizeOf(value: unknown, depth = DEPTH): number {
  if (typeof value === "string" || value instanceof Uint8Array) return value.length;
  if (typeof value !== "object" || value === null || depth === 0) return 0;
  return Object.values(value).reduce((sum: number, part: unknown) => sum + sizeOf(part, depth - 1), 0);
}
