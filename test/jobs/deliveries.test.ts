import { createHash } from "node:crypto";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { AlertJob } from "../../packages/service/src/jobs/alerts.ts";
import { type DeliveryProgress, deliverDue } from "../../packages/service/src/jobs/recrawls/recrawls.ts";
import type { SiteWorld } from "../../packages/service/src/jobs/world.ts";
import type { Unstored } from "../../packages/service/src/sites/delivery.ts";
import { sitesIn } from "../../packages/service/src/sites/store.ts";
import { openPublicFolder } from "../../packages/service/src/store/disk.ts";
import { publicBucket } from "../../packages/service/src/store/s3.ts";
import { fixedKeys } from "../../packages/service/src/store/s3-keys.ts";
import type { PublicStore } from "../../packages/service/src/store/store.ts";
import { saveText } from "../../packages/service/src/store/texts.ts";
import { POSTED } from "../servers/alerts.ts";
import { type S3Server, startS3 } from "../servers/s3.ts";
import { BACKENDS, openSiteWorld, openTestSites, type TestSites } from "../servers/sites.ts";

const KEY = { accessKeyId: "id", secretAccessKey: "secret" };
const never = new AbortController().signal;
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

describe.each(BACKENDS)("texts that could not be stored, with an %s", (backend) => {
  let place: TestSites;
  let store: S3Server;
  let files: PublicStore;
  let opened: ReturnType<typeof openSiteWorld>;
  let world: SiteWorld;
  let progress: DeliveryProgress[];

  beforeAll(async () => {
    place = await openTestSites(backend);
  });
  afterAll(() => place.close());
  beforeEach(async () => {
    await place.empty();
    store = await startS3({ key: KEY, bucket: "texts" });
    files = storeOf(2_000);
    opened = openSiteWorld(place.sites);
    world = { ...opened.world, files };
    progress = [];
  });
  afterEach(async () => {
    await opened.close();
    await store.close();
  });

  const storeOf = (timeoutMs: number): PublicStore =>
    publicBucket({
      endpoint: store.url,
      bucket: "texts",
      keys: fixedKeys(KEY),
      firstRetryMs: 1,
      tryTimeoutMs: timeoutMs,
      timeoutMs,
    });

  const textOf = (n: number, words = "first") => `# Site ${n}\n\n> ${words}\n`;

  /** A crawl of the site that made this text, which was or was not stored. */
  async function crawled(n: number, stored: Unstored | string, words?: string) {
    const text = textOf(n, words);
    const digest = sha256(text);
    const request = {
      url: `https://s${n}.dev/`,
      maxPages: 9,
      descLength: 300,
      scope: "domain",
      include: [],
      exclude: [],
      useProxy: false,
    } as const;
    return place.sites.enrol({
      request,
      recrawlIntervalMinutes: 10_080,
      sentinelUrl: null,
      delivery: {
        text,
        digest,
        characters: text.length,
        plainDigest: digest,
        generatedAt: new Date(0),
        pages: 1,
        memoryKey: undefined,
        counts: { added: 1, removed: 0, changed: 0 },
        ...(typeof stored === "string" ? { fileUrl: stored } : { fileUrl: undefined, unstored: stored }),
      },
    });
  }

  const unstored = (n: number): Unstored => ({ name: `s${n}.dev_20261123_070000.txt`, why: "503 Slow Down" });
  const deliver = (its = world) => deliverDue({ world: its, reportOn: () => (fact) => progress.push(fact) }, never);
  /** Lets minutes pass for what waits. */
  const later = (minutes: number) =>
    place.database.run(async (db) => {
      await sql`update crawl_sites set delivery_due_at = delivery_due_at - make_interval(mins => ${minutes}),
        undelivered = undelivered || jsonb_build_object('since', (undelivered->>'since')::timestamptz - make_interval(mins => ${minutes}))`.execute(
        db,
      );
    });
  const counted = (type: DeliveryProgress["type"]) => progress.filter((one) => one.type === type).length;

  test("a store that is away for a while gets all thirty texts when it is back, and is not asked for each meanwhile", async () => {
    for (let n = 0; n < 30; n++) await crawled(n, unstored(n));
    expect(await place.sites.undelivered()).toBe(30);
    const listed = await place.sites.list({ filter: "attention", sort: "status", limit: 50 });
    expect(listed).toMatchObject({ total: 30, counts: { attention: 30 } });
    expect(listed.items[0]).toMatchObject({ status: "undelivered", undelivered: { tries: 1, why: "503 Slow Down" } });
    await deliver();
    expect(progress).toEqual([]);
    store.goAway(503);
    await later(1);
    await deliver();
    expect(counted("notDelivered")).toBe(4);
    await deliver();
    expect(counted("notDelivered")).toBe(8);
    const tried = await place.sites.list({ filter: "undelivered", sort: "status", limit: 50 });
    expect(tried.items.map(({ undelivered }) => undelivered?.tries).sort()).toEqual([
      ...Array(22).fill(1),
      ...Array(8).fill(2),
    ]);
    store.goAway(undefined);
    await deliver();
    await later(1);
    await deliver();
    expect(counted("delivered")).toBe(30);
    for (let n = 0; n < 30; n++) {
      const site = await place.sites.find(`https://s${n}.dev/`);
      expect(site).toMatchObject({ undelivered: null, latestUrl: files.urlOf(unstored(n).name) });
      expect(sha256(store.objects.get(unstored(n).name)?.body.toString() ?? "")).toBe(site?.latestHash);
    }
    expect(store.objects.size).toBe(30);
    expect(await place.sites.undelivered()).toBe(0);
  });

  test("a text that a killed process was storing is another's a minute later, and of two processes one tries", async () => {
    for (let n = 0; n < 3; n++) await crawled(n, unstored(n));
    await later(1);
    const other = sitesIn(place.database);
    const [one, two] = await Promise.all([place.sites.takeDeliveries(2), other.takeDeliveries(2)]);
    expect(new Set([...one, ...two].map(({ site }) => site.id)).size).toBe(3);
    await place.sites.startRun(1, async () => []);
    expect(await other.takeDeliveries(3)).toEqual([]);
    await later(1);
    await deliver();
    expect(store.objects.size).toBe(3);
  });

  test("an upload that is carried out after its time is over leaves one object, whenever it is", async () => {
    const { name } = unstored(0);
    const impatient = storeOf(300);
    store.misbehave("PUT", "late", "late");
    await expect(saveText(impatient, { name, text: textOf(0) }, never)).rejects.toThrow("no answer");
    await crawled(0, unstored(0));
    await later(1);
    store.misbehave("PUT", "late");
    await deliver({ ...world, files: impatient });
    expect(counted("notDelivered")).toBe(1);
    store.land();
    await later(5);
    await deliver();
    store.land();
    expect([...store.objects.keys()]).toEqual([name]);
    expect(await place.sites.find("https://s0.dev/")).toMatchObject({
      undelivered: null,
      latestUrl: files.urlOf(name),
    });
  });

  test("a newer text takes the place of the one that waits, whose object is removed when it lands after all", async () => {
    const { name } = unstored(0);
    const site = await crawled(0, unstored(0));
    await later(1);
    const [taken] = await place.sites.takeDeliveries(1);
    await crawled(0, { ...unstored(0), name: "s0.dev_20261123_080000.txt" }, "second");
    if (taken === undefined) throw new Error("nothing taken");
    expect(await place.sites.delivered(taken, files.urlOf(name))).toBe(false);
    await saveText(files, { name, text: textOf(0) }, never);
    await later(1);
    await deliver();
    const second = files.urlOf("s0.dev_20261123_080000.txt");
    expect(await place.sites.get(site.id)).toMatchObject({ undelivered: null, latestUrl: second });
    await later(11);
    await deliver();
    expect([...store.objects.keys()]).toEqual(["s0.dev_20261123_080000.txt"]);
    expect(await place.sites.takeDeliveries(1)).toEqual([]);
  });

  test("somebody is told of a text that waits for more than ten minutes, once, and when it is stored", async () => {
    const queued: AlertJob[] = [];
    const alerts = {
      on: ["failing"],
      channels: POSTED,
      queue: async (jobs: readonly AlertJob[]) => void queued.push(...jobs),
    } as const;
    const its = { ...world, alerts };
    await crawled(0, unstored(0));
    store.goAway(503);
    for (const minutes of [1, 5, 11, 11]) {
      await later(minutes);
      await deliver(its);
    }
    expect(queued.map(({ alert }) => alert)).toMatchObject([
      { type: "failing", undelivered: true, baseUrl: "https://s0.dev" },
    ]);
    expect(queued[0]?.alert.reason).toContain("503");
    store.goAway(undefined);
    await later(11);
    await deliver(its);
    expect(queued.slice(1)).toMatchObject([{ alert: { type: "failing", undelivered: true, resolved: true } }]);
  });

  test("a waiting text is tried before its time when somebody asks for it", async () => {
    const { id } = await crawled(0, unstored(0));
    expect(await place.sites.hurryDelivery(id)).toBe(true);
    await deliver();
    expect(await place.sites.get(id)).toMatchObject({ undelivered: null, latestUrl: files.urlOf(unstored(0).name) });
    expect(await place.sites.hurryDelivery(id)).toBe(false);
  });

  test("a disk that takes nothing gets the text as soon as it does", async () => {
    const folder = join(await mkdtemp(join(tmpdir(), "full-")), "files");
    const disk = { ...world, files: await openPublicFolder({ folder, publicBase: () => "https://files.test" }) };
    await rm(folder, { recursive: true });
    await writeFile(folder, "in the way");
    await crawled(0, unstored(0));
    await later(1);
    await deliver(disk);
    expect(counted("notDelivered")).toBe(1);
    await rm(folder);
    await later(5);
    await deliver(disk);
    expect(await readdir(folder)).toEqual([unstored(0).name]);
    await rm(dirname(folder), { recursive: true });
  });
});
