/** SQLSTATE of an error, five characters; empty if it has none. */
export function stateOf(error: unknown): string {
  const code = error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
  return /^[0-9A-Z]{5}$/.test(code) && !code.startsWith("E") ? code : "";
}
