/** Opens something at its first use; `opened` is what has to be closed, if it came to that. */
export interface Lazily<T> {
  readonly get: () => T;
  readonly opened: T | undefined;
}

export function lazily<T>(open: () => T): Lazily<T> {
  let opened: T | undefined;
  return {
    get: () => {
      opened ??= open();
      return opened;
    },
    get opened() {
      return opened;
    },
  };
}
