import { type Entry, textKey } from "../entry.ts";
import { isGeneric, roleOf } from "../wording/wording.ts";
import type { Trail } from "./trails.ts";

/** Pages that lie together. */
export interface Part {
  readonly name: string;
  readonly trail: Trail;
  readonly entries: readonly Entry[];
}

/** Folders of a forum: its boards say what is in them. */
const FORUM = /^(?:forums?|boards?|threads?|topics?)$/i;

/** `Extensions: Official`; but `User guide` in `Guide`, `CLI` in `Docs`, `OAuth` in `Reference` and anything in `Contents` need no more. */
export function nameWithin({ name }: Pick<Part, "name">, smaller: string): string {
  if (isGeneric(name) || FORUM.test(name)) return smaller;
  const [outer, inner] = [textKey(name), textKey(smaller)];
  const says = outer.split(" ").some((word) => word.length > 3 && inner.includes(word.replace(/s$/, "")));
  const role = roleOf(outer);
  // In `a: b: c` the middle name says least and is left out.
  const [first = name] = name.split(": ", 1);
  if (
    says ||
    inner.startsWith(`${textKey(first)} `) ||
    role === "docs" ||
    role === "reference" ||
    roleOf(inner) !== undefined
  )
    return smaller;
  return `${first}: ${smaller}`;
}
