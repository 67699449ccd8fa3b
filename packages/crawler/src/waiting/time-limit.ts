/**
 * Result of `work`, or the error that `late` makes if it takes longer. The work itself goes on: for calls that
 * may never return and take no signal.
 */
export async function withTimeLimit<Result>(
  timeoutMs: number,
  work: Promise<Result>,
  late: (timeoutMs: number) => Error,
): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(late(timeoutMs)), timeoutMs);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits until `work` has ended, one way or the other, at most `timeoutMs`. Never rejects. @returns whether it ended */
export async function endsWithin(timeoutMs: number, work: Promise<unknown>): Promise<boolean> {
  const { promise: timeout, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), timeoutMs);
  const ended = work.then(
    () => true,
    () => true,
  );
  const hasEnded = await Promise.race([ended, timeout]);
  clearTimeout(timer);
  return hasEnded;
}
