/** Waits until `work` has ended, one way or the other, at most `timeoutMs`. Never rejects. @returns whether it ended */
export async function within(work: Promise<unknown>, timeoutMs: number): Promise<boolean> {
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
