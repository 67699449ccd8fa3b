import { expect, test } from "vitest";
import type { Blobs } from "../../packages/service/src/store/blobs.ts";

export interface OpenedBlobs {
  readonly blobs: Blobs;
  close(): Promise<void>;
}

/** What every `Blobs` keeps to. `open` gives an empty store. */
export function blobsContract(store: string, open: () => Promise<OpenedBlobs>): void {
  const never = new AbortController().signal;

  test(`${store}: blobs come back byte for byte, are replaced, listed with their time, and removed`, async () => {
    const { blobs, close } = await open();
    try {
      const bytes = new Uint8Array(300_000).map((_, index) => (index * 31) % 256);
      expect(await blobs.get("ab/0123", never)).toBeUndefined();
      for (const name of ["ab/0123", "cd/4567", "cd/89"]) await blobs.put(name, bytes, never);
      await blobs.put("cd/89", new Uint8Array(), never);
      expect(Buffer.compare((await blobs.get("ab/0123", never)) ?? Buffer.of(), bytes)).toBe(0);
      expect((await blobs.get("cd/89", never))?.length).toBe(0);
      const listed = await gathered(blobs.list(never));
      expect(listed.map(({ name }) => name).toSorted()).toEqual(["ab/0123", "cd/4567", "cd/89"]);
      for (const { modifiedAt } of listed) expect(Math.abs(Date.now() - Number(modifiedAt))).toBeLessThan(60_000);
      await blobs.remove("cd/4567", never);
      await blobs.remove("cd/4567", never);
      expect(await blobs.get("cd/4567", never)).toBeUndefined();
      for (const name of ["", "ab", "../ab/01", "ab/../01", "ab/01/2", "AB/01", "ab/.."])
        await expect(blobs.put(name, bytes, never), name).rejects.toThrow("Not a blob's name");
    } finally {
      await close();
    }
  });
}

export async function gathered<T>(values: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const value of values) all.push(value);
  return all;
}
