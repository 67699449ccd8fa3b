/** For `catch`: nothing there is an answer, undefined; anything else is not. */
export function unlessMissing(thrown: unknown): undefined {
  const code = thrown instanceof Error && "code" in thrown ? thrown.code : undefined;
  if (code !== "ENOENT" && code !== "ENOTDIR") throw thrown;
}
