import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  exportSites,
  importSites,
  type MovedSite,
  removePart,
} from "../../packages/service/src/sites/moving/moving.ts";
import { SITE_REQUEST_DEFAULTS } from "../../packages/service/src/sites/site.ts";
import { storedUrls } from "../../packages/service/src/sites/texts/stored-urls.ts";
import { openTestSites, type TestSites } from "../servers/sites.ts";

let embedded: TestSites;
let server: TestSites;
beforeAll(async () => {
  [embedded, server] = await Promise.all([openTestSites("embedded Postgres"), openTestSites("Postgres server")]);
});
afterAll(() => Promise.all([embedded.close(), server.close()]));
beforeEach(() => Promise.all([embedded.empty(), server.empty()]));

async function linesOf(place: TestSites, withSecrets: boolean): Promise<string[]> {
  const lines: string[] = [];
  for await (const some of exportSites(place.database, { withSecrets })) lines.push(...some);
  return lines;
}

async function* of(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}

const delivery = (text: string) => ({
  text,
  digest: `digest of ${text}`,
  characters: 9,
  plainDigest: "plain",
  generatedAt: new Date("2026-01-01T00:00:00Z"),
  pages: 3,
  fileUrl: `https://files.test/${text}.txt`,
  memoryKey: "key",
  counts: { added: 3, removed: 0, changed: 0 },
});

async function enrol(place: TestSites, url: string) {
  const request = {
    url,
    maxPages: 7,
    descLength: 300,
    scope: "path" as const,
    include: ["/dokumentation/**"],
    exclude: ["/übersicht/*"],
    language: "de-CH",
    languages: ["de-CH", "fr"],
    versions: ["all"],
    useProxy: true,
  };
  for (const text of ["erste", "zweite 例 \u{1F98A}"])
    await place.sites.enrol({
      request,
      recrawlIntervalMinutes: 61,
      sentinelUrl: `${url}/s.xml`,
      tags: ["client: north", "例"],
      delivery: delivery(text),
    });
  const site = await place.sites.find(url);
  await place.sites.setWebhookSecret(site?.id ?? "", "geheim-geheim");
  await place.sites.setOverlay(site?.id ?? "", { yaml: "name: Übersicht # unser\n", overlay: { name: "Übersicht" } });
  await place.sites.change(site?.id ?? "", { paused: true });
}

test("sites move from the embedded database to a Postgres and back with everything they are", async () => {
  await enrol(embedded, "https://x.example/a");
  for (let n = 0; n < 45; n++) await enrol(embedded, `https://site-${String(n).padStart(2, "0")}.example`);
  const before = await linesOf(embedded, true);
  expect(before).toHaveLength(46);
  expect(await importSites(server.database, of(before))).toBe(46);
  const there = await linesOf(server, true);
  expect(there.toSorted()).toEqual(before.toSorted());
  await embedded.empty();
  expect(await importSites(embedded.database, of(there))).toBe(46);
  expect((await linesOf(embedded, true)).toSorted()).toEqual(before.toSorted());
  const [from, to] = await Promise.all([embedded, server].map((place) => place.sites.find("https://x.example/a")));
  expect(to).toEqual(from);
  const kept = await server.sites.overlay(to?.id ?? "");
  expect(kept).toMatchObject({ yaml: "name: Übersicht # unser\n", overlay: { name: "Übersicht" } });
  expect(await server.sites.latestText(to?.id ?? "")).toBe("zweite 例 \u{1F98A}");
  expect((await server.sites.mark("https://x.example/a", "geheim-geheim")).type).toBe("marked");
});

test("secrets move only when they are asked for", async () => {
  await enrol(embedded, "https://x.example");
  expect((await linesOf(embedded, false)).join()).not.toContain("geheim");
  await importSites(server.database, of(await linesOf(embedded, false)));
  expect((await server.sites.mark("https://x.example", undefined)).type).toBe("marked");
});

test("a site that is there is replaced, the others stay", async () => {
  await enrol(server, "https://x.example");
  await enrol(server, "https://y.example");
  await server.sites.change((await server.sites.find("https://x.example"))?.id ?? "", { maxPages: 99 });
  await enrol(embedded, "https://x.example");
  await importSites(server.database, of(await linesOf(embedded, false)));
  expect((await server.sites.find("https://x.example"))?.request.maxPages).toBe(7);
  expect((await server.sites.list({ filter: "all", sort: "name", limit: 9 })).total).toBe(2);
});

test("a line that is wrong is named, and nothing is imported", async () => {
  await enrol(embedded, "https://x.example");
  const [line = ""] = await linesOf(embedded, false);
  const with_ = (change: Partial<MovedSite["site"]>) => {
    const { site, versions }: MovedSite = JSON.parse(line);
    return JSON.stringify({ site: { ...site, base_url: "https://y.example", id: undefined, ...change }, versions });
  };
  for (const wrong of [
    "{",
    "[]",
    with_({ base_url: "https://X.example/" }),
    with_({ base_url: undefined }),
    with_({ max_pages: 0 }),
    with_({ choices: { scope: "moon" } }),
    with_({ favourite_colour: "blue" }),
    with_({ tags: ["Docs"] }),
    with_({ last_crawled_at: "yesterday-ish" }),
  ]) {
    const imported = importSites(server.database, of([line, "", wrong]));
    await expect(imported, wrong).rejects.toMatchObject({
      code: "wrong_usage",
      message: expect.stringContaining("Line 3"),
    });
  }
  expect(await linesOf(server, false)).toEqual([]);
});

test("every URL that a row names is told, of sites and of versions", async () => {
  await enrol(server, "https://x.example");
  const urls: string[] = [];
  for await (const batch of storedUrls(server.database)) urls.push(...batch);
  expect(new Set(urls)).toEqual(
    new Set(["https://files.test/erste.txt", "https://files.test/zweite 例 \u{1F98A}.txt"]),
  );
});

test("lines of many pieces are imported, a wrong one stops with where to go on, and going on takes the rest", async () => {
  const line = (n: number) => JSON.stringify({ site: { base_url: `https://s${n}.example`, pages: n }, versions: [] });
  const lines = Array.from({ length: 1_203 }, (_, n) => line(n));
  const heard: number[] = [];
  const wrong = lines.with(1_100, line(1_100).replace("pages", "moons"));
  await expect(
    importSites(server.database, of(wrong), { onPiece: (sites) => heard.push(sites) }),
  ).rejects.toMatchObject({
    message: expect.stringMatching(/^Line 1101: .*moons; the lines before 1001 are imported.*--from 1001$/),
  });
  expect([heard, (await linesOf(server, false)).length]).toEqual([[500, 1_000], 1_000]);
  expect(await importSites(server.database, of(lines), { from: 1_001 })).toBe(203);
  expect((await linesOf(server, false)).length).toBe(1_203);
  // A line that comes twice: the last one is the site.
  expect(await importSites(server.database, of([line(1), line(1).replace('"pages":1', '"pages":9')]))).toBe(2);
  expect((await server.sites.find("https://s1.example"))?.pages).toBe(9);
});

test("a host's sites are all in the same part, the parts are all the sites, and the part is what the docs say", async () => {
  const urls = [
    "https://a.example",
    "https://www.a.example/x",
    "http://a.example:8080/y",
    "https://b.example",
    "https://[::1]/",
  ];
  await server.sites.enrolNew(
    urls.map((url) => ({
      request: { ...SITE_REQUEST_DEFAULTS, url, maxPages: 5, descLength: 300 },
      recrawlIntervalMinutes: 60,
      sentinelUrl: null,
    })),
  );
  const parts: string[][] = [];
  for (const index of [1, 2, 3]) {
    const found: string[] = [];
    for await (const lines of exportSites(server.database, { withSecrets: false, part: { index, of: 3 } }))
      found.push(...lines.map((line) => JSON.parse(line).site.base_url));
    parts.push(found);
  }
  const partOf = (host: string) => createHash("sha256").update(host).digest().readUInt32BE() % 3;
  for (const [host, ...sites] of [
    ["a.example", "https://a.example", "https://www.a.example/x", "http://a.example:8080/y"],
    ["b.example", "https://b.example"],
    ["[::1]", "https://[::1]"],
  ])
    expect(parts[partOf(host ?? "")], host).toEqual(expect.arrayContaining(sites));
  expect(parts.flat()).toHaveLength(5);
  expect(await removePart(server.database, { index: partOf("a.example") + 1, of: 3 })).toBeGreaterThanOrEqual(3);
  expect(await server.sites.find("https://a.example")).toBeUndefined();
});
