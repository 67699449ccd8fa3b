import type { Live, LiveCheck } from "../protocol/types.ts";

/** Words for the verdicts on a site. */
export const VERDICTS: Readonly<
  Record<Live["verdict"], { readonly word: string; readonly tone: "ok" | "warn" | "bad" }>
> = {
  live: { word: "Live", tone: "ok" },
  stale: { word: "Out of date", tone: "warn" },
  other: { word: "Another file", tone: "bad" },
  absent: { word: "Not there", tone: "bad" },
  unreachable: { word: "Not reachable", tone: "warn" },
};

export const CHECK_WORDS: Readonly<Record<LiveCheck["name"], string>> = {
  index: "llms.txt is the newest",
  markdown: "Pages' Markdown is the newest",
  type: "Markdown has its content type",
  negotiation: "Markdown when asked for",
  vary: "Caches tell Markdown and HTML apart",
  link: "Pages lead to their Markdown or the index",
  canonical: "Markdown names its page",
};

/** Headings of fixes; the lines to copy stand below. */
export const FIX_WORDS: Readonly<Record<LiveCheck["fix"], string>> = {
  "": "",
  publish: "Put the files on the server",
  publishAgain: "Fetch the newest files",
  replace: "Let these files take the place of what is there; the old one is kept",
  answerHere: "Take away the redirect to the other site",
  letIn: "A firewall may keep this service out: let it in, or ask from inside",
  sendWhole: "Send the files as they are, or compressed once",
  setType: "Serve *.md as Markdown",
  negotiate: "Answer with Markdown to those who ask for it",
  setVary: "Name Accept in Vary",
  keepApart: "Let the cache in front tell requests apart by Accept, and empty it",
  setLink: "Lead from pages to their Markdown",
  setCanonical: "Name the page in its Markdown's answer",
};
