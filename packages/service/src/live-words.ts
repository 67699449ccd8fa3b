import type { LiveCheck } from "./jobs/live-check.ts";
import type { LiveFix, LiveMark, LiveMissing, LivePlatform, LiveVerdict } from "./sites/live.ts";

// Words for the findings of a look at a site's own addresses.

const VERDICTS: Readonly<Record<LiveVerdict, string>> = {
  unreachable: "No answer of the site can be read by this service",
  live: "The site serves the newest files",
  stale: "The site serves earlier files",
  other: "The site serves another llms.txt",
  absent: "The site does not serve these files",
};

const MISSING: Readonly<Record<LiveMissing, string>> = {
  "": "",
  answer: "The answer is not 200",
  whole: "The answer cannot be unpacked: it is cut short, or compressed twice",
  login: "A page to log in comes in its place",
  here: "It leads to another site",
  file: "It is not there, or a page of HTML comes in its place",
  ours: "It is another text than the one published here",
  newest: "It is a text that was published here before",
  unchanged: "It names this site, but was never published here: it was cut or changed, or is very old",
  type: "Markdown is sent with another content type than text/markdown",
  markdown: "The page's address does not answer with Markdown when asked for it",
  vary: "Vary: Accept is missing: caches mix up Markdown and HTML",
  apart: "A cache in front of the site answers with what somebody else asked for",
  link: "The page has no Link field and no link that leads to its Markdown or to the index",
  canonical: 'The Markdown does not name its page: Link with rel="canonical" is missing, or leads elsewhere',
};

const FIXES: Readonly<Record<LiveFix, string>> = {
  "": "",
  publish: "Put the bundle's files on the site, as one of the snippets says",
  publishAgain: "Copy the newest files to the site, and empty its cache",
  replace: "Let the bundle's llms.txt take the place of what is there",
  answerHere: "Take away the redirect to the other site, so that the file is answered at this address itself",
  letIn: "Let this service's requests in, or check again when the site answers",
  sendWhole: "Send the files as they are: without a compressed copy beside them, and compressed by one server only",
  setType: "Serve *.md as text/markdown; charset=utf-8",
  negotiate: "Answer Accept: text/markdown on a page's address with its Markdown, as the snippets do",
  setVary: "Add Vary: Accept to answers of pages",
  keepApart: "Let the cache in front tell requests apart by Accept, or keep no pages; then empty it",
  setLink: "Add the Link field of the snippets, or the line of HTML, to pages",
  setCanonical: 'Add Link: <the page>; rel="canonical" to answers with its Markdown',
};

/** Joins sentences, each with its full stop; empty ones are left out. */
const told = (...parts: readonly string[]): string =>
  parts.flatMap((part) => (part === "" ? [] : [`${part}.`])).join(" ");

interface SeenVerdict {
  readonly verdict: LiveVerdict;
  readonly behind?: number | undefined;
}

/** Returns the verdict in words, without a full stop. */
export const describeVerdict = ({ verdict, behind }: SeenVerdict): string =>
  VERDICTS[verdict] + (behind ? `, ${behind} version${behind === 1 ? "" : "s"} behind` : "");

/** Files or settings to change, by the platform that the site's answers show. */
const WHERE: Readonly<Record<LivePlatform, string>> = {
  nginx: "The site runs on nginx: the settings are nginx-http.conf and nginx-server.conf of the bundle",
  apache: "The site runs on Apache: the settings are apache.conf of the bundle",
  caddy: "The site runs on Caddy: the settings are the Caddyfile of the bundle",
  cloudflare:
    "The site runs behind Cloudflare: the bundle has a Worker, worker.js, and _headers for Pages; purge its cache",
  netlify: "The site runs on Netlify: deploy the bundle with the site, _headers beside it",
  vercel: "The site runs on Vercel: deploy the bundle with the site, with vercel.json and the middleware",
  githubPages:
    "The site runs on GitHub Pages: commit the bundle with the site; Pages sets no fields, so add line.html to pages",
  other: "",
};

export function describeLive({
  verdict,
  behind,
  advice,
  platform,
}: SeenVerdict & Pick<LiveMark, "advice" | "platform">): string {
  return told(describeVerdict({ verdict, behind }), FIXES[advice], verdict === "live" ? "" : WHERE[platform]);
}

export function describeLiveCheck({ ok, missing, fix, error }: LiveCheck): string {
  return ok === null ? "Not asked" : told(error || MISSING[missing], FIXES[fix]);
}
