/**
 * The program's own bytes beside the texts. They have no public URL, and their writer can do without them:
 * a store that loses it, or holds an older one, costs work and nothing else.
 */
export interface Blobs {
  /** Writes or replaces; whole or not at all. */
  put(name: string, bytes: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<void>;
  /** undefined where there is none. */
  get(name: string, signal: AbortSignal): Promise<Uint8Array | undefined>;
  /** All there are, in no order. */
  list(signal: AbortSignal): AsyncIterable<BlobEntry>;
  remove(name: string, signal: AbortSignal): Promise<void>;
}

export interface BlobEntry {
  readonly name: string;
  /** undefined where the store does not say. */
  readonly modifiedAt: Date | undefined;
}

/** Two segments of letters and digits, so that no folder holds too many. */
const NAME = /^[0-9a-z]{1,64}\/[0-9a-z]{1,64}$/;

/** True if it is a name that a program may have given. */
export const isBlobName = (name: string): boolean => NAME.test(name);

/** @throws Error for any other name */
export function checkBlobName(name: string): void {
  if (!isBlobName(name)) throw new Error(`Not a blob's name: ${JSON.stringify(name.slice(0, 200))}`);
}
