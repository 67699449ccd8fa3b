/** Opened by the first `get`; `opened` is what has to be closed, if it came to that. */
export interface Lazily<Opened> {
  readonly get: () => Opened;
  readonly opened: Opened | undefined;
}

export function lazily<Opened>(open: () => Opened): Lazily<Opened> {
  let opened: Opened | undefined;
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
