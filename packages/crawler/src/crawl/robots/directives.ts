export interface Directive {
  readonly type: "agent" | "allow" | "disallow" | "sitemap" | "delay" | "unknown";
  readonly value: string;
  /** The line as written, without its comment. */
  readonly text: string;
  /** Number of the line in the file, from 1. */
  readonly line: number;
}

/** Bytes of a robots.txt that are read; RFC 9309, 2.5 asks for at least 500 KiB. */
export const ROBOTS_MAX_BYTES = 500 * 1024;

/** Google's limit, eight times its longest URL; more on one line is cut off. */
const LONGEST_LINE = 8 * 2083 - 1;

/** Names in lower case with the misspellings that Google accepts, since site owners test against it. */
const NAMES: Readonly<Record<string, Directive["type"]>> = {
  "user-agent": "agent",
  useragent: "agent",
  "user agent": "agent",
  allow: "allow",
  disallow: "disallow",
  dissallow: "disallow",
  dissalow: "disallow",
  disalow: "disallow",
  diasllow: "disallow",
  disallaw: "disallow",
  sitemap: "sitemap",
  "site-map": "sitemap",
  "crawl-delay": "delay",
};

/** The lines of a robots.txt that have a name and a value, in order. Never throws, whatever the bytes. */
export function readDirectives(bytes: Uint8Array): Directive[] {
  return Buffer.from(bytes.subarray(markLength(bytes), ROBOTS_MAX_BYTES))
    .toString("latin1") // one character an octet: patterns are compared as octets
    .split(/\r\n|\r|\n/)
    .flatMap((line, index) => readLine(line, index + 1) ?? []);
}

/** A byte order mark, or as much of one as is there. */
function markLength(bytes: Uint8Array): number {
  const mark = [0xef, 0xbb, 0xbf];
  const length = mark.findIndex((byte, index) => bytes[index] !== byte);
  return length < 0 ? mark.length : length;
}

function readLine(written: string, line: number): Directive | undefined {
  const text = (written.slice(0, LONGEST_LINE).split("#", 1)[0] ?? "").trim();
  const colon = text.indexOf(":");
  // A forgotten colon is forgiven where there are exactly two words.
  const parts = colon >= 0 ? [text.slice(0, colon), text.slice(colon + 1)] : text.split(/[ \t]+/);
  const [name, value, ...more] = parts.map((part) => part.trim());
  if (name === undefined || name === "" || value === undefined || more.length > 0) return undefined;
  const type = Object.hasOwn(NAMES, name.toLowerCase()) ? NAMES[name.toLowerCase()] : undefined;
  return { type: type ?? "unknown", value, text, line };
}
