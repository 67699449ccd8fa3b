/** Number of rounds, of which the cheapest counts: the others may include garbage collection or compilation. */
const ROUNDS = 3;

/** Shortest time that is compared: some systems count CPU in steps of ten milliseconds. */
const MIN_MICROSECONDS = 60_000;

/**
 * Factor of CPU for twice the input: about 2 for linear work, 4 for quadratic work. It is measured with four times the
 * input, so that noise matters less.
 * @param prepare makes the input of a size and returns the work on it
 */
export function cpuGrowth(prepare: (size: number) => () => unknown, size: number): number {
  const small = prepare(size);
  const large = prepare(4 * size);
  large();
  let times = 1;
  while (cpuOf(small, times) < MIN_MICROSECONDS && times < 2_000_000) times *= 2;
  return Math.sqrt(cheapest(large, times) / Math.max(1, cheapest(small, times)));
}

const cheapest = (work: () => unknown, times: number): number =>
  Math.min(...Array.from({ length: ROUNDS }, () => cpuOf(work, times)));

function cpuOf(work: () => unknown, times: number): number {
  const before = process.cpuUsage();
  for (let round = 0; round < times; round += 1) work();
  return process.cpuUsage(before).user;
}
