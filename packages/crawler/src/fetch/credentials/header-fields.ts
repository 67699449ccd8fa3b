/** Fields of the connection and of proxies, which are no site's, and what decides where a request goes (RFC 9110, 7.6.1). */
const REFUSED = new Set([
  "host",
  "content-length",
  "connection",
  "transfer-encoding",
  "cookie2",
  "keep-alive",
  "te",
  "trailer",
  "upgrade",
  "expect",
  "http2-settings",
]);

const MAX_FIELDS = 20;

/** Most bytes of all names and values together. */
const MAX_BYTES = 8 * 1024;

/** RFC 9110, 5.6.2. Bound: one character class. */
const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** Characters that HTTP/1.1 sends as they stand: no control characters, one byte a character. Bound: one character class. */
const VALUE = /^[\x20-\x7e\x80-\xff]*$/;

/**
 * Why these header fields cannot be sent, or undefined when they can. No value is in the words, nor a name that is none:
 * it may be a secret without its colon.
 */
export function headersProblem(headers: Readonly<Record<string, string>>): string | undefined {
  const entries = Object.entries(headers);
  if (entries.length > MAX_FIELDS) return `at most ${MAX_FIELDS} header fields`;
  const bytes = entries.reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + Buffer.byteLength(value), 0);
  if (bytes > MAX_BYTES) return `at most ${MAX_BYTES / 1024} KiB of names and values in all`;
  const seen = new Set<string>();
  for (const [index, [name, value]] of entries.entries()) {
    const problem = fieldProblem({ name, value, index });
    if (problem !== undefined) return problem;
    if (seen.has(name.toLowerCase())) return `${name} is given twice`;
    seen.add(name.toLowerCase());
  }
  return undefined;
}

interface HeaderField {
  readonly name: string;
  readonly value: string;
  /** Index of the bad line, from 0. */
  readonly index: number;
}

function fieldProblem({ name, value, index }: HeaderField): string | undefined {
  if (!NAME.test(name)) return `the name of field ${index + 1} is no header field's name`;
  const lower = name.toLowerCase();
  if (REFUSED.has(lower) || lower.startsWith("proxy-")) return `${name} cannot be set`;
  if (!VALUE.test(value)) return `the value of ${name} has characters that no header field may have`;
  return undefined;
}

/** Fields as the command line gives them, `Name: value` each. @returns why they cannot be sent where they cannot */
export function parseHeaderLines(
  lines: readonly string[],
): { readonly headers: Readonly<Record<string, string>> } | { readonly problem: string } {
  const headers = new Map<string, string>();
  for (const [index, line] of lines.entries()) {
    const colon = line.indexOf(":");
    if (colon < 1) return { problem: `field ${index + 1} is not of the form 'Name: value'` };
    const name = line.slice(0, colon);
    if (headers.has(name)) return { problem: "one name is given twice" };
    headers.set(name, line.slice(colon + 1).trim());
  }
  const given = Object.fromEntries(headers);
  const problem = headersProblem(given);
  return problem === undefined ? { headers: given } : { problem };
}
