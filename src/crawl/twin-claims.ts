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

/** Claims of one kind that are looked at before any is believed. */
const SAMPLES = 2;

interface Kind {
  readonly claims: readonly Claim[];
  readonly samples: readonly Claim[];
}

/**
 * Which claims to believe. Two of each kind are looked at, then as many others as the budget allows, those near the
 * root first: section fronts and odd pages lie there. Where all that were looked at hold, the kind is believed; where
 * one does not, only what was seen to hold.
 */
export async function settleClaims(claims: readonly Claim[], options: SettleOptions): Promise<ReadonlySet<Claim>> {
  const kinds = withSamples([...Map.groupBy(claims, ({ kind }) => kind).values()], options.budget);
  const samples = kinds.flatMap((kind) => kind.samples);
  const proven = await lookAt(samples, options);
  const rest = restToLookAt(kinds, proven).slice(0, options.budget - samples.length);
  for (const claim of await lookAt(rest, options)) proven.add(claim);
  const seen = new Set([...samples, ...rest]);
  const believed = kinds.filter((kind) => isSound(kind, seen, proven)).flatMap((kind) => kind.claims);
  return new Set([...believed, ...proven]);
}

/** Every one looked at holds, and one was; only the site's own word is taken without a look. */
function isSound({ claims, samples }: Kind, seen: ReadonlySet<Claim>, proven: ReadonlySet<Claim>): boolean {
  if (samples.length === 0 && claims[0]?.isStated !== true) return false;
  return claims.every((claim) => !seen.has(claim) || proven.has(claim));
}

/** Of kinds with some truth in them: first where something is known to be missing, then from the root down. */
function restToLookAt(kinds: readonly Kind[], proven: ReadonlySet<Claim>): Claim[] {
  const open = kinds
    .filter(({ samples }) => samples.some((sample) => proven.has(sample)))
    .map((kind) => ({ ...kind, isMixed: !kind.samples.every((sample) => proven.has(sample)) }))
    .filter(({ claims, isMixed }) => isMixed || claims[0]?.isStated !== true);
  return open
    .flatMap(({ claims, samples, isMixed }) =>
      claims.filter((claim) => !samples.includes(claim)).map((claim) => ({ claim, isMixed, depth: depthOf(claim) })),
    )
    .sort((a, b) => Number(b.isMixed) - Number(a.isMixed) || a.depth - b.depth)
    .map(({ claim }) => claim);
}

const depthOf = ({ twin }: Claim): number => twin.replace(/\/index\.\w+(\.md)?$/, "").split("/").length;

async function lookAt(claims: readonly Claim[], { isTwin, onProbing }: SettleOptions): Promise<Set<Claim>> {
  if (claims.length > 0) onProbing(claims.length);
  const held = await Promise.all(claims.map(isTwin));
  return new Set(claims.filter((_, index) => held[index]));
}

/** One sample of each kind before a second of any, so that a small budget reaches as many kinds as it can. */
function withSamples(kinds: readonly (readonly Claim[])[], budget: number): Kind[] {
  const chosen = kinds.map((claims) => ({ claims, samples: [] as Claim[] }));
  let left = budget;
  for (let round = 0; round < SAMPLES; round++) {
    for (const { claims, samples } of chosen) {
      const sample = round === 0 ? claims[0] : claims.at(-1);
      // What was true at the last crawl needs one look.
      if (sample === undefined || left <= 0 || samples.includes(sample) || (round > 0 && isRemembered(sample)))
        continue;
      samples.push(sample);
      left -= 1;
    }
  }
  return chosen;
}

const isRemembered = ({ kind }: Claim): boolean => kind === "remembered";
