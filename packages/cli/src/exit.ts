/** Exit codes of the command: done; the work failed; used wrongly; stopped by Ctrl-C. */
export const EXIT = { done: 0, failed: 1, usage: 2, interrupted: 130 } as const;
