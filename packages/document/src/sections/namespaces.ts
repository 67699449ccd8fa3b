import type { Entry } from "../entry.ts";

/** A way in which a generator writes the names of code into its files' names, one file for each name. */
interface NameForm {
  /** The steps of a name, undefined for another file. */
  readonly stepsOf: (file: string) => readonly string[] | undefined;
  /** Sign between the steps, as the language has it. */
  readonly sign: string;
}

/** `Shapes.Round.Circle`. Bound: a file's name. */
const DOTTED = /^\p{L}[\p{L}\d_]*(?:\.\p{L}[\p{L}\d_`-]*)+$/u;
/** Doxygen's `classshapes_1_1round_1_1Circle`, and the part of a library alone. Bound: a file's name. */
const DOXYGEN = /^(?:class|struct|union|interface|namespace|concept|exception|protocol)(?=_*[A-Za-z])(\w+)$/;
/** JSDoc's `module-shapes_round_Circle-Circle` and `module-shapes_round.Circle`. Bound: a file's name. */
const JSDOC = /^module-([\w-]+?)(?:[-.~]\w+)?$/;
/** A namespace that only tells versions apart: `v13_0`. */
const VERSION = /^v\d+(?:_\d+)*$/;

const WAYS: readonly NameForm[] = [
  { stepsOf: (file) => (DOTTED.test(file) ? file.split(".") : undefined), sign: "." },
  {
    stepsOf: (file) =>
      DOXYGEN.exec(file)?.[1]
        ?.split("_1_1")
        .map((step) => step.replaceAll("__", "_"))
        .filter((step) => !VERSION.test(step)),
    sign: "::",
  },
  { stepsOf: (file) => JSDOC.exec(file)?.[1]?.split("_"), sign: "/" },
];

/** Least share of the pages whose file names have a namespace. */
const SHARE = 0.6;

/** Most steps behind the first in which the names differ. */
const DEEPEST = 4;

/**
 * The namespace of each page, the first step in which they differ: `Shapes.Round`; where most pages share that, too, the one behind
 * it. undefined where they are not named so.
 */
export function namespacesOf(entries: readonly Entry[]): ((entry: Entry) => string | undefined) | undefined {
  for (const { stepsOf, sign } of WAYS) {
    const names = new Map(
      entries.flatMap((entry): [Entry, readonly string[]][] => {
        const steps = stepsOf(entry.path.at(-1) ?? "");
        return steps === undefined ? [] : [[entry, steps]];
      }),
    );
    const nested = [...names].filter(([, { length }]) => length > 1);
    if (nested.length === 0 || names.size < entries.length * SHARE) continue;
    const found = deeper(new Map(nested), 0);
    return (entry) => found.get(entry)?.join(sign);
  }
  return undefined;
}

/** Names cut behind the first step in which they differ; those that most of them share are cut one step further where that divides them. */
function deeper(names: ReadonlyMap<Entry, readonly string[]>, depth: number): ReadonlyMap<Entry, readonly string[]> {
  const [first = [], ...others] = names.values();
  const shared = others.reduce((least, name) => Math.min(least, sharedSteps(first, name)), first.length);
  const cut = new Map([...names].map(([entry, steps]) => [entry, steps.slice(0, shared + 1)]));
  const groups = Map.groupBy(names, ([entry]) => cut.get(entry)?.join("\n"));
  const [most = []] = [...groups.values()].sort((a, b) => b.length - a.length);
  if (depth === DEEPEST || groups.size < 2 || most.length * 2 <= names.size) return cut;
  const below = deeper(new Map(most), depth + 1);
  const sizes = [...Map.groupBy(below.values(), (steps) => steps.join("\n")).values()].map(({ length }) => length);
  const held = sizes.reduce((sum, size) => sum + (size > 1 ? size : 0), 0);
  return held * 2 < most.length ? cut : new Map([...cut, ...below]);
}

function sharedSteps(a: readonly string[], b: readonly string[]): number {
  const differs = a.findIndex((step, at) => step !== b[at]);
  return differs < 0 ? a.length : differs;
}
