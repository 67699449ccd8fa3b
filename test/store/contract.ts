import { expect, test } from "vitest";
import type { Files } from "../../packages/service/src/store/store.ts";

export interface OpenedFiles {
  readonly files: Files;
  /** What a stranger gets under a public URL; undefined where there is nothing. */
  read(url: string): Promise<{ readonly text: string; readonly contentType?: string } | undefined>;
  /** Names of everything kept, half-written files included. */
  names(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** What every `Files` keeps to. `open` gives an empty store; it is opened anew for each test. */
export function filesContract(store: string, open: () => Promise<OpenedFiles>): void {
  const withFiles = (name: string, run: (opened: OpenedFiles) => Promise<void>) =>
    test(`${store}: ${name}`, async () => {
      const opened = await open();
      try {
        await run(opened);
      } finally {
        await opened.close();
      }
    });
  const never = new AbortController().signal;

  withFiles("a saved text can be read under its public URL, byte for byte", async ({ files, read }) => {
    const text = "# Ünïcode 例\n\n> 🦊\n";
    const url = await files.save("x.dev_20261121_055000.txt", text, never);
    expect(url).toMatch(/\/x\.dev_20261121_055000\.txt$/);
    expect((await read(url))?.text).toBe(text);
  });

  withFiles("it is text/plain, UTF-8", async ({ files, read }) => {
    const found = await read(await files.save("x.dev_20261121_055000.txt", "text\n", never));
    expect(found?.contentType?.toLowerCase() ?? "text/plain; charset=utf-8").toBe("text/plain; charset=utf-8");
  });

  withFiles("an upload never overwrites: a name that is taken gets _2, _3 before .txt", async ({ files, read }) => {
    const urls = [];
    for (const text of ["one", "two", "three"]) urls.push(await files.save("x.dev_20261121_055000.txt", text, never));
    expect(urls.map((url) => url.split("/").at(-1))).toEqual([
      "x.dev_20261121_055000.txt",
      "x.dev_20261121_055000_2.txt",
      "x.dev_20261121_055000_3.txt",
    ]);
    expect(await Promise.all(urls.map(async (url) => (await read(url))?.text))).toEqual(["one", "two", "three"]);
  });

  withFiles("twenty uploads of one name at once are all kept", async ({ files, read }) => {
    const texts = Array.from({ length: 20 }, (_, n) => `text ${n}`);
    const urls = await Promise.all(texts.map((text) => files.save("x.dev_20261121_055000.txt", text, never)));
    expect(new Set(urls).size).toBe(20);
    expect(await Promise.all(urls.map(async (url) => (await read(url))?.text))).toEqual(texts);
  });

  withFiles("files that lie in no folder are listed, found by their name, and removed", async ({ files, names }) => {
    const all = ["a.dev_20261121_055000.txt", "b.dev_20261121_055000.txt", "b.dev_20261121_055000-full.txt"];
    for (const name of all) await files.save(name, "text\n", never);
    await files.replace("a.dev/llms.txt", "text\n", never);
    const listed: string[] = [];
    for await (const name of files.list(never)) listed.push(name);
    expect(listed.toSorted()).toEqual(all.toSorted());
    expect(await files.has("a.dev_20261121_055000.txt", never)).toBe(true);
    await files.remove("a.dev_20261121_055000.txt", never);
    await files.remove("a.dev_20261121_055000.txt", never);
    expect(await files.has("a.dev_20261121_055000.txt", never)).toBe(false);
    expect(await names()).toHaveLength(3);
  });

  withFiles("a stable name is replaced, and its URL stays", async ({ files, read }) => {
    const first = await files.replace("x.dev/llms.txt", "old", never);
    const second = await files.replace("x.dev/llms.txt", "new", never);
    expect(second).toBe(first);
    expect((await read(second))?.text).toBe("new");
  });

  withFiles("a text under a stable name can be read back and removed", async ({ files, names }) => {
    await files.replace("x.dev/docs/größe (1).md", "Größe", never);
    await files.replace("x.dev/.llmstxt/files.json", "{}", never);
    expect((await files.read("x.dev/docs/größe (1).md", never))?.text).toBe("Größe");
    expect((await files.read("x.dev/.llmstxt/files.json", never))?.text).toBe("{}");
    for (const name of ["x.dev/nothing.md", "x.dev/docs"]) expect(await files.read(name, never)).toBeUndefined();
    await files.remove("x.dev/docs/größe (1).md", never);
    await files.remove("x.dev/nothing.md", never);
    expect(await names()).not.toContain("x.dev/docs/größe (1).md");
  });

  withFiles("a text is read again once it was replaced, and not before", async ({ files }) => {
    const name = "x.dev/.llmstxt/pages.json";
    await files.replace(name, "old", never);
    const { version = "" } = (await files.read(name, never)) ?? {};
    expect(await files.readIfChanged(name, version, never)).toBe("unchanged");
    await files.replace(name, "new", never);
    expect(await files.readIfChanged(name, version, never)).toMatchObject({ text: "new" });
    await files.remove(name, never);
    expect(await files.readIfChanged(name, version, never)).toBeUndefined();
  });

  withFiles("an upload that is called off leaves nothing behind", async ({ files, names }) => {
    const stopped = AbortSignal.abort();
    await expect(files.save("x.dev_20261121_055000.txt", "text", stopped)).rejects.toThrow();
    expect(await names()).toEqual([]);
  });

  withFiles("a text of 5 MB arrives whole, and no half-written file stays", async ({ files, read, names }) => {
    const text = `${"0123456789".repeat(500_000)}\n`;
    const url = await files.save("x.dev_20261121_055000.txt", text, never);
    expect((await read(url))?.text === text).toBe(true);
    expect(await names()).toEqual(["x.dev_20261121_055000.txt"]);
  });
}
