import type { CrawledPage } from "./crawled-page.ts";

/** A Markdown version that probably exists. */
export interface Claim {
  readonly page: CrawledPage;
  readonly twin: string;
  /** Claims of one kind are true together: same evidence, same ending, same part of the site. */
  readonly kind: string;
  /** Whether the site itself says so, now or when it was crawled last. */
  readonly isStated: boolean;
}

export interface SettleOptions {
  /** Most claims looked at. */
  readonly budget: number;
  readonly isTwin: (claim: Claim) => Promise<boolean>;
  readonly onProbing: (probing: number) => void;
}

/** Of so many claims of one kind one is looked at, besides the first and the last. */
const ONE_OF = 8;

interface Kind {
  readonly claims: readonly Claim[];
  readonly samples: readonly Claim[];
}

/**
 * Which claims to believe. Some of each kind are looked at: where all of those hold, the kind is believed; where some
 * do, each of the kind is looked at; where none does, none is believed.
 */
export async function settleClaims(claims: readonly Claim[], options: SettleOptions): Promise<ReadonlySet<Claim>> {
  const kinds = withSamples([...Map.groupBy(claims, ({ kind }) => kind).values()], options.budget);
  const samples = kinds.flatMap((kind) => kind.samples);
  const proven = await lookAt(samples, options);
  const mixed = kinds.filter((kind) => kind.samples.some((sample) => proven.has(sample)) && !allHold(kind, proven));
  const rest = mixed.flatMap((kind) => kind.claims).filter((claim) => !samples.includes(claim));
  for (const claim of await lookAt(rest.slice(0, options.budget - samples.length), options)) proven.add(claim);
  const believed = kinds.filter((kind) => allHold(kind, proven) && isKnown(kind)).flatMap((kind) => kind.claims);
  return new Set([...believed, ...proven]);
}

const allHold = ({ samples }: Kind, proven: ReadonlySet<Claim>): boolean =>
  samples.every((sample) => proven.has(sample));

/** A guess nobody could look at any more is worth nothing; the site's own word is. */
const isKnown = ({ claims, samples }: Kind): boolean => samples.length > 0 || claims[0]?.isStated === true;

async function lookAt(claims: readonly Claim[], { isTwin, onProbing }: SettleOptions): Promise<Set<Claim>> {
  if (claims.length > 0) onProbing(claims.length);
  const held = await Promise.all(claims.map(isTwin));
  return new Set(claims.filter((_, index) => held[index]));
}

/** One sample of each kind before a second of any, so that a small budget reaches as many kinds as it can. */
function withSamples(kinds: readonly (readonly Claim[])[], budget: number): Kind[] {
  const chosen = kinds.map((claims) => ({ claims, samples: [] as Claim[] }));
  const orders = kinds.map(samplingOrder);
  let left = budget;
  for (let round = 0; left > 0 && orders.some((order) => round < order.length); round++) {
    for (const [index, kind] of chosen.entries()) {
      const sample = orders[index]?.[round];
      if (sample === undefined || left <= 0) continue;
      kind.samples.push(sample);
      left -= 1;
    }
  }
  return chosen;
}

/** The claims to look at, evenly spread, first and last at once. What was true at the last crawl needs one. */
function samplingOrder(claims: readonly Claim[]): Claim[] {
  if (claims[0]?.kind === "remembered") return claims.slice(0, 1);
  const count = Math.min(claims.length, 2 + Math.floor((claims.length - 2) / ONE_OF));
  const spread = Array.from({ length: count }, (_, index) =>
    Math.round((index * (claims.length - 1)) / Math.max(1, count - 1)),
  );
  const [first = 0, ...others] = spread;
  const order = others.length > 0 ? [first, others.at(-1) ?? first, ...others.slice(0, -1)] : [first];
  return order.flatMap((index) => claims[index] ?? []);
}
