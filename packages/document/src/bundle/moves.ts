import { tryJson } from "@llmstxt-service/page/json";
import { sha256 } from "@llmstxt-service/page/sha256";
import * as z from "zod";
import { codePoints } from "../budget.ts";

/** Least characters of a text by which a moved page is recognised; shorter texts stand on several pages by chance. */
const MIN_BODY = 200;

/** Most moves that are kept, and most pages that are gone whose text is remembered; the newest of each. */
const MAX_MOVES = 1_000;
const MAX_GONE = 1_000;

/** `moves.json` of a bundle: what the next one has to know of this one and those before. Addresses without their origin. */
const keptSchema = z.object({
  base: z.string(),
  moves: z.record(z.string(), z.string()),
  /** Digests of the pages' texts: those of this bundle, then those of pages that are gone, the newest first. */
  bodies: z.record(z.string(), z.string()),
});

/** A page's text as it is compared: empty where it is too short for that. A link to a part of itself has no address of its own. */
export function bodyDigest(markdown: string, url: string): string {
  const body = markdown.replaceAll(`(${url}#`, "(#").trim();
  return codePoints(body) < MIN_BODY ? "" : sha256(body).slice(0, 16);
}

/** Pages of earlier bundles that now stand at another address: new address by old one, and the text of `moves.json`. */
export interface Moves {
  readonly moves: ReadonlyMap<string, string>;
  readonly text: string;
}

/**
 * A page that is gone has moved where its text stands at one other address and at no third. A chain of moves leads to its end, and a
 * page that comes back ends its move.
 * @param before text of the earlier bundle's `moves.json`; one of another base URL, or none of ours, counts for nothing
 * @param bodies digest of each page's text by its address
 */
export function movesAfter(before: string | undefined, bodies: ReadonlyMap<string, string>, base: string): Moves {
  const parsed = keptSchema.safeParse(tryJson(before ?? "")).data;
  const kept = parsed?.base === base ? parsed : { moves: {}, bodies: {} };
  const gone = Object.entries(kept.bodies).filter(([address]) => !bodies.has(address));
  const places = Map.groupBy(bodies.keys(), (address) => bodies.get(address) ?? "");
  const found = gone.flatMap(([from, digest]) => {
    const [to, third] = (digest !== "" && places.get(digest)) || [];
    return to === undefined || third !== undefined ? [] : [[from, to] as const];
  });
  const next = new Map(found);
  // A move whose target is gone as well is kept until the target is found again.
  const earlier = Object.entries(kept.moves).map(([from, to]) => [from, next.get(to) ?? to] as const);
  const known = [...found, ...earlier.filter(([from]) => !next.has(from))].filter(([from]) => !bodies.has(from));
  const all = known.slice(0, MAX_MOVES);
  const remembered = gone.filter(([, digest]) => digest !== "").slice(0, MAX_GONE);
  const stored = {
    base,
    moves: Object.fromEntries(all),
    bodies: Object.fromEntries([...bodies, ...remembered]),
  };
  return {
    moves: new Map(all.filter(([, to]) => bodies.has(to))),
    text: `${JSON.stringify(stored, undefined, 1)}\n`,
  };
}
