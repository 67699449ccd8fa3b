import { describe, expect, it } from "vitest";
import { html, menu, outlineOf, pagesOf, prose, SITE, textOf } from "./fixtures/small-site.ts";

const page = (title: string, nav = "", body = "") => html(`${title} | Harbour`, `${nav}${prose(title)}${body}`);

describe("titles", () => {
  it("is the only page's own where nothing else was read", () => {
    expect(textOf(pagesOf({ "/guide/p1": html("Weaving flax", prose("The loom")) }))).toContain(
      `- [Weaving flax](${SITE}/guide/p1): `,
    );
  });

  const titlesOf = (...titles: string[]) =>
    Object.values(
      outlineOf(
        pagesOf({
          "/": html(titles[0] ?? "", prose("x")),
          ...Object.fromEntries(titles.slice(1).map((title, at) => [`/p${at}`, html(title, prose(`Topic ${at}`))])),
        }),
      ),
    ).flat();

  it.each([" | ", " - ", " – ", "– ", " –", " · ", " • ", " :: "])(
    "lose the site's name at the end, behind %s",
    (sign) => {
      expect(titlesOf("Harbour", `Berths${sign}Harbour`, `Cranes${sign}Harbour`, `Ropes${sign}Harbour`)).toEqual([
        "Berths",
        "Cranes",
        "Ropes",
      ]);
    },
  );

  it("lose the name of a division that links and headings omit, unless two would be equal", () => {
    const page = (name: string, division: string) =>
      [`/p/${division}-${name}`, html(`${name} - ${division}`, `<h1>${name}</h1>${prose(name)}`)] as const;
    const of = (division: string, names: string) => names.split(" ").map((name) => page(name, division));
    const home = ["/", html("Harbour", prose("x"))] as const;
    const titles = (inGo: string) => {
      const site = Object.fromEntries([home, ...of("Go", inGo), ...of("Lisp", "B C D"), ...of("Tcl", "E F G")]);
      return Object.values(outlineOf(pagesOf(site))).flat();
    };
    expect(titles("Tags Maps Loops").toSorted()).toEqual(["B", "C", "D", "E", "F", "G", "Loops", "Maps", "Tags"]);
    expect(titles("D Maps Loops")).toContain("Maps - Go");
  });

  it("lose another name that the homepage states, and most of the site's name", () => {
    const home = html("Harbour of Linden", prose("x"), '<meta property="og:site_name" content="HL Harbour">');
    const site = {
      "/": home,
      "/a": html("Berths - HL Harbour", prose("a")),
      "/b": html("Cranes - Harbour of", prose("b")),
      ...Object.fromEntries(
        ["Ropes", "Tides", "Winds"].map((one) => [`/${one}`, html(`${one} - Our Harbour of Linden`, prose(one))]),
      ),
      "/x": html("FAQ: Using Harbour of Linden", prose("y")),
      "/y": html("Trips | Linden's Harbour of Linden", prose("z")),
      "/d": html("of Linden: Boats", prose("d")),
      "/f": html("Linden: Masts", prose("f")),
      "/e": html("Harbour of Linden News: Sails", prose("e")),
    };
    expect(Object.values(outlineOf(pagesOf(site))).flat()).toEqual([
      "Ropes",
      "Tides",
      "Winds",
      "Berths",
      "Cranes",
      "Boats",
      "Harbour of Linden News: Sails",
      "Linden: Masts",
      "FAQ: Using Harbour of Linden",
      "Trips",
    ]);
  });

  it("lose the site's name with a year behind it", () => {
    expect(titlesOf("Harbour Days", "Ropes - Harbour Days 2018", "Harbour Days 2019 | Cranes", "Tides 2018")).toEqual([
      "Ropes",
      "Cranes",
      "Tides 2018",
    ]);
  });

  it("lose the site's name at the start", () => {
    expect(titlesOf("MD2K - Home", "MD2K - Team", "MD2K - News", "MD2K - Software", "MD2K:About", "A:b")).toEqual([
      "Team",
      "News",
      "Software",
      "About",
      "A:b",
    ]);
  });

  it("lose words that most of them share, without a separator", () => {
    const names = ["Avro", "Cap", "Orc", "Parquet", "Thrift"].map((name) => `${name} format spec for Harbour`);
    expect(titlesOf("Harbour", ...names)).toEqual(["Avro", "Cap", "Orc", "Parquet", "Thrift"]);
    const led = ["Boats in", "Guide to", "Ropes of", "Tides for"].map((text) => `${text} Harbour`);
    expect(titlesOf("Harbour", ...led)).toEqual(["Boats", "Guide", "Ropes", "Tides"]);
  });

  it("keep a first word that most of them share where their headings have it, too", () => {
    const names = ["Washing", "Mending", "Laying", "Selling"].map((one) => `Carpet ${one}`);
    const site = names.map((name) => [`/${name.slice(7)}`, html(name, `<h1>${name}</h1><p>${name} is our trade.</p>`)]);
    const outline = outlineOf(pagesOf({ "/": html("Sesam", prose("x")), ...Object.fromEntries(site) }));
    expect(Object.values(outline).flat().toSorted()).toEqual(names.toSorted());
  });

  it("keep a closing bracket before the words that most of them share", () => {
    const site = ["Rope", "Sail", "Mast", "Keel"].map((name) => [
      `/${name}`,
      html(`${name}(length) class reference`.replace("(", " ( ").replace(")", " )"), prose(name)),
    ]);
    const outline = outlineOf(pagesOf({ "/": html("Boats", prose("Boats")), ...Object.fromEntries(site) }));
    expect(Object.values(outline).flat().sort()).toEqual([
      "Keel ( length )",
      "Mast ( length )",
      "Rope ( length )",
      "Sail ( length )",
    ]);
  });

  it("never shrink to a single letter", () => {
    expect(titlesOf("Harbour", "Index - A", "Index - B", "Index - C", "Index - Tides")).toEqual([
      "Index - A",
      "Index - B",
      "Index - C",
      "Tides",
    ]);
  });

  it("lose a name in brackets at the end, and keep words that a middle dot joins", () => {
    const titles = ["船・帆", "潮・風", "綱・網"];
    expect(titlesOf("港湾【みなと】", ...titles.map((title) => `${title}の一覧【みなと】`), "波")).toEqual([
      ...titles.map((title) => `${title}の一覧`),
      "波",
    ]);
  });

  it("lose a final dot that nearly all of them have", () => {
    expect(titlesOf("Harbour.", "Berths.", "Cranes.", "Ropes.", "Tides.", "Winds")).toEqual([
      "Berths",
      "Cranes",
      "Ropes",
      "Tides",
      "Winds",
    ]);
    expect(titlesOf("Harbour", "Berths", "Ropes Ltd.")).toEqual(["Berths", "Ropes Ltd."]);
  });

  it("of a single letter are kept where the page's heading is that letter", () => {
    const site = ["I", "K", "Tides"].map((name) => [`/${name}`, html(`${name} - Harbour`, prose(name))]);
    const outline = outlineOf(pagesOf({ "/": html("Harbour", prose("x")), ...Object.fromEntries(site) }));
    expect(Object.values(outline).flat()).toEqual(["I", "K", "Tides"]);
  });

  it("of a single character are kept in Chinese", () => {
    expect(titlesOf("港湾", "船 - 港湾", "潮 - 港湾", "绳索 - 港湾")).toEqual(["船", "潮", "绳索"]);
  });

  it("copied from another page give way to the menu's label", () => {
    const nav = menu("Our boats /boats", "Our crew /crew");
    const copy = html("Our boats | Harbour", `${nav}<main><p>Words about the things that the club has.</p></main>`);
    const site = { "/": page("Harbour", nav), "/boats": copy, "/crew": copy };
    expect(Object.values(outlineOf(pagesOf(site))).flat()).toEqual(["Our boats", "Our crew"]);
  });

  it("copied from the page above give way to the only heading of its level", () => {
    const day = (title: string, ...headings: string[]) =>
      html(title, `<main>${headings.map((one) => `<h2>${one}</h2><p>Words of it.</p>`).join("")}</main>`);
    const site = {
      "/": page("Harbour"),
      "/days/": html("Days", prose("June 2")),
      "/days/1a": day("Days", "Ropes"),
      "/plan/one": day("Plan", "Morning", "Noon"),
      "/plan/two": day("Plan", "Evening", "Night"),
    };
    expect(
      Object.values(outlineOf(pagesOf(site)))
        .flat()
        .sort(),
    ).toEqual(["Days", "Plan (One)", "Plan (Two)", "Ropes"]);
  });

  it("copied from the homepage give way to the page's heading", () => {
    const named = (title: string, topic: string) => html(`${title} Harbour`, prose(topic));
    const others = ["Berths", "Cranes", "Ropes"].map((one) => [`/${one}`, named(one, one)]);
    const [home, copy] = [named("Welcome to", "Harbour"), named("Welcome to", "Our boats")];
    const site = { "/": home, "/boats": copy, ...Object.fromEntries(others) };
    expect(Object.values(outlineOf(pagesOf(site))).flat()).toContain("Our boats");
  });

  it("keep both of the angle quotes around words", () => {
    expect(
      titlesOf("Гавань", "О лодке «Чайка» - Гавань", "« Mouette » - Гавань", "Лодки » Гавань", "Порт - Гавань"),
    ).toEqual(["О лодке «Чайка»", "« Mouette »", "Лодки", "Порт"]);
  });

  it("taken from links lose the links' arrows", () => {
    const body = `<main><p>Words about the things that the club has.</p></main>`;
    const site = { "/": page("Harbour", "", `<a href="/1.html">» Old tides «</a>`), "/1.html": html("1.html", body) };
    expect(Object.values(outlineOf(pagesOf(site))).flat()).toEqual(["Old tides"]);
  });

  it("lose the name of their part of the site, which names the section, unless another page has the same title", () => {
    const site = {
      "/": page("Harbour"),
      "/boats/": page("Introduction - The Book of Boats"),
      "/boats/sails": page("Sails - The Book of Boats"),
      "/boats/oars": page("Oars - The Book of Boats"),
      "/nets/": page("Introduction - Net Manual"),
      "/nets/cod": page("Cod - Net Manual"),
      "/nets/eel": page("Eel - trap - Net Manual"),
      "/a": page("Tides"),
      "/b": page("Gales"),
    };
    expect(outlineOf(pagesOf(site))).toEqual({
      "The Book of Boats": ["Introduction - The Book of Boats", "Oars", "Sails"],
      "Net Manual": ["Introduction - Net Manual", "Cod", "Eel - trap"],
      Pages: ["Tides", "Gales"],
    });
  });

  it("keep a name that begins a sentence, and leading numbers", () => {
    expect(titlesOf("Harbour", "Harbour: a bridge to the sea", "21. Yüzyılda Eğitim")).toEqual([
      "Harbour: a bridge to the sea",
      "21. Yüzyılda Eğitim",
    ]);
  });

  it("that are equal get the name of their parent", () => {
    const site = {
      "/": page("Harbour"),
      "/a/notes": page("Notes"),
      "/a/x": page("Ax"),
      "/b/notes": page("Notes"),
      "/b/x": page("Bx"),
    };
    expect(Object.values(outlineOf(pagesOf(site))).flat()).toEqual(expect.arrayContaining(["Notes (A)", "Notes (B)"]));
  });

  it("that are equal keep what most links to them say, too", () => {
    const titles = { a: "Display", b: "Display", c: "Show", d: "View" };
    const pages = Object.entries(titles).flatMap(([part, title]) => {
      const nav = menu(`Display /${part}/x`, `T${part} /${part}/t`);
      return [
        [`/${part}/x`, html(title, `${nav}<main><p>Words about the things that the club has.</p></main>`)],
        [`/${part}/t`, page(`T${part}`, nav)],
      ];
    });
    const cards = Object.keys(titles).map(
      (part) => `<p><a href="/${part}/x">Display Shows all that ${part} has</a></p>`,
    );
    const site = { "/": html("Harbour", `<main>${cards.join("")}</main>`), ...Object.fromEntries(pages) };
    expect(Object.values(outlineOf(pagesOf(site))).flat()).toEqual(
      expect.arrayContaining(["Display (A)", "Display (B)", "Show", "View"]),
    );
  });

  it("that are equal without a parent get their dates, else the new words of their addresses", () => {
    const site = {
      "/": page("Harbour"),
      "/news/2024-09-14-meeting": page("Meeting"),
      "/news/2025-10-14-meeting": page("Meeting"),
      "/talks_2022": page("Talks"),
      "/talks_2023": page("Talks"),
    };
    expect(
      Object.values(outlineOf(pagesOf(site)))
        .flat()
        .sort(),
    ).toEqual(["Meeting (2024-09-14)", "Meeting (2025-10-14)", "Talks (2022)", "Talks (2023)"]);
  });

  it("are no text of links to many pages, rather the words of the address without a date", () => {
    const names = ["boats", "cranes", "ropes", "sails"].map((name) => `/shows/2024-05-01-${name}`);
    const list = names.map((path) => `<p>A show of the club. <a href="${path}">View show</a></p>`).join("");
    const show = (name: string) => html("Harbour", `<main><p>The show ${name} is open to all on Monday.</p></main>`);
    const shows = Object.fromEntries(names.map((path) => [path, show(path)]));
    expect(
      Object.values(outlineOf(pagesOf({ "/": html("Harbour", `<main>${list}</main>`), ...shows }))).flat(),
    ).toEqual(["Boats", "Cranes", "Ropes", "Sails"]);
  });

  it("that are file names give way to a link text or heading that says something else", () => {
    const nav = menu("Our boats /poo1.html", "Our sails /poo2.html");
    const file = (name: string, heading: string) =>
      html(name, `${nav}<main>${heading}<p>Words about the things that the club has.</p></main>`);
    const site = {
      "/": page("Harbour", nav),
      "/poo1.html": file("poo1.html", ""),
      "/poo2.html": file("Untitled Document", "<h2>Sails of the club</h2>"),
      "/tie_rope.html": file(
        "tie_rope",
        '<h1>tie_rope</h1><p>So. <a href="/tie_rope.html">Top of page</a></p><h1>See</h1>',
      ),
    };
    expect(Object.values(outlineOf(pagesOf(site))).flat()).toEqual(["Our boats", "Our sails", "tie_rope"]);
  });

  it("that look like a file's name are kept where the page's heading begins with them", () => {
    const body = (heading: string) => `<main><h1>${heading}</h1><p>Words of this page.</p></main>`;
    const file = (heading: string) =>
      outlineOf(pagesOf({ "/": html("Harbour", prose("x")), "/tide_app.html": html("tide_app", body(heading)) }));
    expect(Object.values(file("tide_app (harbour v0.3.10)")).flat()).toEqual(["tide_app"]);
    expect(Object.values(file("The table of tides")).flat()).toEqual(["The table of tides"]);
  });

  it("that only say a number give way to the heading that begins with it", () => {
    const numbered = (title: string, heading: string) =>
      html(title, `<main><h2>${heading}</h2><p>Words of it.</p></main>`);
    const site = {
      "/": page("Harbour"),
      "/a": numbered("Section 4.7", "4.7 Mooring"),
      "/b": numbered("A.12", "A.12 Words for sails"),
      "/c": numbered("Berth 5", "5"),
    };
    expect(Object.values(outlineOf(pagesOf(site))).flat()).toEqual(["4.7 Mooring", "A.12 Words for sails", "Berth 5"]);
  });

  it("that all pages share are replaced by headings", () => {
    expect(titlesOf("Harbour", "Harbour", "Harbour", "Harbour")).toEqual(["Topic 0", "Topic 1", "Topic 2"]);
  });

  it("that all pages share are replaced by a heading that lists repeat with a lower rank", () => {
    const names = ["Boats", "Cranes", "Ropes"];
    const teasers = names.map((name, at) => `<h3>${name}</h3><p>They are new. <a href="/p${at}">Go on</a></p>`);
    const post = (name: string) => html("Harbour", `<main><h1>${name}</h1><h2>Past ${name}</h2><p>So.</p></main>`);
    const posts = names.map((name, at) => [`/p${at}`, post(name)]);
    const list = (title: string) => html(title, `<main><h1>${title}</h1>${teasers.join("")}</main>`);
    const lists = { "/": list("Harbour"), "/a": list("Berths"), "/b": list("News") };
    expect(Object.values(outlineOf(pagesOf({ ...lists, ...Object.fromEntries(posts) }))).flat()).toEqual(
      expect.arrayContaining(names),
    );
  });

  it("that all pages share are replaced by their links where every part of a page has an h1", () => {
    const names = ["Boats", "Cranes", "Ropes"];
    const list = names.map((name) => `<p><a href="/${name}">Building ${name}</a></p>`).join("");
    const post = (name: string) =>
      html("Harbour", `<main><h1>Why ${name}?</h1><p>So.</p><h1>How ${name}?</h1><p>So.</p></main>`);
    const posts = names.map((name) => [`/${name}`, post(name)]);
    const site = { "/": html("Harbour", `<main>${list}</main>`), ...Object.fromEntries(posts) };
    expect(Object.values(outlineOf(pagesOf(site))).flat()).toEqual(names.map((name) => `Building ${name}`));
  });
});
