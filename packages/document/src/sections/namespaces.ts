import type { Entry } from "../entry.ts";

/** `Shapes.Round.Circle`: names of code that a reference has a file each for. Bound: a file's name. */
const DOTTED = /^\p{L}[\p{L}\d_]*(?:\.\p{L}[\p{L}\d_`-]*)+$/u;
/** Least share of the pages whose file names have a namespace. */
const SHARE = 0.6;

/** The namespace of each page, the first step in which they differ: `Shapes.Round`. undefined where they are not named so. */
export function namespacesOf(entries: readonly Entry[]): ((entry: Entry) => string | undefined) | undefined {
  const names = new Map(
    entries.flatMap((entry): [Entry, string[]][] => {
      const name = entry.path.at(-1) ?? "";
      return DOTTED.test(name) ? [[entry, name.split(".")]] : [];
    }),
  );
  if (names.size === 0 || names.size < entries.length * SHARE) return undefined;
  const [first = [], ...others] = names.values();
  const shared = others.reduce((least, name) => Math.min(least, sharedSteps(first, name)), first.length);
  return (entry) =>
    names
      .get(entry)
      ?.slice(0, shared + 1)
      .join(".");
}

function sharedSteps(a: readonly string[], b: readonly string[]): number {
  const differs = a.findIndex((step, at) => step !== b[at]);
  return differs < 0 ? a.length : differs;
}
