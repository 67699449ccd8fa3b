import { describe, expect, it } from "vitest";
import { html, lineOf, meta, pagesOf, prose, textOf } from "./fixtures/small-site.ts";

const og = (text: string) => `<meta property="og:description" content="${text}">`;
const home = html("Harbour", prose("Harbour"), meta("Berths and tides of the harbour."));
const excerptOf = (page: string | Uint8Array, contentType = "text/html", descLength = 500) =>
  lineOf(pagesOf({ "/": home, "/a": page }, contentType), "/a", descLength).replace(
    /^- \[[^\]]*\]\([^)]*\)(?:: )?/,
    "",
  );

const BODY =
  "<main><h1>Berths</h1><p>Boats of up to nine metres find a berth here.</p><p>A second paragraph.</p></main>";

describe("the specification's order", () => {
  it("takes exactly the meta description", () => {
    expect(excerptOf(html("Berths", BODY, meta("Where to moor.") + og("Other words.")))).toBe("Where to moor.");
  });

  it("takes og:description if there is no meta description", () => {
    expect(excerptOf(html("Berths", BODY, og("Where to tie up.")))).toBe("Where to tie up.");
  });

  it("takes the first paragraph if there is neither", () => {
    expect(excerptOf(html("Berths", BODY))).toBe("Boats of up to nine metres find a berth here.");
  });

  it("takes the title tag, then the first h1, then Untitled", () => {
    const untitled =
      "<p>A page of a few plain words, which has neither a title nor a heading of its own, and nothing more than that.</p>";
    const text = textOf(
      pagesOf({
        "/": home,
        "/a": html("Tag", "<h1>Heading</h1>"),
        "/b": html("", "<h1>Heading only</h1>"),
        "/c": html("", untitled),
      }),
    );
    expect(text).toContain("[Tag]");
    expect(text).toContain("[Heading only]");
    expect(text).toMatch(/\[(?:Untitled|C)\]/);
  });

  it("decodes entities once", () => {
    expect(excerptOf(html("A &amp;amp; B", BODY, meta("Salt &amp;amp; pepper &lt; sugar.")))).toBe(
      "Salt &amp; pepper < sugar.",
    );
  });
});

const ENCODINGS: readonly [charset: string, text: string, encode: (text: string) => Uint8Array][] = [
  ["utf-8", "Große Boote, žlutý kůň, 港.", (text) => Buffer.from(text, "utf8")],
  ["iso-8859-1", "Große Boote am Kai.", (text) => Buffer.from(text, "latin1")],
  ["windows-1252", "“Große” Boote – am Kai.", (text) => single(text, { "“": 0x93, "”": 0x94, "–": 0x96 })],
  ["windows-1251", "Лодки у причала.", (text) => shifted(text, 0x410, 0xc0)],
  ["koi8-r", "дом", (text) => single(text, { д: 0xc4, о: 0xcf, м: 0xcd })],
  ["iso-8859-2", "Žlutý dům", (text) => single(text, { Ž: 0xae, ý: 0xfd, ů: 0xf9 })],
  ["shift_jis", "港の船", () => Buffer.from([0x8d, 0x60, 0x82, 0xcc, 0x91, 0x44])],
  ["euc-kr", "항구", () => Buffer.from([0xc7, 0xd7, 0xb1, 0xb8])],
  ["gbk", "港口", () => Buffer.from([0xb8, 0xdb, 0xbf, 0xda])],
];

const single = (text: string, codes: Readonly<Record<string, number>>) =>
  Buffer.from([...text].map((letter) => codes[letter] ?? letter.charCodeAt(0)));
const shifted = (text: string, from: number, to: number) =>
  Buffer.from(
    [...text].map((letter) => (letter.charCodeAt(0) < 128 ? letter.charCodeAt(0) : letter.charCodeAt(0) - from + to)),
  );

describe("encodings", () => {
  it.each(ENCODINGS)("a description in %s is decoded", (charset, text, encode) => {
    const [before = "", after = ""] = html("Berths", BODY, meta("|||")).split("|||");
    const around = "Welcome to the harbour: ";
    const bytes = Buffer.concat([Buffer.from(before + around, "latin1"), encode(text), Buffer.from(after, "latin1")]);
    const page = lineOf(
      [...pagesOf({ "/": home }), ...pagesOf({ "/a": bytes }, `text/html; charset=${charset}`)],
      "/a",
    );
    expect(page).toBe(`- [Berths](https://x.test/a): ${around}${text}`);
  });
});

describe("a description is skipped", () => {
  it("that is the title again", () => {
    for (const title of ["Berths for guests", "Harbour: Berths for guests"])
      expect(excerptOf(html(title, BODY, meta("Berths for guests")))).toContain("Boats of up to");
  });

  it("that is a short heading, and kept if it says more than a name", () => {
    const body = (line: string) => BODY.replace("</h1>", `</h1><h2>${line}</h2>`);
    const stated = "A berth for each boat of the club";
    expect(excerptOf(html("Berths", body("Introduction"), meta("Introduction")))).toMatch(/^Boats of up to/);
    expect(excerptOf(html("Berths", body(stated), meta(stated)))).toBe(stated);
    const parts = body(stated).replace("</main>", "<h2>Ropes</h2><p>Ropes are to be had at the office.</p></main>");
    expect(excerptOf(html("Berths", parts, meta(stated)))).toMatch(/^Boats of up to/);
  });

  it("that is the homepage's", () => {
    expect(excerptOf(html("Berths", BODY, meta("Berths and tides of the harbour.")))).toContain("Boats of up to");
  });

  it("unless it is the first paragraph of a post that the homepage shows in full", () => {
    const post = `<p>Two boats were caught on the bar by the spring tide, and waited there for the next one.</p>`;
    const text = textOf(pagesOf({ "/": html("Harbour", post), "/post": html("Spring tide", post), "/b": BODY }));
    expect(text).toMatch(/\/post\): Two boats were caught/);
  });

  it("that is the site's name, with or without the title before it", () => {
    for (const text of ["Harbour", "Berths | Harbour"])
      expect(excerptOf(html("Berths", BODY, meta(text)))).toBe("Boats of up to nine metres find a berth here.");
  });

  it("keep signs that open no element", () => {
    const text = "Boats of at least this draught (draught >= 3.9) and of fewer masts than three (masts < 3) moor here.";
    const escaped = text.replaceAll("<", "&lt;").replaceAll(">", "&gt;");
    expect(excerptOf(html("Berths", BODY, meta(escaped)))).toBe(text);
    const mail = "Write a letter on berths and on all else to &lt;1@x.test&gt; or to the office of the harbour.";
    expect(excerptOf(html("Berths", BODY, meta(mail)))).toContain("‹1@x.test›");
    const typed = "A List&lt;T&gt; of berths holds all boats of the club by their names and lengths, &lt;b as it is.";
    expect(excerptOf(html("Berths", BODY, meta(typed)))).toMatch(/^A List‹T› of berths .*, ‹b as it is\.$/);
  });

  it("lose angle brackets only if they are elements", () => {
    const text =
      "How the &lt;select&gt; element of a form, in any browser, is &lt;b&gt;bold &lt;i&gt;and&lt;/i&gt; said&lt;/b&gt;.";
    expect(excerptOf(html("Lists", BODY, meta(text)))).toBe(
      "How the ‹select› element of a form, in any browser, is bold and said.",
    );
  });

  it("that more than two pages share", () => {
    const page = (name: string) => html(name, prose(name), meta("All you need to know."));
    const text = textOf(pagesOf({ "/": home, "/a": page("Cranes"), "/b": page("Docks"), "/c": page("Ropes") }));
    expect(text).not.toContain("All you need");
  });

  it("never in the quote behind its last sentence", () => {
    const asked = ["What swallow flies?", "Which crane lifts it?", "Whose boat is this?"];
    const [a = "", b = "", c = ""] = asked.map((text, at) => html(`Part ${at}`, "", meta(`« ${text} »`)));
    expect(lineOf(pagesOf({ "/": home, "/a": a, "/b": b, "/c": c }), "/b")).toMatch(/: « Which crane lifts it\? »$/);
  });

  it("in the sentences at its ends that more than two pages share", () => {
    const own = ["Two cranes lift masts.", "The dock takes boats. It is drained by noon.", "Ropes are cut to length."];
    const [a = "", b = "", c = ""] = own.map((text) =>
      html(text.slice(0, 5), "", meta(`The harbour of Linden. ${text} Come and visit us!`)),
    );
    expect(lineOf(pagesOf({ "/": home, "/a": a, "/b": b, "/c": c }), "/b")).toMatch(/\): The dock takes .* by noon\.$/);
  });

  it("unless the others are lists that link to the page and show its words", () => {
    const text = "Two boats were caught on the bar by the spring tide, and waited there for the next one.";
    const links = `<h2><a href="/post">Spring tide</a></h2><p>${text}</p><h2><a href="/b">Cranes</a></h2>`;
    const list = (name: string) => html(name, `<main><h1>${name}</h1>${links}</main>`);
    const post = html("Spring tide", `<main><h1>Spring tide</h1><p>${text}</p></main>`);
    const site = { "/": list("Harbour"), "/post": post, "/b": html("Cranes", BODY), "/news": list("News") };
    const pages = pagesOf({ ...site, "/c": html("C", prose("Docks")), "/d": html("D", prose("Ropes")) });
    expect(lineOf(pages, "/post")).toContain(`): ${text}`);
    expect(lineOf(pages, "/news")).not.toContain(text);
  });

  it.each(["Reference documentation for NAME of this library", "Reference: NAME"])("that is always %s", (sentence) => {
    const page = (name: string) => html(name, prose(name), meta(sentence.replace("NAME", name)));
    const text = textOf(pagesOf({ "/": home, "/a": page("crane"), "/b": page("dock"), "/c": page("rope") }));
    expect(text).not.toContain("Reference");
  });

  it.each([
    "Skip to content",
    "This site uses cookies to improve your visit",
    "Please enable JavaScript to view this page",
    "%%sitedesc%%",
    "{{ page.description }}",
    "Press ← or → to navigate between chapters",
    "No description available.",
    "Dieses Programm ist frei, nach der GNU GPL, wie von der Free Software Foundation veröffentlicht.",
    "flowchart TD A --> B",
    "Home | Berths | Cranes | Contact",
    "const harbour = { berths: 9, cranes: [] };",
    "public final class Berth extends Place",
    "class AsBerth a where Source",
    "berthOf :: Boat a -> Berth Source",
    "Place ├── Berth │ ├── Guest berth",
    "Link copied to clipboard",
  ])("that is %s", (text) => {
    expect(excerptOf(html("Berths", BODY, meta(text)))).toBe("Boats of up to nine metres find a berth here.");
  });

  it("that only names the neighbours of the page", () => {
    const arrows = `<p>Next: <a href="/c">Cranes</a>, Previous: <a href="/d">What is a dock?</a>, Up: <a href="/">Top of it</a> [<a href="/i">Index</a>]</p>`;
    const list = `<h3>2.3 Berths</h3><ul><li><a href="/x">Long ones</a></li><li><a href="/y">Short ones</a></li></ul>`;
    expect(excerptOf(`<title>Berths</title><body><div>${arrows}<hr>${list}</div>`)).toBe("");
  });

  it("for the next paragraph if the first is on many pages", () => {
    const slogan = "Small. Fast. Reliable. Choose any three of these.";
    const page = (text: string) => html(text.slice(0, 5), `<main><p>${slogan}</p><p>${text}</p></main>`);
    const texts = [
      "Boats of up to nine metres find a berth.",
      "Spring tides come twice in a month.",
      "Two cranes lift masts.",
    ];
    const [a, b, c] = texts.map(page);
    expect(lineOf(pagesOf({ "/": home, "/a": a ?? "", "/b": b ?? "", "/c": c ?? "" }), "/a")).toContain(
      `): ${texts[0]}`,
    );
  });

  it("in code, but not with formulas", () => {
    const formula = "Let \\(x_k = \\{p_1, \\dots\\}\\) be a basis of \\(K_k(A, r_0) \\subset R\\).";
    expect(excerptOf(html("Berths", BODY, meta(formula)))).toBe(formula);
  });

  it("that is a name in code", () => {
    expect(excerptOf(html("Berths", "", meta("org.harbour.berths.EdgeRay")))).toBe("");
  });

  it("that is a label before an address, or a byline with the time", () => {
    for (const text of ["Street view: https://maps.test/x", "Vložil/a Eva, 6 Březen, 2017 - 13:06"])
      expect(excerptOf(html("Berths", "", meta(text)))).toBe("");
    expect(excerptOf(html("Berths", "", meta("How to use it is told at https://maps.test/x")))).toContain("How to use");
  });

  it("in its last sentence if that leads to a list or an example", () => {
    const whole = "Berths have a length, and so have boats of all kinds.";
    expect(excerptOf(html("Berths", "", meta(`${whole} They are:`)))).toBe(whole);
    expect(excerptOf(html("Berths", "", meta("To moor your boat, take:")))).toBe("To moor your boat, take…");
  });

  it("that begins with the title is used without it", () => {
    expect(excerptOf(html("Berths", BODY, meta("Berths: Where guests moor for a night.")))).toBe(
      "Where guests moor for a night.",
    );
    const body = BODY.replace("Berths", "Meeting");
    const site = {
      "/": home,
      "/a/2024-01-02-x": html("Meeting", body, meta("Meeting We meet at the quay on Monday.")),
      "/a/2025-01-02-x": html("Meeting", body, meta("Meeting The club meets at noon.")),
    };
    expect(textOf(pagesOf(site))).toContain("[Meeting (2025-01-02)](https://x.test/a/2025-01-02-x): The club");
  });
});

describe("a text over the limit", () => {
  const long = (text: string, most: number) => excerptOf(html("Berths", BODY, meta(text)), "text/html", most);

  it("ends with a whole sentence if one fits", () => {
    expect(long(`Nine berths are free. ${"Others are taken by the guests of the club. ".repeat(5)}`, 100)).toBe(
      "Nine berths are free. Others are taken by the guests of the club.",
    );
  });

  it.each(["．", "؟ ", "। "])("knows the end of sentences in other scripts: %s", (stop) => {
    const first = `港のことを書く${"港".repeat(20)}${stop}`.trim();
    expect(long(first + "船".repeat(200), 100)).toBe(first);
  });

  it("does not end with a short one if the next does not fit", () => {
    const terms = `Harbour Inc. (“we”) is a firm that lets berths, ${"and boats and sails and ropes ".repeat(9)}`;
    expect(long(terms, 200)).toMatch(/^Harbour Inc\. .* berths.*…$/);
  });

  it("ends with a clause, else with a word", () => {
    const clause = `${"berth ".repeat(12)}is free, ${"and more ".repeat(30)}`;
    expect(long(clause, 100)).toMatch(/is free…$/);
    expect(long("berth ".repeat(60), 100)).toMatch(/ berth…$/);
  });

  it("counts whole characters and never cuts through one", () => {
    const excerpt = long(`Families: ${"👨‍👩‍👧".repeat(60)}`, 100);
    expect([...excerpt].length).toBeLessThanOrEqual(100);
    expect(excerpt).toMatch(/^Families: (?:👨‍👩‍👧)+…$/u);
    expect([...long("港".repeat(300), 100)]).toHaveLength(100);
  });
});

describe("the summary", () => {
  const summaryOf = (site: Record<string, string>) => /^> (.*)$/m.exec(textOf(pagesOf(site)))?.[1] ?? "";

  it("is the homepage's description, even if other pages repeat it", () => {
    const page = html("Berths", BODY, meta("Berths and tides of the harbour."));
    expect(summaryOf({ "/": home, "/a": page, "/b": page })).toBe("Berths and tides of the harbour.");
  });

  it.each(["Note: this site", "⚠️ Please read: this site"])("is never a notice: %s", (start) => {
    const about = html("About us", BODY, meta(`${start} is an archive, and its search does not work.`));
    expect(
      summaryOf({
        "/": html("Harbour", "<main><p>Published by the Harbour club of Linden.</p></main>"),
        "/about": about,
      }),
    ).toBe("Boats of up to nine metres find a berth here.");
  });

  it("is never a teaser of a page", () => {
    const news = "The new crane was opened by the mayor on Monday.";
    const teaser = html("Harbour", `<main><div><h2>News</h2><p>${news}</p><a href="/a">Read on</a></div></main>`);
    const about = html("About us", prose("Us"), meta("Harbour is a club of sailors since 1902."));
    const site = { "/": teaser, "/a": html("Crane", `<main><h1>Crane</h1><p>${news}</p></main>`), "/about": about };
    expect(summaryOf(site)).toBe("Harbour is a club of sailors since 1902.");
  });

  it("may be the first paragraph before a list, if it has a word of a short name", () => {
    const rows = ["docs", "server", "client", "tool"].map(
      (of) => `<li>The ${of}: <a href="//git.test/${of}">//git.test/${of}</a></li>`,
    );
    const list = `<h2>Sources</h2><ul>${rows.join("")}</ul>`;
    const body = `<header><h1>Patcher docs</h1></header><main><h2>Help</h2><p>Patcher updates the files of a game for all its players.</p>${list}</main>`;
    const site = { "/": html("Patcher docs", body), "/a": html("A", BODY), "/b": html("B", BODY) };
    expect(summaryOf(site)).toBe("Patcher updates the files of a game for all its players.");
  });

  it("may begin as another page does, if its first sentence is another", () => {
    const start = "The annual meeting of the Harbour club of Linden on Sea (HCL) ";
    const body = (end: string) => `<main><h1>x</h1><p>${start}${end} Come and see.</p></main>`;
    const site = (end: string) => ({
      "/": html("Harbour", body("takes place in June.")),
      "/a": html("Crew", body(end)),
    });
    expect(summaryOf(site("is held by Ann Oar."))).toBe(`${start}takes place in June. Come and see.`);
    expect(summaryOf(site("takes place in June."))).toBe("");
  });

  it("is no placeholder of a theme", () => {
    expect(summaryOf({ "/": html("Harbour", BODY, meta("This is meta description")) })).toMatch(/^Boats of up to/);
  });

  it("may begin with a name in lower case, but with no other word", () => {
    const page = (text: string) => ({ "/": html("harbour-py", `<main><h1>harbour-py</h1><p>${text}</p></main>`) });
    const text = "harbour is a small library that reads the tables of tides.";
    expect(summaryOf(page(text))).toBe(text);
    expect(summaryOf(page(text.replace("harbour is", "which is")))).toBe("");
  });

  it("is at most 300 characters", () => {
    expect([...summaryOf({ "/": html("Harbour", BODY, meta("berths and ".repeat(60))) })].length).toBeLessThanOrEqual(
      300,
    );
  });
});
