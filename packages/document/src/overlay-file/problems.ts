import type * as z from "zod";
import { KNOWN_KEYS } from "./schema.ts";

/** Why a text or a value is no overlay. */
export type OverlayProblem = {
  /** Place of the problem, as keys and 0-based indexes. */
  readonly path: readonly (string | number)[];
  /** 1-based, where it comes from a text. */
  readonly line?: number;
} & (
  | { readonly code: "tooLarge"; readonly maxBytes: number }
  | { readonly code: "tooDeep" }
  | { readonly code: "yaml"; readonly detail: string }
  /** Anchors, aliases and tags, which overlays do not support. */
  | { readonly code: "notTaken"; readonly what: "anchor" | "alias" | "tag" }
  | { readonly code: "keyRepeated"; readonly key: string }
  | { readonly code: "unknownKey"; readonly key: string; readonly known: readonly string[] }
  /** `must` says what would be right. */
  | {
      readonly code: "wrongValue";
      readonly must: string;
      readonly given?: "text" | "number" | "flag" | "list" | "object";
    }
);

/** Most problems that are reported at once. */
export const MAX_PROBLEMS = 20;

/** Faults of a value that is no overlay. */
export function problemsOf(error: z.ZodError): readonly OverlayProblem[] {
  return error.issues.flatMap((issue) => ofIssue(issue, [])).slice(0, MAX_PROBLEMS);
}

function ofIssue(issue: z.core.$ZodIssue, above: readonly PropertyKey[]): readonly OverlayProblem[] {
  const path = [...above, ...issue.path].map((part) => (typeof part === "number" ? part : String(part)));
  switch (issue.code) {
    case "unrecognized_keys":
      return issue.keys.map((key) => ({ code: "unknownKey", path: [...path, key], key, known: knownAt(path) }));
    case "invalid_union": {
      // For a section that is an object the problems inside it are reported.
      const [, inside = []] = issue.errors;
      const isInside = inside.some((one) => one.path.length > 0 || one.code === "unrecognized_keys");
      if (isInside) return inside.flatMap((one) => ofIssue(one, path));
      return [{ code: "wrongValue", path, must: issue.message }];
    }
    case "invalid_type":
    case "too_big":
    case "too_small":
    case "invalid_format":
    case "not_multiple_of":
    case "invalid_key":
    case "invalid_element":
    case "invalid_value":
    case "custom":
      return [{ code: "wrongValue", path, must: issue.message }];
  }
}

function knownAt([list, index]: readonly (string | number)[]): readonly string[] {
  if (index === undefined) return KNOWN_KEYS.overlay;
  return list === "sections" ? KNOWN_KEYS.section : KNOWN_KEYS.page;
}
