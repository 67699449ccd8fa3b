import { type Files, MAX_SAME_NAME, numberedName } from "./store.ts";

/**
 * Files for a job that is tried again: a text that an earlier try stored under the same name is not stored beside itself,
 * even where the store carries that try out while this one is under way.
 */
export function savedBefore(files: Files): Files {
  return {
    ...files,
    async save(name, text, signal) {
      const before = await nameOfSaved(files, { name, isOurs: (stored) => stored === text }, signal);
      if (before !== undefined) return files.urlOf(before);
      const fileUrl = await files.save(name, text, signal);
      if (fileUrl === files.urlOf(name)) return fileUrl;
      const first = await nameOfSaved(files, { name, isOurs: (stored) => stored === text }, signal);
      if (first === undefined || files.urlOf(first) === fileUrl) return fileUrl;
      await files.remove(first, signal);
      return fileUrl;
    },
  };
}

interface Saved {
  readonly name: string;
  isOurs(text: string): boolean;
}

/** The name, or the numbered one of it, under which a text lies; undefined where it lies under none. */
export async function nameOfSaved(
  files: Files,
  { name, isOurs }: Saved,
  signal: AbortSignal,
): Promise<string | undefined> {
  for (let count = 1; count <= MAX_SAME_NAME; count++) {
    const numbered = numberedName(name, count);
    const stored = await files.read(numbered, signal);
    if (stored === undefined) return undefined;
    if (isOurs(stored.text)) return numbered;
  }
  return undefined;
}
