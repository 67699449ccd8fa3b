import { type Files, MAX_SAME_NAME, numberedName } from "./files.ts";

/**
 * Files for a job that is tried again: a text that an earlier try stored under the same name is not stored beside itself.
 * Without it a worker that is killed after an upload leaves a file that no row names.
 */
export function savedBefore(files: Files): Files {
  return {
    ...files,
    async save(name, text, signal) {
      for (let count = 1; count <= MAX_SAME_NAME; count++) {
        const stored = await files.read(numberedName(name, count), signal);
        if (stored?.text === text) return files.urlOf(numberedName(name, count));
        if (stored === undefined) break;
      }
      return files.save(name, text, signal);
    },
  };
}
