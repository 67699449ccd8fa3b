import { expect, test } from "vitest";
import type { PublicStore, Store } from "../../packages/service/src/store/store.ts";
import { nameOfSaved, savedBefore, saveText } from "../../packages/service/src/store/texts.ts";

export interface OpenedStore<Its extends Store = Store> {
  readonly store: Its;
  /** Names of everything kept, half-written files included. */
  names(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export interface OpenedPublicStore extends OpenedStore<PublicStore> {
  /** Answer for a stranger under a public URL; undefined where there is nothing. */
  read(url: string): Promise<{ readonly text: string; readonly contentType?: string } | undefined>;
}

const never = new AbortController().signal;
const NAME = "x.dev_20261121_055000.txt";

/** A test that opens an empty store, and closes it. */
const testOn =
  <Opened extends OpenedStore>(title: string, open: () => Promise<Opened>) =>
  (name: string, run: (opened: Opened) => Promise<void>) =>
    test(`${title}: ${name}`, async () => {
      const opened = await open();
      try {
        await run(opened);
      } finally {
        await opened.close();
      }
    });

/** Rules of every `Store`. `open` gives an empty one; it is opened anew for each test. */
export function storeContract(title: string, open: () => Promise<OpenedStore>): void {
  const withStore = testOn(title, open);

  withStore("bytes and texts come back as they were put, and are replaced", async ({ store }) => {
    const bytes = new Uint8Array(300_000).map((_, index) => (index * 31) % 256);
    expect(await store.get("ab/0123", never)).toBeUndefined();
    await store.put("ab/0123", bytes, never);
    expect((await store.get("ab/0123", never))?.bytes.equals(bytes)).toBe(true);
    await store.put("ab/0123", "Größe 🦊", never);
    expect((await store.get("ab/0123", never))?.bytes.toString()).toBe("Größe 🦊");
    await store.put("ab/0123", new Uint8Array(), never);
    expect((await store.get("ab/0123", never))?.bytes.length).toBe(0);
  });

  withStore("bytes are read again once they were replaced, and not before", async ({ store }) => {
    const name = "x.dev/.llmstxt/pages.json";
    await store.put(name, "old", never);
    const { version = "" } = (await store.get(name, never)) ?? {};
    expect(await store.getIfChanged(name, version, never)).toBe("unchanged");
    await store.put(name, "new", never);
    expect(await store.getIfChanged(name, version, never)).toMatchObject({ bytes: Buffer.from("new") });
    await store.remove(name, never);
    expect(await store.getIfChanged(name, version, never)).toBeUndefined();
  });

  withStore("a new name is given once: what it stands for stays", async ({ store }) => {
    expect(await store.putNew(NAME, "one", never)).toBe(true);
    expect(await store.putNew(NAME, "two", never)).toBe(false);
    expect((await store.get(NAME, never))?.bytes.toString()).toBe("one");
  });

  withStore("names hold letters of any language, and the folder of notes", async ({ store, names }) => {
    const all = ["x.dev/docs/größe (1).md", "x.dev/docs/é~例.md", "x.dev/.llmstxt/files.json"];
    for (const name of all) await store.put(name, name, never);
    for (const name of all) expect((await store.get(name, never))?.bytes.toString()).toBe(name);
    for (const name of ["x.dev/nothing.md", "x.dev/docs"]) expect(await store.get(name, never)).toBeUndefined();
    for (const name of all) await store.remove(name, never);
    await store.remove("x.dev/nothing.md", never);
    expect(await names()).toEqual([]);
  });

  withStore(
    "what lies in a folder is listed with its time, that of its folders too where asked for",
    async (opened) => {
      const { store, names } = opened;
      const listed = async (folder: string, depth: "own" | "all") => {
        const found: string[] = [];
        for await (const { name, modifiedAt } of store.list(folder, depth, never)) {
          expect(Math.abs(Date.now() - Number(modifiedAt))).toBeLessThan(60_000);
          found.push(name);
        }
        return found.toSorted();
      };
      expect(await listed("", "all")).toEqual([]);
      for (const name of ["a.txt", "b.txt", "b/c.txt", "b/d/e.txt"]) await store.put(name, name, never);
      expect(await listed("", "own")).toEqual(["a.txt", "b.txt"]);
      expect(await listed("", "all")).toEqual(["a.txt", "b.txt", "b/c.txt", "b/d/e.txt"]);
      expect(await listed("b/", "own")).toEqual(["b/c.txt"]);
      expect(await listed("b/", "all")).toEqual(["b/c.txt", "b/d/e.txt"]);
      expect(await listed("c/", "all")).toEqual([]);
      expect([await store.has("b/c.txt", never), await store.has("b", never)]).toEqual([true, false]);
      for (const name of ["b/c.txt", "b/c.txt", "b/d/e.txt"]) await store.remove(name, never);
      expect(await store.has("b/c.txt", never)).toBe(false);
      expect(await names()).toEqual(["a.txt", "b.txt"]);
    },
  );

  withStore("no name reaches outside, or stands for the store itself", async ({ store, names }) => {
    for (const name of ["", "/", "../x", "ab/../x", "/etc/x", "a//b", "ab/", "nul\0.txt"]) {
      await expect(store.put(name, "text", never), name).rejects.toThrow(/^Not a (file )?name/);
      await expect(store.putNew(name, "text", never), name).rejects.toThrow(/^Not a (file )?name/);
      await expect(store.remove(name, never), name).rejects.toThrow(/^Not a (file )?name/);
    }
    expect(await names()).toEqual([]);
  });

  withStore("a write that is called off leaves nothing behind", async ({ store, names }) => {
    const stopped = AbortSignal.abort();
    await expect(store.put(NAME, "text", stopped)).rejects.toThrow();
    await expect(store.putNew(NAME, "text", stopped)).rejects.toThrow();
    expect(await names()).toEqual([]);
  });

  withStore("5 MB arrive whole, and no half-written file stays", async ({ store, names }) => {
    const text = `${"0123456789".repeat(500_000)}\n`;
    await store.putNew(NAME, text, never);
    expect((await store.get(NAME, never))?.bytes.toString() === text).toBe(true);
    expect(await names()).toEqual([NAME]);
  });
}

/** Rules of every `PublicStore`, besides those of each `Store`. */
export function publicStoreContract(title: string, open: () => Promise<OpenedPublicStore>): void {
  storeContract(title, open);
  const withStore = testOn(title, open);

  withStore("a text can be read under its public URL, byte for byte, as text/plain in UTF-8", async (opened) => {
    const { store, read } = opened;
    const text = "# Ünïcode 例\n\n> 🦊\n";
    const url = await saveText(store, { name: NAME, text }, never);
    expect(url.endsWith(`/${NAME}`)).toBe(true);
    const found = await read(url);
    expect(found?.text).toBe(text);
    expect(found?.contentType?.toLowerCase() ?? "text/plain; charset=utf-8").toBe("text/plain; charset=utf-8");
  });

  withStore("a text never overwrites: a name that is taken gets _2, _3 before .txt", async ({ store, read }) => {
    const urls = [];
    for (const text of ["one", "two", "three"]) urls.push(await saveText(store, { name: NAME, text }, never));
    expect(urls.map((url) => url.split("/").at(-1))).toEqual([
      "x.dev_20261121_055000.txt",
      "x.dev_20261121_055000_2.txt",
      "x.dev_20261121_055000_3.txt",
    ]);
    expect(await Promise.all(urls.map(async (url) => (await read(url))?.text))).toEqual(["one", "two", "three"]);
  });

  withStore("twenty texts of one name at once are all kept", async ({ store, read }) => {
    const texts = Array.from({ length: 20 }, (_, n) => `text ${n}`);
    const urls = await Promise.all(texts.map((text) => saveText(store, { name: NAME, text }, never)));
    expect(new Set(urls).size).toBe(20);
    expect(await Promise.all(urls.map(async (url) => (await read(url))?.text))).toEqual(texts);
  });

  withStore("what is replaced keeps its URL", async ({ store, read }) => {
    await store.put("x.dev/llms.txt", "old", never);
    await store.put("x.dev/llms.txt", "new", never);
    expect((await read(store.urlOf("x.dev/llms.txt")))?.text).toBe("new");
  });

  withStore(
    "a text that is saved again by a job tried again is kept once, also behind another's",
    async ({ store }) => {
      await saveText(store, { name: NAME, text: "theirs" }, never);
      const url = await saveText(store, { name: NAME, text: "ours" }, never);
      expect(await saveText(savedBefore(store), { name: NAME, text: "ours" }, never)).toBe(url);
      expect(await nameOfSaved(store, { name: NAME, isOurs: (text) => text === "ours" }, never)).toBe(
        "x.dev_20261121_055000_2.txt",
      );
      expect(await saveText(savedBefore(store), { name: NAME, text: "another" }, never)).toMatch(/_3\.txt$/);
    },
  );
}
