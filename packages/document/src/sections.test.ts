import { describe, expect, it } from "vitest";
import { html, menu, outlineOf, pagesOf, prose } from "./fixtures/small-site.ts";

const page = (title: string, nav = "", body = "") => html(`${title} | Harbour`, `${nav}${prose(title)}${body}`);
const each = (paths: readonly string[], nav = "", body: (path: string) => string = () => "") =>
  Object.fromEntries(paths.map((path) => [path, page(`T${path}`, nav, body(path))]));

describe("sections", () => {
  it("are the groups of the menu, in its order", () => {
    const nav = menu(["Sailing", ["T/s1 /s1", "T/s2 /s2"]], ["Club", ["T/c1 /c1", "T/c2 /c2"]]);
    const site = { "/": page("Harbour", nav), ...each(["/c1", "/c2", "/s1", "/s2"], nav) };
    expect(outlineOf(pagesOf(site))).toEqual({ Sailing: ["T/s1", "T/s2"], Club: ["T/c1", "T/c2"] });
  });

  it("are named without the arrows of their menu", () => {
    const nav = menu(["› Sailing", ["› T/s1 /s1", "› T/s2 /s2"]], ["Club →", ["T/c1 /c1", "T/c2 /c2"]]);
    const site = { "/": page("Harbour", nav), ...each(["/c1", "/c2", "/s1", "/s2"], nav) };
    expect(Object.keys(outlineOf(pagesOf(site)))).toEqual(["Sailing", "Club"]);
  });

  it("follow the breadcrumbs", () => {
    const crumb = (path: string) =>
      `<ol class="breadcrumb"><li><a href="/">Home</a></li><li><a href="/${path.slice(1, 2)}/">${path.startsWith("/b") ? "Berths" : "Cranes"}</a></li></ol>`;
    const site = each(["/b1", "/b2", "/b3", "/c1", "/c2", "/c3"], "", crumb);
    expect(outlineOf(pagesOf({ "/": page("Harbour"), ...site }))).toEqual({
      Berths: ["T/b1", "T/b2", "T/b3"],
      Cranes: ["T/c1", "T/c2", "T/c3"],
    });
  });

  it("do not follow the archives of months in breadcrumbs", () => {
    const crumb = () =>
      `<ol class="breadcrumb"><li><a href="/">Home</a></li><li><a href="/2019/10/">October</a></li></ol>`;
    const site = each(["/2019/10/01/a", "/2019/10/02/b"], "", crumb);
    expect(Object.keys(outlineOf(pagesOf({ "/": page("Harbour"), ...site })))).toEqual(["Articles"]);
  });

  it("follow what pages name as the page above them, called by its title, else as the homepage calls it", () => {
    const above = (path: string, up: string) => ({
      [path]: html(`T${path}`, prose(path), `<link rel="up" href="${up}">`),
    });
    const home = html(
      "Harbour",
      '<main><h1>Harbour</h1><p>A manual.</p><a href="/b">I. Berths</a> <a href="/c">Cranes</a></main>',
    );
    const berths = { ...above("/b1", "/b"), ...above("/b2", "/b"), ...above("/b21", "/b2"), ...above("/b22", "/b2") };
    const cranes = { ...above("/c", "/"), ...above("/c1", "/c"), ...above("/c2", "/c1") };
    const outline = outlineOf(pagesOf({ "/": home, ...berths, ...cranes }));
    expect(outline).toEqual({ "I. Berths": ["T/b1", "T/b2", "T/b21", "T/b22"], "T/c": ["T/c", "T/c1", "T/c2"] });
  });

  it("are not called after a file if a link has words for the page above", () => {
    const above = (path: string, up: string) =>
      html(`T${path}`, `${prose(path)}<a href="${up}">Berths</a>`, `<link rel="up" href="${up}">`);
    const berths = { "/p11": above("/p11", "/p_10"), "/p12": above("/p12", "/p_10") };
    expect(outlineOf(pagesOf({ "/": page("Harbour"), ...berths }))).toEqual({ Berths: ["T/p11", "T/p12"] });
  });

  it("are folders, named as the menu names them, even if a folder's own page is not listed", () => {
    const nav = menu("Our boats /boats/", "Guest berths /berths/");
    const site = { "/": page("Harbour", nav), ...each(["/berths/a", "/berths/b", "/boats/a", "/boats/b"], nav) };
    expect(Object.keys(outlineOf(pagesOf(site)))).toEqual(["Our boats", "Guest berths"]);
  });

  it("are folders, named as the homepage links to them", () => {
    const home = page("Harbour", '<p>See <a href="/c-api/">Cranes and Engines</a>, or <a href="/faq/">here</a>.</p>');
    const site = { "/": home, ...each(["/c-api/a", "/c-api/b", "/berths/a", "/berths/b"], "") };
    expect(Object.keys(outlineOf(pagesOf(site)))).toEqual(["Cranes and Engines", "Berths"]);
  });

  it("are the chapters above pages (`rel=up`), and no index of the book takes the chapters' first pages", () => {
    const up = (title: string, above: string, body = "") =>
      html(
        title,
        `<p><a href="/index-of-words">Index</a></p>${prose(title)}${body}`,
        `<link rel="up" href="${above}">`,
      );
    const index = ["/sails", "/oars", "/preface"].map((path) => `<a href="${path}">word</a>`).join(" ");
    const site = {
      "/": html("Harbour", `${prose("Harbour")}<a href="/sails">Sails</a> <a href="/oars">Oars</a>`),
      "/sails": up("Sails", "/"),
      "/oars": up("Oars", "/"),
      "/preface": up("Preface", "/"),
      "/jib": up("Jib", "/sails"),
      "/loom": up("Loom", "/oars"),
      "/blade": up("Blade", "/oars"),
      "/index-of-words": up("Index of words", "/", index),
    };
    expect(outlineOf(pagesOf(site))).toEqual({
      Sails: ["Sails", "Jib"],
      Oars: ["Oars", "Blade", "Loom"],
      Pages: ["Index of words", "Preface"],
    });
  });

  it("are the parts of the homepage's table of contents, named by it even where a part is not listed", () => {
    const part = (label: string, pages: readonly string[]) =>
      `<dt>${label}</dt><dd><dl>${pages.map((path) => `<dt><a href="${path}">T${path}</a></dt>`).join("")}</dl></dd>`;
    const [sails, cranes, nautical] = [["/s1", "/s2"], ["/c1", "/c2"], ["/w1"]];
    const contents = `<p>Table of Contents</p><dl>${part('<a href="/sails">I. Sails</a>', sails)}${part('<a href="/cranes">II. Cranes</a>', cranes)}${part("Words", nautical)}</dl>`;
    const site = { "/": page("Harbour", "", contents), ...each(["/cranes", ...sails, ...cranes, ...nautical]) };
    expect(outlineOf(pagesOf(site))).toEqual({
      "I. Sails": ["T/s1", "T/s2"],
      "II. Cranes": ["T/cranes", "T/c1", "T/c2"],
      Pages: ["T/w1"],
    });
  });

  it("of a page follow the listed page above it, not a list of contents that a few pages show", () => {
    const up = (path: string, above: string) => ({
      [path]: html(`T${path}`, `${contents}${prose(path)}`, `<link rel="up" href="${above}">`),
    });
    const contents = menu(["Part 1", ["T/c11 /c11"]], ["Part 2", ["T/c12 /c12"]]);
    const site = { "/": page("Harbour"), ...each(["/c1"]), ...up("/c11", "/c1"), ...up("/c12", "/c1") };
    expect(outlineOf(pagesOf(site))).toEqual({ "T/c1": ["T/c1", "T/c11", "T/c12"] });
  });

  it("are called by a long title rather than by the name of a file or of a part of the page", () => {
    const title = "A reference of the commands of the crane";
    const chapter = (path: string) => ({ [path]: html(`T${path}`, prose(path), '<link rel="up" href="/cranes">') });
    const home = page("Harbour", "", `<a href="/cranes">${title}</a> <a href="/cranes#masts">How to lift a mast</a>`);
    const site = { "/cranes": page(title), ...chapter("/x1"), ...chapter("/x2"), ...each(["/a1", "/a2", "/a3"]) };
    expect(Object.keys(outlineOf(pagesOf({ "/": home, ...site })))).toContain(title);
    const { "/cranes": _, ...parts } = site;
    expect(Object.keys(outlineOf(pagesOf({ "/": home, ...parts })))).toContain(title);
  });

  it("are none of a homepage that is named with its language", () => {
    const up = '<link rel="up" href="/index.en.html">';
    const site = Object.fromEntries(["/a", "/b", "/c"].map((path) => [path, html(`T${path}`, prose(path), up)]));
    expect(Object.keys(outlineOf(pagesOf({ "/": page("Harbour"), ...site })))).toEqual(["Pages"]);
  });

  it("are no groups of a page's links into itself", () => {
    const own = menu(["Parts", ["First /sails/a#first"]], ["Notes", ["Others /oars/a#others"]]);
    const body = (path: string) => (path.endsWith("a") ? own : "");
    const site = each(["/oars/a", "/oars/b", "/sails/a", "/sails/b"], "", body);
    expect(Object.keys(outlineOf(pagesOf({ "/": page("Harbour"), ...site })))).toEqual(["Oars", "Sails"]);
  });

  it("are the categories of pages without folders, even if each page shows the full list", () => {
    const all = `<aside><a href="/category/sails/">Sails (3)</a> <a href="/category/hulls/">Hulls<sup>3</sup></a></aside>`;
    const own = (path: string) =>
      `${all}<p>Filed under <a rel="category tag" href="/category/${path.startsWith("/s") ? 'sails/">Sails' : 'hulls/">Hulls'}</a></p>`;
    const site = each(["/h1", "/h2", "/h3", "/s1", "/s2", "/s3"], "", own);
    expect(outlineOf(pagesOf({ "/": page("Harbour"), ...site }))).toEqual({
      Hulls: ["T/h1", "T/h2", "T/h3"],
      Sails: ["T/s1", "T/s2", "T/s3"],
    });
  });

  it("of a folder with a page of its own stay its own, even if pages of another folder have the same category", () => {
    const own = (path: string) =>
      /\d/.test(path) ? '<p>In <a rel="category" href="/category/news/">News</a></p>' : "";
    const site = each(["/blog", "/blog/p1", "/blog/p2", "/tours", "/tours/p1", "/tours/p2", "/tours/x"], "", own);
    expect(outlineOf(pagesOf({ "/": page("Harbour"), ...site }))).toEqual({
      "T/blog": ["T/blog", "T/blog/p1", "T/blog/p2"],
      "T/tours": ["T/tours", "T/tours/p1", "T/tours/p2", "T/tours/x"],
    });
  });

  it("are not called like a part of their index page", () => {
    const link = '<p>See <a href="/east-quay/#machines">Machines</a></p>';
    const title = "The quay of before: how it was, and how it is to be left";
    const site = { "/": page("Harbour", "", link), ...each(["/east-quay/a", "/east-quay/b", "/x"], "", () => link) };
    expect(Object.keys(outlineOf(pagesOf({ ...site, "/east-quay/": page(title) })))).toContain("The quay of before");
  });

  it("are no topics that are pages of a manual", () => {
    const own = (path: string) =>
      `<p>See <a href="/topics/${path.startsWith("/guide/s") ? "sails" : "hulls"}.html">it</a>.</p>`;
    const site = each(
      ["/guide/h1", "/guide/h2", "/guide/s1", "/guide/s2", "/topics/sails.html", "/topics/hulls.html"],
      "",
      own,
    );
    expect(Object.keys(outlineOf(pagesOf({ "/": page("Harbour"), ...site })))).toEqual(["Topics", "Guide"]);
  });

  it("are not called as a list of similar pages is, which a page is never in itself", () => {
    const others = ["/boats/a", "/boats/b", "/boats/c", "/boats/d", "/crew/a", "/crew/b", "/crew/c", "/crew/d"];
    const nav = menu(...others.map((path) => `T${path} ${path}`));
    const paths = Array.from({ length: 30 }, (_, at) => `/ropes/r${at}`);
    // Every other page stands in such a list.
    const similarTo = (at: number) => {
      const next = [1, 2, 3, 4].map((step) => (at + step) % paths.length).filter((one) => one % 2 > 0);
      return nav + menu(["Hasonlók", next.map((one) => `T${paths[one]} ${paths[one]}`)]);
    };
    const ropes = Object.fromEntries(paths.map((path, at) => [path, page(`T${path}`, similarTo(at))]));
    const outline = outlineOf(pagesOf({ "/": page("Harbour", nav), ...ropes, ...each(others, nav) }));
    expect(Object.keys(outline)).toEqual(["Boats", "Crew", "Ropes"]);
  });

  it("are not called as arrows to the neighbours are, in no language", () => {
    const chain = ["/", "/p/a", "/p/b", "/q/a", "/q/b", "/r/a", "/r/b"];
    const long = (path: string) => `${path} is a chapter, of which more is to be said below`;
    const chapter = (path: string, at: number) => {
      const arrow = `<nav><a href="${chain[at + 1] ?? "/"}">Następny</a></nav>`;
      const up = path.endsWith("b") ? `<link rel="up" href="${path.replace(/b$/, "a")}">` : "";
      return html(path === "/" ? "Harbour" : `${long(path)} | Harbour`, `${arrow}${prose(path)}`, up);
    };
    const names = Object.keys(
      outlineOf(pagesOf(Object.fromEntries(chain.map((path, at) => [path, chapter(path, at)])))),
    );
    expect(names).not.toContain("Następny");
  });

  it("are the categories of an exported wiki", () => {
    const own = (path: string) =>
      `<p>Category: <a href="/Category%3A${path.slice(1, 2)}">${path.startsWith("/s") ? "Sails" : "Hulls"}</a></p>`;
    const site = each(["/h1", "/h2", "/h3", "/s1", "/s2", "/s3"], "", own);
    expect(Object.keys(outlineOf(pagesOf({ "/": page("Harbour"), ...site })))).toEqual(["Hulls", "Sails"]);
  });

  it("and their pages stand in the order in which each page leads to the next", () => {
    const chain = ["/", "/water/z", "/water/x", "/water/y", "/boats/b", "/boats/a"];
    const link = (path = "") => (path === "" ? "" : `<a href="${path}"><img src="/arrow.png" alt="Go"></a>`);
    const leading = (path: string) => {
      const at = chain.indexOf(path);
      const title = path === "/" ? "Harbour" : `T${path}`;
      const arrows = `<nav>${link(chain[at - 1])}${link(chain[at + 1])}</nav>`;
      return html(`${title} | Harbour`, `${arrows}${prose(title)}`, `<link rel="next" href="${chain[at + 1] ?? ""}">`);
    };
    const site = Object.fromEntries(chain.toSorted().map((path) => [path, leading(path)]));
    const sections = { Water: ["T/water/z", "T/water/x", "T/water/y"], Boats: ["T/boats/b", "T/boats/a"] };
    expect(outlineOf(pagesOf(site))).toEqual(sections);
    // The first of a series to which no page leads is its first, too.
    const { "/": _, ...book } = site;
    expect(outlineOf(pagesOf({ "/": page("Harbour"), ...book })).Water).toEqual(sections.Water);
  });

  it("of an index page with pages below it are not moved below a page that lists it", () => {
    const club = ["/k1", "/k2", "/k3", "/k4", "/k5"];
    const nav = menu("Community /community", ["Club", club.map((path) => `T${path} ${path}`)]);
    const list = ["/a", "/b", "/c/", "/d"].map((path) => `<a href="${path}">T${path}</a>`).join(" ");
    const text = "<h1>Community</h1><p>All that we have is in this list.</p>";
    const community = html("Community | Harbour", `${nav}<main>${text}${list}</main>`);
    const below = each(["/c/", "/c/1", "/c/2", "/c/3"], nav);
    const site = {
      "/": page("Harbour", nav),
      "/community": community,
      ...each([...club, "/a", "/b", "/d"], nav),
      ...below,
    };
    const crumb = '<ol class="breadcrumb"><li><a href="/">Home</a></li><li><a href="/c/">Cranes</a></li></ol>';
    for (const path of ["/c/1", "/c/2", "/c/3"]) site[path as "/"] = page(`T${path}`, nav, crumb);
    expect(outlineOf(pagesOf(site)).Cranes).toEqual(["T/c/", "T/c/1", "T/c/2", "T/c/3"]);
  });

  it("are not made of file names that begin alike, if nothing is called so", () => {
    const files = ["the-a", "the-b", "the-c", "the-d", "how-a", "how-b", "how-c", "how-d"].map(
      (name) => `/${name}.html`,
    );
    expect(Object.keys(outlineOf(pagesOf({ "/": page("Harbour"), ...each(files) })))).toEqual(["Pages"]);
  });

  it("may be the folder of a page with a general name", () => {
    const site = {
      "/": page("Harbour"),
      "/start/": page("Getting started"),
      ...each(["/start/a", "/start/b", "/x/c", "/x/d"]),
    };
    expect(Object.keys(outlineOf(pagesOf(site)))).toContain("Getting started");
  });

  it("are named after the page that lists most of a folder, and begin with it", () => {
    const nav = menu("How to make art /guides", "About /about");
    const list = ["a", "b", "c"].map((name) => `<li><a href="/how-tos/${name}">T/how-tos/${name}</a></li>`).join("");
    const site = {
      "/": page("Harbour", nav),
      "/guides": html(
        "Guides | Harbour",
        `${nav}<main><h1>Guides</h1><p>All guides to art.</p><ul>${list}</ul></main>`,
      ),
      "/about": page("About", nav),
      ...each(["/how-tos/a", "/how-tos/b", "/how-tos/c"], nav),
    };
    expect(outlineOf(pagesOf(site))["How to make art"]?.[0]).toBe("Guides");
  });

  it("have the first part of an index page's title, if the whole is too long for a name", () => {
    const lab = (at: number) => [`/lab-${at}-main`, `/lab-${at}-main/a`, `/lab-${at}-main/b`];
    const titled = (at: number) => ({
      [`/lab-${at}-main`]: page(`Exercise ${at} – Moving all the boats of the club to another harbour`),
    });
    const site = { "/": page("Harbour"), ...each([...lab(1), ...lab(2)]), ...titled(1), ...titled(2) };
    expect(Object.keys(outlineOf(pagesOf(site)))).toEqual(["Exercise 1", "Exercise 2"]);
  });

  it("are never named after a template's words above the menu", () => {
    for (const words of ["Just another WordPress site", "Latest posts", "Related products", "Next page"]) {
      const nav = menu([words, ["T/s1 /s1", "T/s2 /s2"]], ["Club", ["T/c1 /c1", "T/c2 /c2"]]);
      const site = { "/": page("Harbour", nav), ...each(["/c1", "/c2", "/s1", "/s2"], nav) };
      expect(outlineOf(pagesOf(site))).toEqual({ Pages: ["T/s1", "T/s2"], Club: ["T/c1", "T/c2"] });
    }
  });

  it("are never named after a meaningless folder such as `node`", () => {
    expect(
      Object.keys(outlineOf(pagesOf({ "/": page("Harbour"), ...each(["/node/1", "/node/2", "/node/3"]) }))),
    ).toEqual(["Pages"]);
  });

  it("of a long list are divided by the headings of an index page", () => {
    const paths = Array.from({ length: 40 }, (_, at) => `/p${at}`);
    const list = (from: number) =>
      paths
        .slice(from, from + 20)
        .map((path) => `<li><a href="${path}">T${path}</a></li>`)
        .join("");
    const home = html(
      "Harbour",
      `<main><h1>Harbour</h1><h2>Sails</h2><ul>${list(0)}</ul><h2>Hulls</h2><ul>${list(20)}</ul></main>`,
    );
    const outline = outlineOf(pagesOf({ "/": home, ...each(paths) }));
    expect(outline.Sails).toHaveLength(20);
    expect(outline.Hulls).toHaveLength(20);
  });

  it("are not divided if one folder holds nearly all of a group", () => {
    const paths = Array.from({ length: 30 }, (_, at) => `/day/articles/p${at}`);
    const nav = menu("Dorothy Day /day/", "Help /help");
    const outline = outlineOf(
      pagesOf({
        "/": page("Harbour", nav),
        "/day/": page("Day", nav),
        "/help": page("Help", nav),
        ...each(paths, nav),
      }),
    );
    expect(outline["Dorothy Day"]).toHaveLength(31);
  });

  it("of dated posts begin with the newest", () => {
    const site = each(["/blog/2019/01/02/old", "/blog/2023/05/06/new", "/blog/2021/03/04/mid"]);
    expect(Object.values(outlineOf(pagesOf({ "/": page("Harbour"), ...site }))).flat()).toEqual([
      "T/blog/2023/05/06/new",
      "T/blog/2021/03/04/mid",
      "T/blog/2019/01/02/old",
    ]);
  });

  it("of dated pages begin with those of the menu, in its order", () => {
    const nav = menu("About /about", "Contact /contact");
    const dated = (path: string, year: string) =>
      html(`T${path}`, `${nav}${prose(path)}`, `<meta property="article:published_time" content="${year}-01-01">`);
    const years = { "/contact": "2020", "/about": "2019", "/old": "2021", "/new": "2023" };
    const site = Object.fromEntries(Object.entries(years).map(([path, year]) => [path, dated(path, year)]));
    expect(Object.values(outlineOf(pagesOf({ "/": page("Harbour", nav), ...site }))).flat()).toEqual([
      "T/about",
      "T/contact",
      "T/new",
      "T/old",
    ]);
  });

  it("may be called Posts, in the site's language where only a folder is", () => {
    const site = each(["/post/a", "/post/b", "/post/c", "/about"]);
    const named = { "/": page("Harbour"), "/post/": page("Posts"), ...site };
    expect(Object.keys(outlineOf(pagesOf(named)))).toContain("Posts");
    const home = page("Harbour").replace('lang="en"', 'lang="pl"');
    const folder = each(["/posts/a", "/posts/b", "/posts/c", "/x"]);
    expect(Object.keys(outlineOf(pagesOf({ "/": home, ...folder })))).toContain("Artykuły");
  });

  it.each([
    ["a sentence", (to: (path: string) => string) => `<p>Begin with ${to("/b")}, then go on to ${to("/a")}.</p>`],
    [
      "a table",
      (to: (path: string) => string) => `<table><tr><td>${to("/b")}</td></tr><tr><td>${to("/a")}</td></tr></table>`,
    ],
    [
      "cards",
      (to: (path: string) => string) => `<div><div><h3>${to("/b")}</h3></div><div><h3>${to("/a")}</h3></div></div>`,
    ],
  ])("keep the order of two homepage links in %s", (_, body) => {
    const home = page("Harbour", "", `<main>${body((path) => `<a href="${path}">T${path}</a>`)}</main>`);
    expect(Object.values(outlineOf(pagesOf({ "/": home, ...each(["/a", "/b"]) }))).flat()).toEqual(["T/b", "T/a"]);
  });

  it("begin with their own index page, not with those of groups within them", () => {
    const sails = ["/sails/a", "/sails/jib/x", "/sails/jib/", "/sails/c"];
    const nav = menu(...[...sails, "/sails/", "/club/a", "/club/b"].map((path) => `T${path} ${path}`));
    const site = { "/": page("Harbour", nav), ...each([...sails, "/sails/", "/club/a", "/club/b"], nav) };
    expect(Object.values(outlineOf(pagesOf(site)))[0]).toEqual(["T/sails/", ...sails.map((path) => `T${path}`)]);
  });

  it("keep the order of a homepage's list", () => {
    const home = page(
      "Harbour",
      "",
      '<main><ol><li><a href="/c">T/c</a></li><li><a href="/a">T/a</a></li><li><a href="/b">T/b</a></li></ol></main>',
    );
    expect(Object.values(outlineOf(pagesOf({ "/": home, ...each(["/a", "/b", "/c"]) }))).flat()).toEqual([
      "T/c",
      "T/a",
      "T/b",
    ]);
  });
});
