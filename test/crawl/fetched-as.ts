import type { Fetched } from "../../packages/crawler/src/fetch/fetch.ts";

/** An answer to a plain GET, for readers. */
export const fetchedAs = (html: string, url = "https://x.dev/a"): Fetched => ({
  url,
  chain: [url],
  status: 200,
  headers: { "content-type": "text/html; charset=utf-8" },
  body: new TextEncoder().encode(html),
  wireBytes: html.length,
  rung: "plain",
  elapsedMs: 1,
  attempts: [],
});
