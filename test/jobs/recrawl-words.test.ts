import { describe, expect, test } from "vitest";
import { openDescribe } from "../../packages/document/src/enhance/enhance.ts";
import type { RecrawlProgress } from "../../packages/service/src/jobs/recrawls/recrawl.ts";
import { startModel } from "../servers/model.ts";
import { BACKENDS } from "../servers/sites.ts";
import { etagged, page, recrawlsIn, sha256 } from "./recrawls.ts";

describe.each(BACKENDS)("what owners and models change, with an %s", (backend) => {
  const at = recrawlsIn(backend);

  test("an owner's changes alone make a new text, stay over every crawl, and leave one text behind when they go", async () => {
    const { place, answers, enrolled, recrawled } = at;
    const { site, crawled: first } = await enrolled();
    const overlay = {
      name: "Y",
      pages: [
        { path: "/a", hide: true },
        { path: "/gone", title: "Gone" },
      ],
    };
    await place.sites.setOverlay(site.id, { yaml: "name: Y\n", overlay });
    const text = async () => (await place.sites.latestText(site.id)) ?? "";
    const told = (progress: readonly RecrawlProgress[]) => progress.filter(({ type }) => type === "overlaid");

    const changed = await recrawled();
    expect(changed.summary).toMatchObject({ updated: 1, errors: 0 });
    expect(await text()).toMatch(/^# Y\n[\s\S]*Pages: 2\n/);
    expect(await text()).not.toContain("/a)");
    expect(changed.site.latestHash).toBe(sha256(await text()));
    expect(told(changed.progress)).toMatchObject([{ changes: 3, findings: [{ code: "pageGone", page: "/gone" }] }]);
    // The owner's hand is no sign of how often the site changes.
    expect(changed.site.avgChangeIntervalMinutes).toBe(site.avgChangeIntervalMinutes);

    expect((await recrawled()).summary).toMatchObject({ updated: 0, errors: 0 });
    answers["/b"] = etagged(page("Beta two"));
    expect((await recrawled()).summary).toMatchObject({ updated: 1, errors: 0 });
    expect(await text()).toMatch(/^# Y\n[\s\S]*Beta two/);

    expect(await place.sites.setOverlay(site.id, { yaml: "", overlay: {}, expected: ["another"] })).toBe("changed");
    await place.sites.setOverlay(site.id, { yaml: "", overlay: {} });
    expect((await recrawled()).summary).toMatchObject({ updated: 1, errors: 0 });
    expect((await text()).split("\n")[0]).toBe(first.text.split("\n")[0]);
    expect(await text()).toContain("/a)");
  });

  test("a language model is asked only when the text before it changed", async () => {
    const { answers, world, enrolled, recrawled } = at;
    let calls = 0;
    const enhance = async (text: string) => {
      calls++;
      return {
        text: text.replace("Alpha: It is", "Alpha! It is"),
        piecesReplaced: 1,
        pieces: 1,
        tokensIn: 1,
        tokensOut: 1,
      };
    };
    const its = { ...world, enhance };
    await enrolled({ llmEnhance: true }, its);
    expect((await recrawled(its)).summary).toMatchObject({ processed: 1, updated: 0 });
    expect(calls).toBe(1);
    answers["/b"] = etagged(page("Beta, rewritten"));
    const { site, summary } = await recrawled(its);
    expect([summary?.updated, calls]).toEqual([1, 2]);
    expect(sha256(world.files.texts.get(site.latestUrl ?? "") ?? "")).toBe(site.latestHash);
    expect(site.plainDigest).not.toBe(site.latestHash);
  });

  test("topics asked for at enrolment stand in every later document, whatever the settings say", async () => {
    const { answers, world, enrolled, recrawled } = at;
    const told = (title: string) => {
      const part = (name: string) => `<h2>${name} of tables</h2><ul><li>in a terminal</li></ul>`;
      return etagged(page(title).replace("</main>", `${["Borders", "Columns", "Colours"].map(part).join("")}</main>`));
    };
    answers["/a"] = told("Alpha");
    const { crawled, site } = await enrolled({ topics: true });
    expect(crawled.text).toMatch(/\/a\): .* Covers: Borders of tables/);
    expect(site.request.topics).toBe(true);
    answers["/a"] = told("Alpha, rewritten");
    const { site: now } = await recrawled();
    expect(world.files.texts.get(now.latestUrl ?? "")).toMatch(/Alpha, rewritten.* Covers: Borders of tables/);
  });

  test("a recrawl asks a language model about the pages that changed, and about no others", async () => {
    const { answers, world, enrolled, recrawled } = at;
    await using model = await startModel("sk-1");
    model.behave((shown) => (/_call/.test(shown) ? `Calls ${shown.split("\n", 1)[0]} with a timeout.` : shown));
    const describe = openDescribe({ apiKey: "sk-1", baseUrl: model.baseUrl, model: "m", timeoutMs: 9_000 });
    const enhance = async (text: string) => ({ text, piecesReplaced: 1, pieces: 1 });
    const its = { ...world, enhance, describe };
    const bare = (name: string, more = "") =>
      etagged(`<title>${name}</title><h1>${name}</h1><pre>${name.toLowerCase()}_call({timeout: 1})${more}</pre>`);
    answers["/"] = etagged(page("Home of X", ["/a", "/b", "/c", "/d"]));
    answers["/c"] = bare("Gamma");
    answers["/d"] = bare("Delta");
    const { crawled } = await enrolled({ llmEnhance: true }, its);
    expect(crawled.text).toContain("/c): Calls Gamma with a timeout.\n");
    expect(model.requests).toHaveLength(2);
    // Gamma answers 304, and is only remembered; Delta is read anew, and is the same.
    answers["/a"] = etagged(page("Alpha, rewritten"));
    answers["/d"] = etagged(
      "<!-- built again -->" + `<title>Delta</title><h1>Delta</h1><pre>delta_call({timeout: 1})</pre>`,
    );
    const { site, progress } = await recrawled(its);
    expect(model.requests).toHaveLength(2);
    expect(progress.filter(({ type }) => type === "described")).toMatchObject([{ isNew: false }, { isNew: false }]);
    const text = world.files.texts.get(site.latestUrl ?? "") ?? "";
    for (const name of ["Gamma", "Delta"]) expect(text).toContain(`: Calls ${name} with a timeout.\n`);
    answers["/c"] = bare("Gamma", "; gamma_call({timeout: 2})");
    answers["/a"] = etagged(page("Alpha, rewritten again"));
    await recrawled(its);
    expect(model.requests).toHaveLength(3);
  });
});
