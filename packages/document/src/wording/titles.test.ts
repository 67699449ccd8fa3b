import fc from "fast-check";
import { expect, test } from "vitest";
import { cpuGrowth } from "../../../../test/cpu-growth.ts";
import { entriesOf, examplePage } from "../../../../test/llmstxt/example-page.ts";
import { titleText } from "../text.ts";
import { distinctTitles } from "./distinct-titles.ts";
import { pageTitle, siteName } from "./site-name.ts";
import { titleReader } from "./titles.ts";

function titlesOf(titles: readonly string[], name = ""): string[] {
  const entries = entriesOf(titles.map((title, index) => examplePage(`https://x.dev/${index}`, { title })));
  return entries.map(titleReader(entries, name));
}

test.each([
  ["|", "Loading | Griffe"],
  ["-", "Loading - Griffe"],
  ["–", "Loading – Griffe"],
  ["·", "Loading · Griffe"],
  ["•", "Loading • Griffe"],
  ["::", "Loading::Griffe"],
  [":", "Griffe: Loading"],
  ["()", "Loading (Griffe)"],
])("an affix set off by %s that half of the pages carry goes", (_, title) => {
  const others = ["Checking", "Docstrings"].map((word) => title.replace("Loading", word));
  expect(titlesOf([title, ...others, "Alone"])).toEqual(["Loading", "Checking", "Docstrings", "Alone"]);
});

test("an affix of two pages is part of their titles, unless it is the site's name", () => {
  expect(titlesOf(["A | X", "B | X", "C"])).toEqual(["A | X", "B | X", "C"]);
  expect(titlesOf(["A | X", "B | X", "C"], "X")).toEqual(["A", "B", "C"]);
});

test("several affixes go one after another, and a title never goes down to nothing", () => {
  expect(titlesOf(["A | Docs | X", "B | Docs | X", "C | Docs | X", "D | X", "X"], "X")).toEqual([
    "A",
    "B",
    "C",
    "D",
    "X",
  ]);
});

test("what nearly every title of a folder ends with is the folder's name", () => {
  const pages = ["a", "b", "c"].map((word) => examplePage(`https://x.dev/blog/${word}`, { title: `${word} | Blog` }));
  const other = ["d", "e", "f", "g"].map((word) => examplePage(`https://x.dev/${word}`, { title: word }));
  const entries = entriesOf([...pages, ...other]);
  expect(entries.map(titleReader(entries, "X"))).toEqual(["a", "b", "c", "d", "e", "f", "g"]);
});

test("what nearly every title of a folder in a folder ends with goes, too", () => {
  const pages = ["a", "b", "c"].map((word) =>
    examplePage(`https://x.dev/docs/f/${word}`, { title: `${word} — F manual` }),
  );
  const others = ["d", "e", "f", "g"].map((word) => examplePage(`https://x.dev/docs/${word}`, { title: word }));
  const entries = entriesOf([...pages, ...others]);
  expect(entries.map(titleReader(entries, "X"))).toEqual(["a", "b", "c", "d", "e", "f", "g"]);
});

test("what the titles of one template begin or end with goes, with a separator or without one", () => {
  const inFolder = (name: string, titles: readonly string[]) =>
    titles.map((title, at) => examplePage(`https://x.dev/${name}/${at}`, { title }));
  const entries = entriesOf([
    ...inFolder("topic", ["Topic: Cats", "Topic: Dogs", "Topic: Birds"]),
    ...inFolder("category", ["Arts Archives", "City Archives", "Law Archives", "Food Archives", "Sport Archives"]),
    ...inFolder(
      "lectures",
      [1, 2, 3, 4, 5].map((n) => `Lecture ${n}: Nature of ${"abcde"[n - 1]}${"abcde"[n - 1]}`),
    ),
    ...inFolder("posts", ["One", "Two", "Three", "Four"]),
  ]);
  const titles = entries.map(titleReader(entries, "X"));
  expect(titles.slice(0, 8)).toEqual(["Cats", "Dogs", "Birds", "Arts", "City", "Law", "Food", "Sport"]);
  expect(titles[8]).toBe("Lecture 1: Nature of aa");
});

test("the site's name goes with the slogan behind it", () => {
  expect(titlesOf(["News - The Zoo - All about animals", "Help - The Zoo", "Cats"], "The Zoo")).toEqual([
    "News",
    "Help",
    "Cats",
  ]);
});

test("equal titles are told apart by what the site calls their folders", () => {
  const entries = entriesOf(
    ["m1/news", "m2/news"].map((path) => examplePage(`https://x.dev/${path}`, { title: "News" })),
  );
  const folderOf = ({ path }: { readonly path: readonly string[] }) => (path[0] === "m1" ? "January" : undefined);
  expect(distinctTitles(entries, ({ page }) => page.title, { folderOf })).toEqual(["News (January)", "News (M2)"]);
});

test("equal titles are told apart by their h1, else by their parent", () => {
  const h1 = (text: string) => ({ headings: [{ level: 1, text }] });
  const entries = entriesOf([
    examplePage("https://x.dev/notes", { title: "Notes" }),
    examplePage("https://x.dev/smart-contracts/notes", { title: "Notes" }),
    examplePage("https://x.dev/api/notes", { title: "notes", breadcrumbs: [{ text: "API reference" }] }),
    examplePage("https://x.dev/a", { title: "My app", ...h1("First") }),
    examplePage("https://x.dev/b", { title: "My app", ...h1("Second") }),
  ]);
  expect(distinctTitles(entries, ({ page }) => page.title)).toEqual([
    "Notes",
    "Notes (Smart contracts)",
    "notes (API reference)",
    "First",
    "Second",
  ]);
});

test("where a template gives each page the homepage's title and no heading, its links call it", () => {
  const links = ["Members", "Research"].map((text) => ({
    url: `https://x.dev/${text.toLowerCase()}/`,
    text,
    rel: [],
    place: "navigation" as const,
  }));
  const [home, ...entries] = entriesOf(
    ["", "members/", "research/"].map((path) => examplePage(`https://x.dev/${path}`, { title: "Kim Lab", links })),
  );
  expect(distinctTitles(entries, ({ page }) => page.title, { home })).toEqual(["Members", "Research"]);
});

test("the link that says what an address does names its page, however long; how long ago it was written does not", () => {
  const path = "topics/looks-like-no-multi-touch-support-on-racing-games-doesnt-work";
  const written = "Looks like no multi-touch support on racing games, doesn't work";
  const linked = ["8 months ago", "8 months ago by Ann", "vor 3 Tagen", written].map((text) => ({
    url: `https://x.dev/${path}`,
    text,
    rel: [],
    place: "content" as const,
  }));
  const [home, ...entries] = entriesOf([
    ...[1, 2, 3].map((n) =>
      examplePage(`https://x.dev/${n === 1 ? "" : n}`, { title: "Play", links: linked.slice(0, 3) }),
    ),
    examplePage("https://x.dev/games", { title: "Games", links: linked }),
    examplePage(`https://x.dev/${path}`, { title: "Play", headings: [] }),
  ]);
  expect(distinctTitles(entries, ({ page }) => page.title, { home }).at(-1)).toBe(written);
});

test("the site's name alone is no title of a page, nor are words of a link that are the homepage's title", () => {
  const links = [{ url: "https://x.dev/ann", text: "The Guild", rel: [], place: "content" as const }];
  const [home, ...entries] = entriesOf([
    examplePage("https://x.dev/", { title: "The Guild", links }),
    examplePage("https://x.dev/flyer/", { title: "- The Guild", headings: [] }),
    examplePage("https://x.dev/ann", { title: "The Guild", headings: [] }),
  ]);
  const titles = distinctTitles(entries, titleReader(entries, "The Guild"), { home, siteName: "The Guild" });
  expect(titles).toEqual(["Flyer", "Ann"]);
});

test("the words by which most pages lead to the homepage go, a second name of the site; `Home` stays", () => {
  const titles = ["The Guild", "Ann | Guild house", "Bo | guild house", "Cy | Home", "Di | Home"];
  const links = ["Guild house", "Home"].map((text) => ({
    url: "https://x.dev/",
    text,
    rel: [],
    place: "navigation" as const,
  }));
  const entries = entriesOf(
    titles.map((title, index) => examplePage(`https://x.dev/${index === 0 ? "" : index}`, { title, links })),
  );
  expect(entries.map(titleReader(entries, "The Guild"))).toEqual(["The Guild", "Ann", "Bo", "Cy | Home", "Di | Home"]);
});

test("words with which several pages are linked name none of them", () => {
  const links = ["ann", "bo"].map((path) => ({
    url: `https://x.dev/people/${path}`,
    text: "Lire",
    rel: [],
    place: "content" as const,
  }));
  const [home, ...entries] = entriesOf([
    examplePage("https://x.dev/", { title: "The Guild", links }),
    examplePage("https://x.dev/people/ann", { title: "The Guild", headings: [] }),
    examplePage("https://x.dev/people/bo", { title: "The Guild", headings: [] }),
  ]);
  expect(distinctTitles(entries, titleReader(entries, "The Guild"), { home })).toEqual(["Ann", "Bo"]);
});

test("a page without a title is called by its h1, else by its address", () => {
  const entries = entriesOf([
    examplePage("https://x.dev/a", { title: "Untitled", headings: [{ level: 1, text: "Hello" }] }),
    examplePage("https://x.dev/getting_started", { title: "" }),
    examplePage("https://x.dev/%E2%80%8B", { title: "—" }),
  ]);
  expect(distinctTitles(entries, ({ page }) => page.title)).toEqual([
    "Hello",
    "Getting started",
    "https://x.dev/%E2%80%8B",
  ]);
});

test("the site's name is what it calls itself, then what titles share, then the homepage's title, then the host", () => {
  const pages = (title: string, names: object = {}) =>
    entriesOf([
      examplePage("https://x.dev/", { title, siteNames: names }),
      examplePage("https://x.dev/a", { title: "A | Shared" }),
      examplePage("https://x.dev/b", { title: "B | Shared" }),
      examplePage("https://x.dev/c", { title: "C | Shared" }),
    ]);
  const nameOf = ([home, ...others]: ReturnType<typeof pages>) => siteName(home, others, "https://x.dev/");
  const title = "Og, Ld, App | Shared";
  expect(nameOf(pages(title, { openGraph: "Og", jsonLd: "Ld" }))).toBe("Og");
  expect(nameOf(pages(title, { jsonLd: "Ld", applicationName: "App" }))).toBe("Ld");
  expect(nameOf(pages(title, { applicationName: "App", organization: "Og" }))).toBe("App");
  expect(nameOf(pages(title, { organization: "Og" }))).toBe("Shared");
  expect(nameOf(pages(title, { openGraph: "Og", applicationName: "Shared" }))).toBe("Shared");
  expect(nameOf(pages("Home"))).toBe("Home");
  expect(nameOf(pages("Only page").slice(0, 1))).toBe("Only page");
  expect(nameOf(pages("Vant 4 - A Vue library for mobile web apps").slice(0, 1))).toBe("Vant 4");
  expect(nameOf(pages("Build your apps twice as fast | Acme").slice(0, 1))).toBe("Acme");
  expect(nameOf(pages("\u200b").slice(0, 1))).toBe("x.dev");
});

test("a name that fewer than half of the titles end with is the part of the homepage's title that they do, in its short forms, too", () => {
  const titles = ["Staff | Museum of the Prize", "Visit | Museum of the Prize", "Contact | Museum of the Prize"];
  const short = ["Archive | Museum Prize", "Events | Museum Prize", "Law | Museum Prize", "Books | Art and Books"];
  const artists = ["Ann", "Ben", "Cid", "Dan", "Eve"];
  const all = ["Museum of the Prize | Art since 1948", ...titles, ...short, ...artists];
  const [home, ...others] = entriesOf(all.map((title, at) => examplePage(`https://x.dev/${at || ""}`, { title })));
  const name = siteName(home, others, "https://x.dev/");
  expect(name).toBe("Museum of the Prize");
  expect(others.map(titleReader(others, name)).slice(0, 7)).toEqual([
    ...["Staff", "Visit", "Contact", "Archive", "Events", "Law", "Books | Art and Books"],
  ]);
});

test("words in brackets at the end of a name that titles share are part of it", () => {
  const name = "Cloud Changelog (unofficial, by products)";
  const titles = [name, `Compute - ${name}`, `Storage - ${name}`, `Networks - ${name}`];
  const [home, ...others] = entriesOf(
    titles.map((title, index) => examplePage(`https://x.dev/${index || ""}`, { title })),
  );
  expect(siteName(home, others, "https://x.dev/")).toBe(name);
});

test("a name counts only where the homepage's title or h1 shows it", () => {
  const nameOf = (title: string, siteNames: object, headings: { level: number; text: string }[] = []) => {
    const [home] = entriesOf([examplePage("https://x.dev/", { title, siteNames, headings })]);
    return siteName(home, [], "https://x.dev/");
  };
  expect(nameOf("Tably: tables", { openGraph: "Meta Platforms, Inc." })).toBe("Tably: tables");
  expect(nameOf("Docs", { openGraph: "TABLY  docs" }, [{ level: 1, text: "Tably Docs" }])).toBe("TABLY docs");
  expect(nameOf("Willkommen", { organization: "Willkommen" })).toBe("Willkommen");
});

test("words that only say that it is a homepage are no part of the name", () => {
  const nameOf = (title: string, page: object = {}) =>
    siteName(entriesOf([examplePage("https://x.dev/", { title, ...page })])[0], [], "https://x.dev/");
  expect(nameOf("XYZ - Accueil")).toBe("XYZ");
  expect(nameOf("Startseite | Bäckerei Müller")).toBe("Bäckerei Müller");
  expect(nameOf("ホーム | まくまくノート")).toBe("まくまくノート");
  expect(nameOf("GLFW: Main Page")).toBe("GLFW: Main Page");
  expect(nameOf("tokio - Rust", { generator: "rustdoc" })).toBe("tokio");
  expect(nameOf("tokio - Rust")).toBe("tokio - Rust");
});

test("Hugo's English plural of a folder's name is no title on a site in another language", () => {
  const titleAt = (path: string, title: string, page: object) =>
    entriesOf([examplePage(`https://x.dev/${path}`, { title, generator: "Hugo 0.155.1", ...page })]).map(pageTitle)[0];
  expect(titleAt("verein/", "Vereins", { lang: "de" })).toBe("Verein");
  expect(titleAt("haus/", "Hauses", { lang: "de-DE" })).toBe("Haus");
  expect(titleAt("haus/", "Unser Haus", { lang: "de" })).toBe("Unser Haus");
  expect(titleAt("post/", "Posts", { lang: "en" })).toBe("Posts");
});

test("a name of code by which others link to a page is its title as it is written", () => {
  const link = { url: "https://x.dev/classes/rex-backup", text: "rex_backup", rel: [], place: "content" as const };
  const home = entriesOf([examplePage("https://x.dev/", { title: "Documentation", links: [link] })])[0];
  const entries = entriesOf([examplePage(link.url, { title: "Documentation" })]);
  expect(distinctTitles(entries, titleReader(entries, "X"), { home, siteName: "X" })).toEqual(["rex_backup"]);
});

test("long titles that are alike up to where they are cut get a number", () => {
  const long = "x".repeat(300);
  const entries = entriesOf(["a", "b", "c"].map((name) => examplePage(`https://x.dev/${name}`, { title: long })));
  const titles = distinctTitles(entries, titleReader(entries, ""));
  expect(titles.map((title) => title.slice(-5))).toEqual(["xxxx…", "… (2)", "… (3)"]);
  expect(titles.every((title) => [...title].length <= 200)).toBe(true);
});

test("equal titles are told apart by the one word in which their addresses differ", () => {
  const titlesAt = (paths: readonly string[], title: string, headings: readonly string[] = []) => {
    const entries = entriesOf(
      paths.map((path, index) =>
        examplePage(`https://x.dev/${path}`, { title, headings: [{ level: 1, text: headings[index] ?? title }] }),
      ),
    );
    return distinctTitles(entries, titleReader(entries, ""));
  };
  expect(titlesAt(["product/x-goalie-gloves", "product/x-goalie-gloves-junior"], "X Goalie Gloves")[1]).toBe(
    "X Goalie Gloves (Junior)",
  );
  expect(titlesAt(["a/point", "b/point"], "Point", ["Class Point", "Interface Point"])).toEqual([
    "Point (Class)",
    "Point (Interface)",
  ]);
});

test("a title is not told apart by itself", () => {
  const heading = { headings: [{ level: 1, text: "Advice" }] };
  const pages = ["resources/advice", "resources/administration"].map((path) =>
    examplePage(`https://x.dev/${path}`, { title: "Advice", ...heading }),
  );
  const entries = entriesOf(pages);
  expect(distinctTitles(entries, titleReader(entries, "X"))).toEqual(["Advice", "Advice (Administration)"]);
});

test("an ampersand that was escaped too often is read as its author meant it", () => {
  expect(titleText("More &amp; more &amp;amp; so on")).toBe("More & more & so on");
});

test("a title that was cut short is the h1 that begins with it", () => {
  const pages: [string, string][] = [
    ["School of Lucknow - Fees & Contact …", "School of Lucknow - Fees & Contact Information"],
    ["What now…", "Something else"],
    ["Wait ...", "Wait for the answer"],
  ];
  const entries = entriesOf(
    pages.map(([title, text], index) =>
      examplePage(`https://x.dev/${index}`, { title, headings: [{ level: 1, text }] }),
    ),
  );
  expect(entries.map(titleReader(entries, ""))).toEqual([
    "School of Lucknow - Fees & Contact Information",
    "What now…",
    "Wait for the answer",
  ]);
});

test("what several titles end with goes where a page is called so: it is their part", () => {
  const titles = [
    "Slices - Notes on Go",
    "Maps - Notes on Go",
    "Channels - Notes on Go",
    "Notes on Go",
    "A - B",
    "C - B",
    "D - B",
  ];
  expect(titlesOf(titles)).toEqual(["Slices", "Maps", "Channels", "Notes on Go", "A - B", "C - B", "D - B"]);
});

test("equal titles are told apart by their sections, which are the site's words", () => {
  const entries = entriesOf(
    ["guide/intro", "cookbook/intro", "ca/about", "projects/about"].map((path) =>
      examplePage(`https://x.dev/${path}`, { title: path.endsWith("intro") ? "Введение" : "About" }),
    ),
  );
  const sections = ["Руководство", "Рецепты", "", "Projects"];
  const sectionOf = new Map(entries.map((entry, index) => [entry, sections[index] ?? ""]));
  expect(
    distinctTitles(entries, ({ page }) => page.title, { sectionOf: (entry) => sectionOf.get(entry) ?? "" }),
  ).toEqual(["Введение (Руководство)", "Введение (Рецепты)", "About", "About (Projects)"]);
});

test("three titles that end with the site's name and its slogan go without, and the name alone gives way to the h1", () => {
  const titles = [
    "A — Flow, agents in Python",
    "B — Flow, agents in Python",
    "C — Flow, agents in Python",
    "D",
    "E",
    "F",
    "G",
  ];
  expect(titlesOf(titles, "Flow")).toEqual(["A", "B", "C", "D", "E", "F", "G"]);
  const [about] = entriesOf([
    examplePage("https://x.dev/about", { title: "Flow", headings: [{ level: 1, text: "Who we are" }] }),
  ]);
  expect(about === undefined ? "" : titleReader([about], "Flow")(about)).toBe("Who we are");
});

test("a thousand pages of one long title are numbered in time that grows with their number only", () => {
  const prepare = (pages: number) => {
    const title = "The same words again and again ".repeat(20);
    const entries = entriesOf(Array.from({ length: pages }, (_, n) => examplePage(`https://x.dev/${n}`, { title })));
    return () => distinctTitles(entries, () => title);
  };
  expect(prepare(1000)().at(-1)).toMatch(/ \(1000\)$/);
  expect(cpuGrowth(prepare, 300)).toBeLessThan(3);
});

test("words that nearly all titles share go without a separator; what tells titles apart stays", () => {
  const formats = ["GIF", "Android Boot Image", "DNS (Domain Name Service) packet", ".dbf file", "ZIP"];
  expect(titlesOf(formats.map((format) => `${format} format spec for Kaitai Struct`))).toEqual(formats);
  const notes = ["Android", "Docker", "C/C++", "Git", "Hugo"];
  expect(titlesOf(notes.map((subject) => `まくまく ${subject} ノート`))).toEqual(notes);
  const towns = ["الرياض", "جدة", "الدمام", "مكة", "تبوك"];
  expect(titlesOf(towns.map((town) => `استعادة البيانات في ${town}`))).toEqual(towns);
});

test.each([
  ["a number alone", [1, 2, 3, 4, 5].map((number) => `Глава ${number}`)],
  ["half a phrase", ["Cats of Rome", "Dogs in Rome", "Birds at Rome", "Fish by Rome", "Mice of Rome"]],
  ["a sentence's end", ["How to bake", "How to boil", "How to fry", "How to grill", "How to stew"]],
  ["too few", ["Red shirt", "Blue shirt", "White shirt", "Shoes", "Hats"]],
])("words that titles share stay where without them is left %s", (_, titles) => {
  expect(titlesOf(titles)).toEqual(titles);
});

test("the half of a title that tells two pages apart is never the one that goes", () => {
  const volumes = ["Книга 1", "Книга 2", "Книга 3"];
  const titles = ["Битки", "Супы", "Салаты"].flatMap((dish) => volumes.map((volume) => `${dish} - ${volume}`));
  expect(titlesOf([...titles, ...volumes], "Рецепты")).toEqual([...titles, ...volumes]);
});

test("pages whose titles differ keep titles that differ, whatever they share, and none is empty", () => {
  const word = fc.constantFrom("A", "Б", "ג", "الف", "第一章", "Guide", "to", "5", "-", "|", "::", "(x)", "X", ":");
  const titles = fc.uniqueArray(
    fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(" ")),
    { minLength: 1, maxLength: 30, selector: (title) => titleText(title).toLowerCase() },
  );
  fc.assert(
    fc.property(titles, fc.constantFrom("", "X", "Guide"), (all, name) => {
      const entries = entriesOf(all.map((title, index) => examplePage(`https://x.dev/${index}`, { title })));
      const read = entries.map(titleReader(entries, name)).map((title) => title.toLowerCase());
      expect(new Set(read).size).toBe(entries.length);
      expect(read).not.toContain("");
    }),
  );
});

test("pages without titles are called as other pages link to them, in their own alphabet", () => {
  const menu = [
    ["o-nas", "О нас"],
    ["kontakty", "Контакты"],
  ].map(([path, text = ""]) => ({ url: `https://x.dev/${path}.htm`, text, rel: [], place: "navigation" as const }));
  const untitled = entriesOf(
    ["o-nas", "kontakty"].map((path) => examplePage(`https://x.dev/${path}.htm`, { title: "", links: menu })),
  );
  expect(distinctTitles(untitled, () => "")).toEqual(["О нас", "Контакты"]);
  const fileNames = untitled.map((entry) => ({ ...entry, page: { ...entry.page, title: entry.path[0] ?? "" } }));
  expect(distinctTitles(fileNames, ({ page }) => page.title)).toEqual(["О нас", "Контакты"]);
});

test("what any site may be called is not its name", () => {
  const pages = (title: string, other: string) =>
    entriesOf([
      examplePage("https://docs.x.dev/", { title }),
      ...["a", "b", "c"].map((path) => examplePage(`https://docs.x.dev/${path}`, { title: `${path}${other}` })),
    ]);
  const nameOf = ([home, ...others]: ReturnType<typeof pages>) => siteName(home, others, "https://docs.x.dev/");
  expect(nameOf(pages("Documentation", ""))).toBe("docs.x.dev");
  expect(nameOf(pages("Redirecting", " | Tably"))).toBe("Tably");
  expect(nameOf(pages("index", ""))).toBe("docs.x.dev");
});

test("a word that any part may be called is the site's name where its tags and its titles agree on it", () => {
  const pages = ["Private, Secure Communication", "About", "FAQ"].map((title, index) =>
    examplePage(`https://x.dev/${index || ""}`, { title: `Status - ${title}`, siteNames: { openGraph: "Status" } }),
  );
  const [home, ...others] = entriesOf(pages);
  expect(siteName(home, others, "https://x.dev/")).toBe("Status");
  const untagged = entriesOf(pages.map(({ url, page }) => examplePage(url, { title: page.title })));
  expect(siteName(untagged[0], untagged.slice(1), "https://x.dev/")).toBe("Private, Secure Communication");
});
