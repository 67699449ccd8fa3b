// Learns from samples what the similar addresses of a folder are: two samples decide. Pure.

/** Result of a sample: a page; a list that leads on; nothing new; no answer. */
export type SampleResult = "page" | "index" | "waste" | "failed";

type Counts = Record<SampleResult, number>;

/** Similar addresses of one folder, with their samples. */
export interface Samples extends Counts {
  readonly name: string;
  /** True if they look like tags, authors, archives or further pages of a list. */
  readonly isSuspect: boolean;
}

/** Two samples decide about a folder, five about a dead one. */
const [SAMPLES, DEAD] = [2, 5];
/** From this share of useless samples on, the others are expected to be useless. */
const WASTE = 0.7;

/** True after two samples. */
export const isKnown = ({ page, index, waste }: Samples): boolean => page + index + waste >= SAMPLES;

/** True where the neighbours brought nothing. */
export function isWaste({ name, page, index, waste, failed }: Samples): boolean {
  const read = page + index + waste + failed;
  return read >= SAMPLES && waste + failed >= read * WASTE && name !== "";
}

/** False if the samples did not answer or were facets. */
export function isAlive({ isSuspect, page, index, waste, failed }: Samples): boolean {
  const dead = isSuspect ? waste + failed : failed;
  return dead < DEAD || dead < (page + index + waste + failed) * WASTE;
}
