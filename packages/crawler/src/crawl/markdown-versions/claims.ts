import type { PageUrl } from "@llmstxt-service/page/address/page-url";

/** A Markdown version that probably exists. */
export interface Claim {
  readonly page: PageUrl;
  readonly version: string;
  /** Same evidence, same ending: claims of one kind and folder tend to be true together. */
  readonly kind: string;
  /** The folders the page lies in, from the site's own on. */
  readonly folders: readonly string[];
}

export interface SettleOptions {
  /** True if the version exists; undefined when there are no more requests to ask by. */
  readonly exists: (claim: Claim) => Promise<boolean | undefined>;
  /** True for claims that need no request. */
  readonly isKnown: (claim: Claim) => boolean;
  readonly onProbing: (probing: number) => void;
}

/** Claims of one kind and part of the site, and the number of folders that they have in common. */
interface ClaimGroup {
  readonly claims: readonly Claim[];
  readonly level: number;
}

/** Most folders by which parts of a site are told apart: `/docs/1.x/guide/`. */
const MAX_LEVEL = 4;

/**
 * The claims that are true: the version of each answered, now. Two of each kind and part of the site are looked at first.
 * If none of them holds, the part is divided by its next folder, so that an old version without Markdown spoils nothing but
 * itself, and what cannot be divided is left in peace. Where one holds, each of the part is asked for, as far as the requests go.
 */
export async function settleClaims(claims: readonly Claim[], options: SettleOptions): Promise<ReadonlySet<Claim>> {
  const settled = new Set<Claim>();
  let groups = groupsOf(claims);
  while (groups.length > 0) {
    const samples = await lookAt(groups.flatMap(samplesOf), options);
    const isHopeful = ({ claims: own }: ClaimGroup) => own.some((claim) => samples.get(claim) === true);
    const answers = await lookAt(
      groups.filter(isHopeful).flatMap((group) => group.claims),
      options,
    );
    for (const [claim, holds] of answers) if (holds) settled.add(claim);
    groups = groups.flatMap((group) =>
      isHopeful(group) || !group.claims.some((claim) => samples.has(claim)) ? [] : partsOf(group),
    );
  }
  return settled;
}

const groupsOf = (claims: readonly Claim[]): readonly ClaimGroup[] =>
  [...Map.groupBy(claims, (claim) => keyOf(claim, 1)).values()].map((own) => ({ claims: own, level: 1 }));

const keyOf = ({ kind, folders }: Claim, level: number): string => `${kind} ${folders.slice(0, level).join("/")}`;

/** A group divided into smaller ones by folder; empty if there are no folders to divide it by. */
function partsOf({ claims, level }: ClaimGroup): ClaimGroup[] {
  for (let deeper = level + 1; deeper <= MAX_LEVEL; deeper++) {
    const parts = [...Map.groupBy(claims, (claim) => keyOf(claim, deeper)).values()];
    if (parts.length > 1) return parts.map((own) => ({ claims: own, level: deeper }));
  }
  return [];
}

/** The first and the last: generators may write the pages that begin a part in another way. */
const samplesOf = ({ claims }: ClaimGroup): Claim[] =>
  [...new Set([claims.at(0), claims.at(-1)])].filter((claim) => claim !== undefined);

/** The answers there were requests for. */
async function lookAt(
  claims: readonly Claim[],
  { exists, isKnown, onProbing }: SettleOptions,
): Promise<Map<Claim, boolean>> {
  const probing = claims.filter((claim) => !isKnown(claim)).length;
  if (probing > 0) onProbing(probing);
  const answers = await Promise.all(claims.map(async (claim) => [claim, await exists(claim)] as const));
  return new Map(answers.flatMap(([claim, answer]) => (answer === undefined ? [] : [[claim, answer] as const])));
}
