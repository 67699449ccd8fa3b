import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tryAbout } from "../store/about.ts";
import { openPublicFolder } from "../store/disk.ts";
import { findMirrored } from "./mirrored-page.ts";
import { ParsedFiles } from "./parsed-files.ts";

const never = new AbortController().signal;

/** A store that counts the texts it gives. */
async function openStore() {
  const folder = await mkdtemp(join(tmpdir(), "abouts-"));
  const files = await openPublicFolder({ folder, publicBase: () => "http://files.test" });
  const given: string[] = [];
  const counting = {
    ...files,
    async get(...[name, ...rest]: Parameters<typeof files.get>) {
      const found = await files.get(name, ...rest);
      if (found !== undefined) given.push(name);
      return found;
    },
    async getIfChanged(...[name, ...rest]: Parameters<typeof files.getIfChanged>) {
      const found = await files.getIfChanged(name, ...rest);
      if (found !== undefined && found !== "unchanged") given.push(name);
      return found;
    },
  };
  const publish = (domain: string, page: string) => {
    const about = { site: `https://${domain}`, indexes: { "/": "/llms.txt" }, pages: { [page]: `${page}.md` } };
    return files.put(`${domain}/.llmstxt/pages.json`, JSON.stringify(about), never);
  };
  return { files: counting, given, publish };
}

test("a thousand requests for pages that no bundle has read its list of pages once, and once more when it is replaced", async () => {
  const { files, given, publish } = await openStore();
  const store = { files, abouts: new ParsedFiles(files, tryAbout) };
  const find = (path: string) => findMirrored({ domain: "a.test", path, search: "" }, store, never);
  await publish("a.test", "/one");
  for (let round = 0; round < 10; round++)
    for (const found of await Promise.all(Array.from({ length: 100 }, (_, n) => find(`/miss-${round}-${n}`))))
      expect(found).toMatchObject({ type: "missing" });
  expect(given).toEqual(["a.test/.llmstxt/pages.json"]);
  expect(await find("/one")).toMatchObject({ url: "https://a.test/one" });

  await publish("a.test", "/two");
  expect(await find("/two")).toMatchObject({ url: "https://a.test/two" });
  expect(await find("/one")).toMatchObject({ type: "missing" });
  expect(given).toHaveLength(2);

  await files.remove("a.test/.llmstxt/pages.json", never);
  expect(await find("/two")).toBeUndefined();
});

test("lists of pages are kept up to a size, those asked for last", async () => {
  const { files, given, publish } = await openStore();
  for (const domain of ["a.test", "b.test", "c.test"]) await publish(domain, "/page");
  const { bytes } = (await files.get("a.test/.llmstxt/pages.json", never)) ?? { bytes: "" };
  const abouts = new ParsedFiles(files, tryAbout, { maxKept: 2 * bytes.length });
  given.length = 0;
  const read = (domain: string) => abouts.read(`${domain}/.llmstxt/pages.json`);
  for (const domain of ["a.test", "b.test", "a.test", "c.test", "a.test", "b.test"])
    expect((await read(domain))?.site).toBe(`https://${domain}`);
  expect(given.map((name) => name.slice(0, 1))).toEqual(["a", "b", "c", "b"]);
});

test("a list of pages that cannot be had is asked for again", async () => {
  const { files, publish } = await openStore();
  await publish("a.test", "/one");
  let isAway = true;
  const get: typeof files.get = (...asked) =>
    isAway ? Promise.reject(new Error("503 Slow Down")) : files.get(...asked);
  const abouts = new ParsedFiles({ ...files, get }, tryAbout);
  await expect(abouts.read("a.test/.llmstxt/pages.json")).rejects.toThrow("503 Slow Down");
  isAway = false;
  expect((await abouts.read("a.test/.llmstxt/pages.json"))?.site).toBe("https://a.test");
});
