import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { openSealing } from "../../packages/service/src/jobs/sealing.ts";
import type { SiteWorld } from "../../packages/service/src/jobs/world.ts";
import { BACKENDS } from "../servers/sites.ts";
import { etagged, page, recrawlsIn, sha256 } from "./recrawls.ts";

describe.each(BACKENDS)("what waits for the store with an %s", (backend) => {
  const at = recrawlsIn(backend);
  /** A store that takes texts but no file of a bundle. */
  const withoutBundles = (): SiteWorld => ({
    ...at.world,
    files: { ...at.world.files, put: (name) => Promise.reject(new Error(`PUT ${name}: 503 Slow Down`)) },
  });
  const domain = () => `https://files.test/${new URL(at.website.origin).host.replace(":", "_")}`;
  const isDue = (site: { readonly nextCrawlAt: Date | null }) => (site.nextCrawlAt?.getTime() ?? 0) <= Date.now();
  const later = (seconds: number) =>
    at.place.database.run(async (db) => {
      await sql`update crawl_sites set delivery_due_at = delivery_due_at - make_interval(secs => ${seconds})`.execute(
        db,
      );
    });

  test("a bundle that could not be stored makes its site due as soon as the store is back, also where its sitemap excuses it", async () => {
    const { answers, world, enrolled, found, recrawled, delivered, website } = at;
    answers["/sitemap.xml"] = "<urlset><url><lastmod>2020-01-01</lastmod></url></urlset>";
    const { site } = await enrolled({ publish: true }, withoutBundles());
    expect(site).toMatchObject({
      status: "undelivered",
      undelivered: { tries: 1, why: expect.stringContaining("503 Slow Down"), bundle: 1 },
    });
    const away = { ...world, files: { ...world.files, get: () => Promise.reject(new Error("503")) } };
    await later(60);
    await delivered(away);
    expect(isDue(await found())).toBe(false);
    const asked = website.requests.length;
    await later(300);
    await delivered();
    expect(website.requests).toHaveLength(asked);
    expect(isDue(await found())).toBe(true);
    const { site: good, summary } = await recrawled();
    expect(summary).toMatchObject({ updated: 1, errors: 0 });
    expect(good.undelivered).toBeNull();
    expect(world.files.texts.get(`${domain()}/a.md`)).toContain("Alpha");
    expect((await recrawled()).summary).toMatchObject({ updated: 0, errors: 0 });
  });

  test("a bundle that fails again and again asks for a crawl less and less often, and a text that changes beside it is stored", async () => {
    const { answers, world, enrolled, found, recrawled, delivered } = at;
    await enrolled({ publish: true });
    for (const [n, title] of ["Aleph", "Alif", "Alpha again"].entries()) {
      answers["/a"] = etagged(page(title));
      const { site, summary } = await recrawled(withoutBundles());
      expect(summary).toMatchObject({ updated: 0, errors: 1 });
      expect(site.undelivered).toMatchObject({ bundle: n + 1 });
      expect(world.files.texts.get(site.latestUrl ?? "")).toContain(title);
      await later(10 * 2 ** n - 2);
      await delivered();
      expect(isDue(await found()), `${n}`).toBe(false);
      await later(3);
      await delivered();
      expect(isDue(await found()), `${n}`).toBe(true);
    }
    const { site } = await recrawled();
    expect(site.undelivered).toBeNull();
    expect(world.files.texts.get(`${domain()}/a.md`)).toContain("Alpha again");
  });

  test("a bundle that nobody wants any more is waited for no longer", async () => {
    const { place, enrolled, recrawled } = at;
    const { site } = await enrolled({ publish: true }, withoutBundles());
    await place.sites.change(site.id, { publish: false });
    expect((await recrawled()).site.undelivered).toMatchObject({ tries: 1 });
    await later(60);
    await at.delivered();
    expect((await at.found()).undelivered).toBeNull();
  });

  test("the text of a private site that may be published is stored as soon as the store takes it", async () => {
    const { enrolled, found, delivered, world } = at;
    const sealing = openSealing("a secret that is long enough for the test");
    const credentials = { headers: { "X-Door": "1" }, cookies: [] };
    world.files.fail = true;
    const its = { ...world, sealing };
    const { crawled } = await enrolled({ credentials, publish: true, publishPrivate: true }, its);
    world.files.fail = false;
    await later(60);
    await delivered(world);
    expect((await found()).undelivered?.why).toContain("SECRETS_KEY");
    await later(600);
    await delivered(its);
    const { latestUrl, latestHash } = await found();
    expect(world.files.texts.get(latestUrl ?? "")).toBe(crawled.text);
    expect(sha256(crawled.text)).toBe(latestHash);
  });
});
