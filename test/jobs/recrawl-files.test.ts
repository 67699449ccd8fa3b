import { mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { RecrawlProgress } from "../../packages/service/src/jobs/recrawls/recrawl.ts";
import { doRecrawl } from "../../packages/service/src/jobs/recrawls/recrawls.ts";
import { storedUrl } from "../../packages/service/src/jobs/storage/upload.ts";
import { openPublicFolder } from "../../packages/service/src/store/disk.ts";
import { nameIn } from "../../packages/service/src/store/names.ts";
import { publicBucket } from "../../packages/service/src/store/s3.ts";
import { fixedKeys } from "../../packages/service/src/store/s3-keys.ts";
import { languagesByFolder } from "../servers/family-site.ts";
import { startS3 } from "../servers/s3.ts";
import { BACKENDS, takeAll } from "../servers/sites.ts";
import { etagged, never, page, recrawlsIn, sha256 } from "./recrawls.ts";

describe.each(BACKENDS)("what recrawls store with an %s", (backend) => {
  const at = recrawlsIn(backend);

  test("a page whose text changed where the document did not is written to the bundle, and the site counts as updated", async () => {
    const { website, answers, world, enrolled, recrawled } = at;
    await enrolled({ publish: true });
    const published = `https://files.test/${new URL(website.origin).host.replace(":", "_")}`;
    const index = world.files.texts.get(`${published}/llms.txt`);
    expect(index).toContain(`](${website.origin}/a.md)`);
    answers["/a"] = etagged(page("Alpha").replace("</main>", "<pre>1 + 1</pre></main>"));
    const { summary } = await recrawled();
    expect(summary).toMatchObject({ updated: 1, errors: 0 });
    expect(world.files.texts.get(`${published}/a.md`)).toContain("1 + 1");
    expect(world.files.texts.get(`${published}/llms.txt`)).toBe(index);
    expect((await recrawled()).summary).toMatchObject({ updated: 0, errors: 0 });
    delete answers["/b"];
    await recrawled();
    expect(world.files.texts.has(`${published}/b.md`)).toBe(false);
  });

  test("a site of several languages is unchanged while each of its documents is, and all are stored anew with one", async () => {
    const { answers, world, enrolled, recrawled } = at;
    const german = (title: string) => page(title).replace('lang="en"', 'lang="de"');
    answers["/"] = etagged(page("Home of X", ["/a", "/b", "/de/a"]));
    answers["/de/a"] = etagged(german("Anfang"));
    const { crawled } = await enrolled({ languages: ["all"] });
    const fileUrl = storedUrl(crawled.uploaded) ?? "";
    const stored = (url: string) => world.files.texts.get(url.replace(/\.txt$/, ".de.txt"));
    expect(stored(fileUrl)).toBe(crawled.relatives?.[0]?.text);
    expect((await recrawled()).summary).toMatchObject({ updated: 0, errors: 0 });
    answers["/de/a"] = etagged(german("Anfang, neu geschrieben"));
    const { summary, site } = await recrawled();
    expect(summary).toMatchObject({ updated: 1, errors: 0 });
    expect(stored(site.latestUrl ?? "")).toContain("Anfang, neu geschrieben");
    // A language that goes costs its document alone.
    delete answers["/de/a"];
    expect((await recrawled()).summary).toMatchObject({ updated: 1, errors: 0 });
  });

  test.runIf(backend === BACKENDS[0])(
    "of a site of several languages in a bucket a recrawl writes what changed; each language's index leads to the others",
    async () => {
      const { answers, world, enrolled, recrawled } = at;
      const key = { accessKeyId: "AKIDEXAMPLE1", secretAccessKey: "s3cr3t/with+signs=" };
      const server = await startS3({ key, bucket: "texts" });
      const options = { keys: fixedKeys(key), bucket: "texts", endpoint: server.url };
      const its = { ...world, files: publicBucket(options) };
      const family = languagesByFolder();
      for (const [path, html] of Object.entries(family)) answers[path] = etagged(html);
      await enrolled({ publish: true, languages: ["all"] }, its);
      const root = new URL(at.website.origin).host.replace(":", "_");
      const alsoIn = (path: string) => {
        const [, line = ""] = /^Also: (.*)$/m.exec(server.objects.get(root + path)?.body.toString() ?? "") ?? [];
        return [...line.matchAll(/\]\(http:\/\/[^/]*([^)]*)\)/g)].map(([, link]) => link);
      };
      expect(alsoIn("/llms.txt")).toEqual(["/ar/llms.txt", "/de/llms.txt"]);
      expect(alsoIn("/de/llms.txt")).toEqual(["/llms.txt", "/ar/llms.txt"]);
      const writtenBy = async () => {
        const before = server.requests.length;
        const { summary } = await recrawled(its);
        expect(summary?.errors).toBe(0);
        const put = server.requests.slice(before).filter(({ method }) => method === "PUT");
        return [...new Set(put.map(({ name }) => name.slice(root.length)))].sort();
      };
      expect(await writtenBy()).toEqual([]);
      const more =
        "<p>Two more boats lie there since the new pier was built, and a third one is on its way.</p></main>";
      answers["/de/ports"] = etagged((family["/de/ports"] ?? "").replace("</main>", more));
      const notes = ["files", "moves", "search"].map((name) => `/.llmstxt/${name}.json`);
      expect(await writtenBy()).toEqual([...notes, "/de/ports.md"]);
      await server.close();
    },
  );

  test("a site that hands on requests for its bundle keeps it, recrawl by recrawl", async () => {
    const { website, answers, world, enrolled, recrawled } = at;
    await enrolled({ publish: true });
    const published = `https://files.test/${new URL(website.origin).host.replace(":", "_")}`;
    const before = new Map(world.files.texts);
    expect([...before.keys()]).toEqual(expect.arrayContaining([`${published}/index.md`, `${published}/a.md`]));
    answers["*"] = ({ url = "" }, response) => {
      const text = world.files.texts.get(published + url);
      response.writeHead(text === undefined ? 404 : 200, { "content-type": "text/markdown; charset=utf-8" });
      response.end(text);
    };
    for (const [path, markdown, title] of [
      ["/", "/index.md", "Home of X"],
      ["/a", "/a.md", "Alpha"],
    ] as const)
      answers[path] = {
        headers: { link: `<${markdown}>; rel="alternate"; type="text/markdown"`, vary: "accept" },
        body: page(title, path === "/" ? ["/a", "/b"] : []),
      };
    for (let time = 0; time < 3; time++) {
      expect((await recrawled()).summary).toMatchObject({ errors: 0, updated: 0 });
      expect(new Map(world.files.texts)).toEqual(before);
    }
  });

  test("an upload that fails keeps the URL, counts as an error, and is made good by the next run although nothing changed", async () => {
    const { place, website, answers, world, enrolled, found, recrawled, delivered } = at;
    answers["/sitemap.xml"] = "<urlset><url><lastmod>2020-01-01</lastmod></url></urlset>";
    await enrolled();
    answers["/a"] = etagged(page("Alpha, rewritten"));
    answers["/sitemap.xml"] = "<urlset><url><lastmod>2999-01-01</lastmod></url></urlset>";
    world.files.fail = true;
    const failed = await recrawled();
    expect(failed.summary).toEqual({ total: 1, processed: 1, updated: 0, unchanged: 0, errors: 1 });
    expect(failed.site.latestUrl).toBe(failed.before.latestUrl);
    expect(failed.site.latestHash).not.toBe(failed.before.latestHash);
    expect(failed.site).toMatchObject({
      status: "undelivered",
      undelivered: { tries: 1, why: expect.stringContaining("503 Slow Down") },
    });
    world.files.fail = false;
    answers["/sitemap.xml"] = "<urlset><url><lastmod>2020-01-01</lastmod></url></urlset>";
    await place.sites.startRun(100, async () => []);
    const asked = website.requests.length;
    await delivered();
    expect(website.requests).toHaveLength(asked);
    const good = await found();
    expect(good).toMatchObject({ latestHash: failed.site.latestHash, undelivered: null });
    expect(sha256(world.files.texts.get(good.latestUrl ?? "") ?? "")).toBe(good.latestHash);
    expect((await place.sites.versions(good.id, undefined, 1)).items[0]?.url).toBe(good.latestUrl);
  });

  test("a stored file that has gone is put back under its name by the next recrawl, also of a site that its sitemap excuses", async () => {
    const { answers, world, enrolled, found, recrawled } = at;
    answers["/sitemap.xml"] = "<urlset><url><lastmod>2020-01-01</lastmod></url></urlset>";
    const { crawled } = await enrolled();
    const { latestUrl } = await found();
    await world.files.remove(latestUrl?.split("/").at(-1) ?? "", never);
    const excused = await recrawled();
    expect(excused.summary).toEqual({ total: 1, processed: 0, updated: 0, unchanged: 1, errors: 0 });
    expect(excused.site.latestUrl).toBe(latestUrl);
    expect(world.files.texts.get(latestUrl ?? "")).toBe(crawled.text);
    delete answers["/sitemap.xml"];
    await world.files.remove(latestUrl?.split("/").at(-1) ?? "", never);
    const asked = await recrawled();
    expect(asked.summary).toMatchObject({ processed: 1, updated: 0, errors: 0 });
    expect([...world.files.texts]).toEqual([[latestUrl, crawled.text]]);
  });

  test("stable names, llms-full.txt and pages follow a site through its recrawls", async () => {
    const { website, answers, world, enrolled, recrawled } = at;
    const folder = await mkdtemp(join(tmpdir(), "beside-"));
    const files = await openPublicFolder({ folder, publicBase: () => "https://files.test" });
    const keeping = { ...world, files, extras: { stable: true, full: true } };
    const domain = new URL(website.origin).host.replace(":", "_");
    const read = (name: string) => readFile(join(folder, name), "utf8");
    const { crawled } = await enrolled({}, keeping);
    expect(crawled).not.toHaveProperty("full");
    expect(await read(`${domain}/llms.txt`)).toBe(crawled.text);
    answers["/a"] = etagged(page("Aleph"));
    const { site, progress } = await recrawled(keeping);
    const dated = site.latestUrl?.replace("https://files.test/", "") ?? "";
    const text = await read(dated);
    expect(text).toContain("[Aleph]");
    expect(await read(`${domain}/llms.txt`)).toBe(text);
    const full = await read(`${domain}/llms-full.txt`);
    expect(full).toContain("Every sentence here is about Beta.");
    expect(await read(dated.replace(".txt", "-full.txt"))).toBe(full);
    expect(await read(`${domain}/a.md`)).toContain("Every sentence here is about Aleph.");
    expect(progress).toContainEqual({ type: "pagesStored", stored: 3, pages: 3 });
    await rm(folder, { recursive: true });
  });

  test("one page that cannot be stored leaves the others, and the delivery", async () => {
    const { website, world, enrolled } = at;
    const folder = await mkdtemp(join(tmpdir(), "beside-"));
    const files = await openPublicFolder({ folder, publicBase: () => "https://files.test" });
    const domain = new URL(website.origin).host.replace(":", "_");
    await mkdir(join(folder, domain, "a.md"), { recursive: true });
    const { crawled, progress } = await enrolled({}, { ...world, files, extras: { stable: true, full: true } });
    expect(storedUrl(crawled.uploaded)).toBeDefined();
    expect(progress).toContainEqual({ type: "pagesStored", stored: 2, pages: 3 });
    expect(progress.at(-1)).toMatchObject({
      type: "extrasFailed",
      error: { message: expect.stringContaining("a.md") },
    });
    expect((await readdir(join(folder, domain))).sort()).toEqual([
      "a.md",
      "b.md",
      "index.md",
      "llms-full.txt",
      "llms.txt",
    ]);
    await rm(folder, { recursive: true });
  });

  test.each(["is killed", "is stopped"])(
    "a worker that %s after its uploads leaves no second text behind: the next try finds them",
    async (ending) => {
      const { place, answers, world, enrolled, found } = at;
      const folder = await mkdtemp(join(tmpdir(), "again-"));
      const files = await openPublicFolder({ folder, publicBase: () => "https://files.test" });
      const keeping = { ...world, files, extras: { stable: false, full: true } };
      const { site } = await enrolled({}, keeping);
      answers["/a"] = etagged(page("Alpha, rewritten"));
      await place.age(site.id, 24 * 60);
      const run = await place.sites.startRun(1, takeAll);
      const job = { siteId: site.id, runId: run.id };
      const stop = new AbortController();
      const report = ({ type }: RecrawlProgress) => type === "extraStored" && stop.abort(new Error("stopping"));
      // Who is killed gives nothing back.
      const sites = ending === "is killed" ? { ...keeping.sites, release: async () => {} } : keeping.sites;
      const dying = { world: { ...keeping, sites }, listenTo: () => ({ report }) };
      await expect(doRecrawl(job, dying, stop.signal)).rejects.toThrow("stopping");
      await sleep(1_100); // a name of now would be another
      await doRecrawl(job, { world: keeping, listenTo: () => ({ report: () => {} }) }, never);
      const { latestUrl } = await found();
      expect(latestUrl).not.toBe(site.latestUrl);
      const named = [site.latestUrl, latestUrl].map((url) => nameIn(url ?? ""));
      const all = named.flatMap((name) => [name, name.replace(".txt", "-full.txt")]);
      expect((await readdir(folder)).filter((name) => name.endsWith(".txt")).sort()).toEqual(all.sort());
      await rm(folder, { recursive: true });
    },
  );
});
