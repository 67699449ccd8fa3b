import { numberedName } from "./names.ts";
import { type PublicStore, type Store, storageFailed } from "./store.ts";

/** Most texts of one site in one second, which names contain. */
const MAX_SAME_NAME = 1_000;

/**
 * Stores a text under a name or, if that is taken, under the first free one of `name_2`, `name_3`, …
 * @returns the public URL
 */
export async function saveText(
  store: PublicStore,
  { name, text }: { readonly name: string; readonly text: string },
  signal: AbortSignal,
): Promise<string> {
  for (let count = 1; count <= MAX_SAME_NAME; count++) {
    const free = numberedName(name, count);
    if (await store.putNew(free, text, signal)) return store.urlOf(free);
  }
  throw storageFailed(`${store.urlOf(name)}: ${MAX_SAME_NAME} texts of that name exist`);
}

/**
 * A store for a job that is tried again. A text that an earlier try stored under the same name is not stored again,
 * even if the store carries out that try during this one.
 */
export function savedBefore<Its extends Store>(store: Its): Its {
  return {
    ...store,
    async putNew(name, content, signal) {
      const isOurs = async () => (await store.get(name, signal))?.bytes.equals(Buffer.from(content)) ?? false;
      return (await isOurs()) || (await store.putNew(name, content, signal)) || (await isOurs());
    },
  };
}

interface Saved {
  readonly name: string;
  isOurs(text: string): boolean;
}

/** The name, or a numbered form of it, under which a text is stored; undefined if it is stored under none. */
export async function nameOfSaved(
  store: Store,
  { name, isOurs }: Saved,
  signal: AbortSignal,
): Promise<string | undefined> {
  for (let count = 1; count <= MAX_SAME_NAME; count++) {
    const numbered = numberedName(name, count);
    const stored = await store.get(numbered, signal);
    if (stored === undefined) return undefined;
    if (isOurs(stored.bytes.toString())) return numbered;
  }
  return undefined;
}
