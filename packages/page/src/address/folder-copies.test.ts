import { describe, expect, test } from "vitest";
import { crawlExample } from "../../../../test/crawl/example-crawl.ts";
import type { ExampleAnswer } from "../../../../test/crawl/example-site.ts";

const NAMES = ["install", "configure", "deploy", "upgrade", "monitor", "secure"] as const;

const linesOf = (name: string, words: string) =>
  ["first", "second", "third", "fourth", "fifth", "sixth"].map(
    (part) => `<p>The ${part} thing to ${name}: ${words} of it.</p>`,
  );

/** A page of six lines; `changed` of them in words of its own. */
function text(
  name: string,
  { links = [] as readonly string[], words = "the course", changed = 0, notice = "" } = {},
): string {
  const body = [...linesOf(name, "another tale").slice(0, changed), ...linesOf(name, words).slice(changed)].join("");
  return `<!doctype html><html lang="en"><head><title>How to ${name}</title></head><body><main><h1>How to ${name}</h1>${notice}${body}
    <ul>${links.map((link) => `<li><a href="${link}">more</a></li>`).join("")}</ul></main></body></html>`;
}

const folder = (path: string, make: (name: string) => string): Record<string, ExampleAnswer> =>
  Object.fromEntries(NAMES.map((name) => [`${path}${name}`, make(name)]));
const all = (path: string) => NAMES.map((name) => `${path}${name}`);

/** The paths of a site's pages below a folder that a crawl lists. */
async function listedBelow(path: string, site: Record<string, ExampleAnswer>) {
  const crawled = await crawlExample(site);
  return {
    listed: crawled.pages.filter((page) => page.startsWith(path)).length,
    leftOut: crawled.leftOut,
    events: crawled.events,
  };
}

describe("a folder is a copy of another", () => {
  test.each<[string, string, string]>([
    ["a preview of the whole site", "/", "/preview/pr-24/"],
    ["a coming version of any name", "/docs/", "/docs/development/"],
    ["what was put away", "/rules/", "/archive-2019/"],
    ["a second copy of the newer", "/constitution/", "/old-constitution/"],
  ])("%s", async (_, stays, copy) => {
    const { listed, leftOut, events } = await listedBelow(copy, {
      "/": text("begin", { links: [...all(stays), `${copy}install`] }),
      ...folder(stays, (name) => text(name)),
      ...folder(copy, (name) => text(name, { changed: 2, links: all(copy) })),
    });
    expect(listed).toBeLessThanOrEqual(3);
    expect(Object.values(leftOut)).toContain(`copied folder of ${stays}upgrade`);
    const event = events.find((one) => one.type === "leftOut" && one.reason === "copied folder");
    expect(event).toMatchObject({ evidence: { copy: { folder: copy, of: stays, pages: 3, compared: 3 } } });
  });
});

describe("a folder is none, though its pages have the names of another's", () => {
  test("each says something of its own", async () => {
    const { listed } = await listedBelow("/cloud/", {
      "/": text("begin", { links: [...all("/server/"), ...all("/cloud/")] }),
      ...folder("/server/", (name) => text(name)),
      ...folder("/cloud/", (name) => text(name, { words: "a different course" })),
    });
    expect(listed).toBe(NAMES.length);
  });

  test("all pages of the site say the same at their head", async () => {
    const notice = linesOf("know", "what is printed on each page").join("");
    const short = (place: string) => (name: string) =>
      `<!doctype html><html lang="en"><head><title>${name}</title></head><body><main><h1>${name}</h1>${notice}<p>${place} has its own way to ${name}, with people of its own.</p><p>In ${place} we ${name} on Mondays and on Fridays.</p><p>Ask for our ${name} desk in ${place}, third floor.</p></main></body></html>`;
    const { listed } = await listedBelow("/bonn/", {
      "/": text("begin", { links: [...all("/ulm/"), ...all("/bonn/")] }),
      ...folder("/ulm/", short("Ulm")),
      ...folder("/bonn/", short("Bonn")),
    });
    expect(listed).toBe(NAMES.length);
  });
});

test("a page that only the copy has is listed", async () => {
  const { pages } = await crawlExample({
    "/": text("begin", { links: [...all("/rules/"), ...all("/rules-2019/"), "/rules-2019/farewell"] }),
    ...folder("/rules/", (name) => text(name)),
    ...folder("/rules-2019/", (name) => text(name)),
    "/rules-2019/farewell": text("say farewell"),
  });
  expect(pages).toContain("/rules-2019/farewell");
});
