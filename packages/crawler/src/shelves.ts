// What reading an address taught of those beside it: two samples teach the kind of a shelf. Pure.

/** What an address brought: a page; a list that leads on; nothing new; no answer. */
export type Lesson = "page" | "index" | "waste" | "failed";

type Counts = Record<Lesson, number>;

/** Addresses of one folder, with what was learnt of them. */
export interface Shelf extends Counts {
  readonly name: string;
  readonly isSuspect: boolean;
}

/** Two samples teach the kind of a shelf, five that it is dead. */
const [SAMPLES, DEAD] = [2, 5];
/** Share of what was read that brought nothing, from which on the others are not expected to bring more. */
const WASTE = 0.7;

/** True once two of a shelf have answered. */
export const isKnown = ({ page, index, waste }: Shelf): boolean => page + index + waste >= SAMPLES;

/** True where the neighbours brought nothing. */
export function isWaste({ name, page, index, waste, failed }: Shelf): boolean {
  const read = page + index + waste + failed;
  return read >= SAMPLES && waste + failed >= read * WASTE && name !== "";
}

/** False where the neighbours do not answer, or arrange again what is known. */
export function isAlive({ isSuspect, page, index, waste, failed }: Shelf): boolean {
  const dead = isSuspect ? waste + failed : failed;
  return dead < DEAD || dead < (page + index + waste + failed) * WASTE;
}
