/** A value that is opened by the first `get`; `opened` is that value, to be closed, or undefined. */
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
