import type { PageUrl } from "../../address/page-url.ts";

/** A Markdown version that probably exists. */
export interface Claim {
  readonly page: PageUrl;
  readonly version: string;
  /** Same evidence, same ending: claims of one kind and folder tend to be true together. */
  readonly kind: string;
  /** The folders the page lies in, from the site's own on. */
  readonly folders: readonly string[];
  /** Whether the site itself says so, now or when it was crawled last. */
  readonly isStated: boolean;
}

export interface SettleOptions {
  /** Whether the version exists; undefined when there are no more requests to ask by. */
  readonly exists: (claim: Claim) => Promise<boolean | undefined>;
  /** What is known without a request. */
  readonly isKnown: (claim: Claim) => boolean;
  readonly onProbing: (probing: number) => void;
}

/** Claims of one kind and part of the site, and the number of folders that they have in common. */
interface Group {
  readonly claims: readonly Claim[];
  readonly level: number;
}

/** Parts of a site are told apart by so many folders: `/docs/1.x/guide/`. */
const MAX_LEVEL = 4;

/** More pages straight below the homepage than this are the site's ordinary ones. */
const MAX_ODD = 20;

/**
 * Which claims to believe. Two of each kind and part of the site are looked at. Where both hold, all do; where one does
 * not, the part is divided by its next folder, so that an old version without Markdown spoils nothing but itself; where
 * it cannot be divided, what is left of the requests goes to its claims one by one.
 */
export async function settleClaims(claims: readonly Claim[], options: SettleOptions): Promise<ReadonlySet<Claim>> {
  const believed = new Set<Claim>();
  let groups = groupsOf(claims);
  const odd: Group[] = [];
  const mixed: Claim[] = [];
  while (groups.length > 0) {
    const answers = await lookAt(samplesOf(groups, options.isKnown), options);
    const divided: Group[] = [];
    for (const group of groups) {
      const seen = group.claims.filter((claim) => answers.has(claim));
      const held = seen.filter((claim) => answers.get(claim) === true);
      for (const claim of held) believed.add(claim);
      if (held.length > 0 && isOdd(group)) odd.push(group);
      else if (isSound(group, seen.length, held.length)) for (const claim of group.claims) believed.add(claim);
      else if (seen.length > held.length) {
        const parts = partsOf(group);
        if (parts.length > 1) for (const part of parts) divided.push(part);
        else if (held.length > 0) for (const claim of group.claims) mixed.push(claim);
      }
    }
    groups = divided;
  }
  const answers = await lookAt([...odd.flatMap((group) => group.claims), ...mixed], options);
  for (const [claim, holds] of answers) if (holds) believed.add(claim);
  for (const { claims: own } of odd) if (isAlike(own, answers)) for (const claim of own) believed.add(claim);
  return believed;
}

/** What is looked at first. */
export const firstSamples = (claims: readonly Claim[], isKnown: SettleOptions["isKnown"]): Claim[] =>
  samplesOf(groupsOf(claims), isKnown);

const groupsOf = (claims: readonly Claim[]): readonly Group[] =>
  [...Map.groupBy(claims, (claim) => keyOf(claim, 1)).values()].map((own) => ({ claims: own, level: 1 }));

/** Every one looked at holds, and one was; only the site's own word is taken without a look. */
const isSound = ({ claims }: Group, seen: number, held: number): boolean =>
  seen === held && (seen > 0 || claims[0]?.isStated === true);

/** So many that were looked at one by one, and all held: what there were no requests left for holds, too. */
const ENOUGH_ALIKE = 5;

function isAlike(claims: readonly Claim[], answers: ReadonlyMap<Claim, boolean>): boolean {
  const seen = claims.filter((claim) => answers.has(claim));
  return seen.length >= ENOUGH_ALIKE && seen.every((claim) => answers.get(claim) === true);
}

/** The few pages straight below the homepage are each of a kind of its own: a playground, a change log. */
const isOdd = ({ claims }: Group): boolean =>
  claims.length <= MAX_ODD && claims[0]?.folders.length === 0 && !claims[0].isStated;

const keyOf = ({ kind, folders }: Claim, level: number): string => `${kind} ${folders.slice(0, level).join("/")}`;

/** The same claims in smaller groups; the group itself where it has no folders to divide it by. */
function partsOf({ claims, level }: Group): Group[] {
  for (let deeper = level + 1; deeper <= MAX_LEVEL; deeper++) {
    const parts = [...Map.groupBy(claims, (claim) => keyOf(claim, deeper)).values()];
    if (parts.length > 1) return parts.map((own) => ({ claims: own, level: deeper }));
  }
  return [{ claims, level }];
}

/**
 * The first of each group before the last of any, so that few requests reach as many groups as they can; between them the
 * pages that are looked at one by one, where the first of them is known.
 */
function samplesOf(groups: readonly Group[], isKnown: SettleOptions["isKnown"]): Claim[] {
  const first = groups.flatMap(({ claims }) => claims[0] ?? []);
  const odd = groups.flatMap((group) => (isOdd(group) && group.claims.slice(0, 1).every(isKnown) ? group.claims : []));
  // What was true at the last crawl needs one look.
  const last = groups.flatMap(({ claims }) => (claims[0]?.kind.startsWith(REMEMBERED) ? [] : (claims.at(-1) ?? [])));
  return [...new Set([...first, ...odd, ...last])];
}

export const REMEMBERED = "remembered";

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
