import { pathFilter } from "./globs.ts";

/** Addresses of a site and the globs they are held against. */
export interface Filter {
  /** Addresses in ASCII, one a line. */
  readonly addresses: Uint8Array;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

export interface Filtered {
  readonly named: number;
  readonly matching: number;
  /** First addresses that the globs let through, and first that they do not. */
  readonly examples: string[];
  readonly excluded: string[];
}

/** Most examples of each kind: enough to see if a glob does what was meant. */
const EXAMPLES = 8;

/** Which addresses the globs let through; each is looked at once. @throws CrawlError `invalid_request` for a bad glob */
export function filtered({ addresses, include, exclude }: Filter): Filtered {
  const isWanted = pathFilter(include, exclude);
  const text = Buffer.from(addresses.buffer, addresses.byteOffset, addresses.length).toString("latin1");
  const urls = text === "" ? [] : text.split("\n");
  const examples: string[] = [];
  const excluded: string[] = [];
  let matching = 0;
  for (const url of urls) {
    const isMatching = isWanted(url);
    if (isMatching) matching++;
    const shown = isMatching ? examples : excluded;
    if (shown.length < EXAMPLES) shown.push(url);
  }
  return { named: urls.length, matching, examples, excluded };
}
