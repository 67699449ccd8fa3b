/** Percent-encoding undone (RFC 3986 2.1); undefined where its bytes are no UTF-8. */
export function tryPercentDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined; // URIError, the only thing that it throws
  }
}

/** The same; a text that cannot be decoded stays as it is, since a percent sign may stand for itself. */
export const percentDecoded = (text: string): string => tryPercentDecoded(text) ?? text;
