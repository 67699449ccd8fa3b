import { expect, test } from "vitest";
import { type Answers, crawlExample, type ExampleCrawlOptions } from "../../../../test/crawl/example-crawl.ts";
import { HOST } from "../../../../test/crawl/example-site.ts";
import {
  familyPage,
  languagesByFolder,
  languagesByLink,
  withBoth,
  withVersions,
} from "../../../../test/servers/family-site.ts";

/** Paths of the pages by language and version, as the crawl tells them. */
async function membersOf(answers: Answers, options: ExampleCrawlOptions) {
  const { end, leftOut } = await crawlExample(answers, options);
  const members: Record<string, string[]> = {};
  for (const { url, member: { language, version = "none" } = {} } of end.pages) {
    const key = [language, ...(options.versions ? [version] : [])].filter(Boolean).join(" ");
    members[key] = [...(members[key] ?? []), url.replace(HOST, "")].sort();
  }
  return { members, leftOut, found: end.found };
}

const FOLDERS = {
  en: ["/", "/ports", "/tides"],
  de: ["/de/", "/de/boats", "/de/ports", "/de/tides"],
  ar: ["/ar/", "/ar/ports", "/ar/tides"],
};

test("a crawl of all languages tells each page's, by its folder; one that stands in a single language is read, too", async () => {
  const { members, found } = await membersOf(languagesByFolder(), { languages: ["all"] });
  expect(members).toEqual(FOLDERS);
  expect([...(found.languages ?? [])].sort()).toEqual(["ar", "de", "en"]);
});

test("languages that were not asked for are left out as ever", async () => {
  const { members, leftOut } = await membersOf(languagesByFolder(), { languages: ["en", "ar"] });
  expect(members).toEqual({ en: FOLDERS.en, ar: FOLDERS.ar });
  expect(leftOut["/de/"]).toMatch(/^other language/);
  const plain = await crawlExample(languagesByFolder());
  expect([...plain.pages].sort()).toEqual(FOLDERS.en);
  expect(plain.end.pages.every((page) => !("member" in page))).toBe(true);
});

test("where the homepage's language was not asked for, the first one asked for is the crawl's", async () => {
  const { members } = await membersOf(languagesByFolder(), { languages: ["de"] });
  expect(members).toEqual({ en: ["/"], de: FOLDERS.de });
});

test("languages that a query tells, or nothing but hreflang, are found and told apart by the links", async () => {
  const query = languagesByLink((name, lang) => `/${name}${lang === "en" ? "" : `?lang=${lang}`}`);
  expect((await membersOf(query, { languages: ["all"] })).members).toEqual({
    en: ["/", "/ports", "/tides"],
    de: ["/?lang=de", "/ports?lang=de", "/tides?lang=de"],
    fr: ["/?lang=fr", "/ports?lang=fr", "/tides?lang=fr"],
  });
  const link = languagesByLink((name, lang) =>
    name + lang === "en" ? "/" : `/${[...(name + lang)].reverse().join("")}`,
  );
  expect((await membersOf(link, { languages: ["all"] })).members).toEqual({
    en: ["/", "/nesedit", "/nestrop"],
    de: ["/ed", "/edsedit", "/edstrop"],
    fr: ["/rf", "/rfsedit", "/rfstrop"],
  });
});

test("languages on sub-domains are read where these belong to the site, and are told apart; else the pages are named", async () => {
  const hosts = languagesByLink((name, lang) => `https://${lang === "en" ? "" : `${lang}.`}x.dev/${name}`);
  const answers = Object.fromEntries(Object.entries(hosts).map(([url, page]) => [url.replace(HOST, ""), page]));
  const { members } = await membersOf(answers, { languages: ["all"], subdomains: true });
  expect(members).toEqual({
    en: ["/", "/ports", "/tides"],
    de: ["https://de.x.dev/", "https://de.x.dev/ports", "https://de.x.dev/tides"],
    fr: ["https://fr.x.dev/", "https://fr.x.dev/ports", "https://fr.x.dev/tides"],
  });
  const { members: alone, leftOut } = await membersOf(answers, { languages: ["all"] });
  expect(alone).toEqual({ en: ["/", "/ports", "/tides"] });
  expect(leftOut["https://de.x.dev/ports"]).toBe("other host");
});

test("one language has one tag, however folders, links and pages spell it", async () => {
  const page = (lang: string, links: readonly string[], head = "") =>
    familyPage("ports", { lang, voice: `${lang}${links}`, links, head });
  const answers = {
    "/": page("en-US", ["/a", "/de/a", "/de/b"], '<link rel="alternate" hreflang="de-DE" href="/de/a">'),
    "/a": page("en", []),
    "/de/a": page("de", ["/"]),
    "/de/b": page("de-AT", ["/a"]),
  };
  const { members } = await membersOf(answers, { languages: ["all"] });
  expect(members).toEqual({ "en-US": ["/", "/a"], "de-DE": ["/de/a", "/de/b"] });
});

const DOCS = (folder: string) => [folder, `${folder}ports`, `${folder}tides`];

test("a crawl of all versions keeps pages that say the same in two of them, and pages of none", async () => {
  const { members, found } = await membersOf(withVersions(), { versions: ["all"] });
  expect(members).toEqual({
    none: ["/", "/about"],
    latest: DOCS("/docs/latest/"),
    "2.0": DOCS("/docs/2.0/"),
    "1.0": DOCS("/docs/1.0/"),
  });
  expect(found.versions).toEqual(["latest", "2.0", "1.0"]);
});

test("of the versions those asked for are read, `current` whatever it is called; a v in front makes no difference", async () => {
  const { members, leftOut } = await membersOf(withVersions(), { versions: ["current", "v1.0"] });
  expect(Object.keys(members).sort()).toEqual(["1.0", "latest", "none"]);
  expect(leftOut["/docs/2.0/"]).toMatch(/^older version/);
});

test("a page of an old version that names the current one as canonical stays in its own", async () => {
  const answers = Object.fromEntries(
    Object.entries(withVersions()).map(([path, page]) => [
      path,
      page.replace("<head>", `<head><link rel="canonical" href="${path.replace(/\/docs\/[^/]+/, "/docs/latest")}">`),
    ]),
  );
  const { members } = await membersOf(answers, { versions: ["current", "1.0"] });
  expect(members["1.0"]).toEqual(DOCS("/docs/1.0/"));
});

test("languages and versions are combined", async () => {
  const { members } = await membersOf(withBoth(), { languages: ["all"], versions: ["current", "1.0"] });
  expect(members).toEqual({
    "en none": ["/"],
    "de none": ["/de/"],
    "en latest": DOCS("/docs/latest/"),
    "en 1.0": DOCS("/docs/1.0/"),
    "de latest": DOCS("/de/docs/latest/"),
    "de 1.0": DOCS("/de/docs/1.0/"),
  });
});

test("whatever the order of answers, the same pages have the same languages and versions", async () => {
  const crawls = [1, 2, 3].map((seed) => membersOf(withBoth(), { languages: ["all"], versions: ["all"], seed }));
  const [first, ...others] = await Promise.all(crawls);
  for (const other of others) expect(other).toEqual(first);
});

test("versions that only the list of mike names are read where versions were asked for", async () => {
  const page = (version: string, name: string) =>
    familyPage(name, { voice: `of ${version}`, links: [`/docs/${version}/`, `/docs/${version}/ports`] });
  const answers = {
    "/docs/versions.json": JSON.stringify([
      { version: "2.0", aliases: ["latest"] },
      { version: "1.0" },
      { version: 7 },
      "x",
    ]),
    ...Object.fromEntries(
      ["1.0", "2.0"].flatMap((version) =>
        ["", "ports"].map((name) => [`/docs/${version}/${name}`, page(version, name)]),
      ),
    ),
  };
  const base = "/docs/2.0/";
  const { members } = await membersOf(answers, { base, versions: ["all"] });
  expect(members).toEqual({ "2.0": ["/docs/2.0/", "/docs/2.0/ports"], "1.0": ["/docs/1.0/", "/docs/1.0/ports"] });
  const { requests, pages } = await crawlExample(answers, { base });
  expect([pages, requests.join(" ").includes("versions.json")]).toEqual([["/docs/2.0/", "/docs/2.0/ports"], false]);
  const hostile = {
    ...answers,
    "/docs/versions.json": JSON.stringify([
      { version: "//evil.example/" },
      { version: "../.." },
      { version: "\ud800" },
    ]),
  };
  const asked = (await crawlExample(hostile, { base, versions: ["all"] })).requests;
  expect(asked.every((request) => request.startsWith("GET /"))).toBe(true);
});
