/** Rounds of which the cheapest counts: the others met the collector, or a compiler at work. */
const ROUNDS = 3;

/** Shortest time that is compared: some systems count CPU in steps of ten milliseconds. */
const MIN_MICROSECONDS = 60_000;

/**
 * How many times as much CPU work on twice the input takes: about 2 where it is linear, 4 where it is quadratic. Measured on four
 * times the input, so that a call that is half as dear again says little.
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
