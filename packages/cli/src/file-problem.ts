/**
 * Reason in words why a file could not be read or written.
 * @param missing words for a file that does not exist
 */
export function fileProblem(thrown: unknown, missing: string): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const code = "code" in thrown ? String(thrown.code) : "";
  return code === "ENOENT" ? missing : (WORDS[code] ?? thrown.message);
}

const WORDS: Readonly<Record<string, string>> = {
  EISDIR: "it is a folder",
  ENOTDIR: "its folder is a file",
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the file system is read-only",
  ENOSPC: "no space left on the device",
};
