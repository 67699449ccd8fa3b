/** The value of a JSON text; undefined, which no JSON is, for every other text. */
export function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // SyntaxError, the only thing that it throws
  }
}
