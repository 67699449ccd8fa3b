/** Most requests in flight to one host, by default. */
export const CONCURRENCY = 16;

/** Milliseconds: the longest `Crawl-delay` that is obeyed. With a longer one, fifty pages would take hours. */
export const MAX_DELAY_MS = 10_000;

/** Characters of an address; longer ones are refused. */
export const MAX_URL_LENGTH = 2_048;

/** Decoded bytes of a body, and redirects on the way to it, unless a request says otherwise. */
export const MAX_BYTES = 10 * 2 ** 20;
export const MAX_REDIRECTS = 10;

/** A page that takes more in a browser loses its tab: `--max-old-space-size` bounds the JavaScript heap alone, not typed arrays. */
export const MAX_RENDERER_MB = 1024;
