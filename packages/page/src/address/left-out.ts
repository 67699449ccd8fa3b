import type { KindEvidence } from "../site/kinds.ts";

/** Why a document that is no web page has no place, in words. */
export const FILE_PROBLEMS = {
  "scanned pdf": "it is a PDF without text: pictures of pages",
  "locked pdf": "it is a PDF that asks for a password",
  "broken pdf": "it is a PDF that is broken",
  "broken api description": "it calls itself an API description and is broken",
  "api description": "it is an API description of a kind that is not read",
  "data file": "it is data and no API description",
} as const;

export type FileProblem = keyof typeof FILE_PROBLEMS;

/** The problem by its name. */
export const fileProblem = (name: string): FileProblem | undefined =>
  LEFT_OUT_REASONS.find((reason): reason is FileProblem => reason === name && Object.hasOwn(FILE_PROBLEMS, name));

/**
 * Why a page that was found is not in the result: the one list for crawl, document, events, interfaces and the web page.
 * docs/explanation/order.md says what each means; a test holds the two together.
 */
export const LEFT_OUT_REASONS = [
  "robots",
  "noindex",
  "other site",
  "other host",
  "other language",
  "older version",
  "copied folder",
  "duplicate",
  "markdown version",
  "redirect",
  "canonical elsewhere",
  "out of scope",
  "excluded",
  "trap",
  "nothing new",
  "not a page",
  "list of pages",
  "source listing",
  "attachment",
  "print view",
  "error page",
  "bad address",
  "over the limit",
  "too many hosts",
  "not reached",
  "nofollow",
  "hidden",
  "api viewer",
  ...(Object.keys(FILE_PROBLEMS) as FileProblem[]),
  "office file",
  "e-book",
  "image",
  "media",
  "archive",
  "feed",
  "text file",
  "code file",
] as const;

export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number];

/** True if nothing is known of the page but its address: a longer crawl would read it. */
export const isWaiting = (reason: LeftOutReason): boolean => reason === "over the limit" || reason === "not reached";

/** Pages that were asked for: listed, answered with nothing new, not had. */
export interface Tried {
  readonly listed: number;
  readonly repeated: number;
  readonly failed: number;
}

/** Evidence for a reason, so that it can be checked. */
export interface Evidence {
  /** Outcome of the pages like it that were asked for. */
  readonly tried?: { readonly like: string } & Tried;
  /** Address on another site to which the page redirects. */
  readonly target?: string;
  /** SHA-256 of the main text of this page, and of the page that it repeats. */
  readonly digests?: readonly [own: string, of: string];
  /** The line of robots.txt that decides. */
  readonly robots?: { readonly file: string; readonly line: number; readonly text: string };
  /** The folder it lies in, the one that this repeats, and how many of the pages compared are the same in both. */
  readonly copy?: { readonly folder: string; readonly of: string; readonly pages: number; readonly compared: number };
  /** The version of its family that is listed, and why: the pages without one have no name. */
  readonly version?: VersionEvidence;
  /** Kind of the page, with what the site shows of the pages like it. */
  readonly kind?: KindEvidence;
  /** The canonical link as an absolute address, and where it stood: in the page, or in a `Link` field. */
  readonly canonical?: { readonly url: string; readonly in: "page" | "header" };
}

/** The choice of one version among several of a site. */
export interface VersionEvidence {
  /** The path before the version. */
  readonly family: string;
  readonly version: string;
  /** Version that is listed; undefined if the pages without a version are. */
  readonly listed?: string;
  readonly because: "homepage" | "without version" | "newest";
  /** A page with a menu of the versions, and its labels. */
  readonly menu?: { readonly on: string; readonly labels: readonly string[] };
}

/** Why one page is not in the result. */
export interface LeftOut {
  readonly reason: LeftOutReason;
  /** Page that is listed in its place. */
  readonly of?: string;
  readonly evidence?: Evidence;
}
