let last: Promise<void> = Promise.resolve();

/**
 * Wait for it before a step that keeps the processor for tens of milliseconds. Such steps then never follow each other
 * at once, whoever takes them: requests that came in meanwhile are answered in between. Never rejects.
 */
export function turn(): Promise<void> {
  last = last.then(() => new Promise((resolve) => setImmediate(resolve)));
  return last;
}
