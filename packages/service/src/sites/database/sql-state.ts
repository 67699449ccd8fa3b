/** The five characters by which a database names what went wrong (SQLSTATE); empty where it named nothing. */
export function stateOf(error: unknown): string {
  const code = error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
  return /^[0-9A-Z]{5}$/.test(code) && !code.startsWith("E") ? code : "";
}
