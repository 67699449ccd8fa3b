import { describe, expect, it } from "vitest";
import { html, pagesOf, prose, SITE } from "./fixtures/small-site.ts";
import { documentOf } from "./render.ts";

describe("the site's name", () => {
  it.each([
    ["“Harbour”", "Harbour"],
    ["Harbour - Home", "Harbour"],
    ["Harbour //", "Harbour"],
    ["Ann Oar's Homepage", "Ann Oar's Homepage"],
    ["Welcome to the Harbour", "Harbour"],
    ["Introduction — Harbour 0.4 documentation", "Harbour"],
    ["Overview (Harbour 1.0-SNAPSHOT API)", "Overview (Harbour 1.0-SNAPSHOT API)"],
    ["0.4 documentation — Harbour 0.4 documentation", "Harbour"],
    ["Top (Harbour (version 7.3.0))", "Harbour"],
    ["Top (Harbour: a port)", "Harbour: a port"],
    ["目次 — Harbour 12.18 ドキュメント", "Harbour"],
  ])("of %s is %s", (title, name) => {
    const shared = / — .*| \(Harbour(?: \(|:).*/.exec(title)?.[0] ?? "";
    const others = ["Berths", "Cranes", "Ropes", "Boats"].map((one) => [`/${one}`, html(one + shared, prose(one))]);
    expect(
      documentOf(pagesOf({ "/": html(title, "<main><p>Words.</p></main>"), ...Object.fromEntries(others) })).name,
    ).toBe(name);
  });

  it("is the homepage's heading, if the other titles have it", () => {
    const title = (name: string) => `${name} (Harbour (version 3.1.0))`;
    const others = ["Berths", "Cranes", "Ropes"].map((one) => [`/${one}`, html(title(one), prose(one))]);
    const home = html(title("Top"), "<main><h1>Harbour</h1><p>Words.</p></main>");
    expect(documentOf(pagesOf({ "/": home, ...Object.fromEntries(others) })).name).toBe("Harbour");
  });

  it("is not the heading of the homepage that is another page's title", () => {
    const home = html("Virtual tours in Linden |", "<main><h1>The Winery</h1><p>Words.</p></main>");
    const site = { "/": home, "/winery": html("The Winery", prose("Wine")), "/a": html("Berths", prose("Berths")) };
    expect(documentOf(pagesOf(site)).name).toBe("Virtual tours in Linden");
  });

  it("is its stated name, if others show it and the homepage is only called Home, in whatever language", () => {
    const head = '<meta property="og:site_name" content="Harbour">';
    const home = html("Trang chủ", "<main><p>Words.</p></main>", head);
    const site = { "/": home, "/a": html("About Harbour", prose("Us")), "/b": html("Berths", prose("Berths")) };
    expect(documentOf(pagesOf(site)).name).toBe("Harbour");
  });

  it("is what breadcrumbs call the homepage, if its title and most others contain it", () => {
    const trail = '<nav aria-label="breadcrumb"><a href="/">HarbourClub</a> <a href="/a">Berths</a></nav>';
    const others = ["Ropes", "Tides", "Winds"].map((one) => [
      `/${one}`,
      html(`${one} for the HarbourClub's crew`, `${trail}${prose(one)}`),
    ]);
    const home = html("Berths, ropes and more at HarbourClub!", "<main><p>Words.</p></main>");
    expect(documentOf(pagesOf({ "/": home, ...Object.fromEntries(others) })).name).toBe("HarbourClub");
  });

  it("is the page's stated name, if the page also shows it", () => {
    const head = '<meta property="og:site_name" content="Harbour Club"><meta property="og:title" content="x">';
    expect(documentOf(pagesOf({ "/": html("Harbour Club – Sailing since 1902", prose("x"), head) })).name).toBe(
      "Harbour Club",
    );
  });

  const nameAt = (origin: string, home: string, others: Readonly<Record<string, string>>) => {
    const pages = pagesOf({ "/": home, ...others }).map((one) => ({ ...one, url: one.url.replace(SITE, origin) }));
    return documentOf(pages).name;
  };
  const named = (name: string) => html(name, prose("x"), `<meta property="og:site_name" content="${name}">`);

  it("is the part of the stated name that the address has, too", () => {
    expect(nameAt("https://www.harbour-club.test", named("Harbour Club - Open-air sailing"), {})).toBe("Harbour Club");
    expect(nameAt("https://club.test", named("Harbour - Sailing"), {})).toBe("Harbour - Sailing");
  });

  it("is not what one of many titles shares with the homepage's by chance, but its first part or its address", () => {
    const others = Object.fromEntries(
      ["Berths", "Cranes", "Ropes", "Boats", "Tides | Linden on Sea"].map((one) => [
        `/${one.slice(0, 3)}`,
        html(one, prose(one)),
      ]),
    );
    const home = html("Harbour Week 2025 | Linden on Sea", "<main><p>Words.</p></main>");
    expect(nameAt(SITE, home, others)).toBe("Harbour Week 2025");
    expect(nameAt("https://linden-on-sea.test", home, others)).toBe("Linden on Sea");
  });

  it("is written as the homepage writes it, not as a breadcrumb does", () => {
    const trail = '<nav aria-label="breadcrumb"><a href="/">harbour-club</a> <a href="/a">Berths</a></nav>';
    const others = Object.fromEntries(
      ["Ropes", "Tides"].map((one) => [`/${one}`, html(`${one} of the Harbour Club's crew`, trail + prose(one))]),
    );
    const home = html("Home", "<main><h1>Harbour Club</h1><p>Words.</p></main>");
    expect(documentOf(pagesOf({ "/": home, ...others })).name).toBe("Harbour Club");
  });

  it("is what the link calls it that leads back from most pages, if the homepage says nothing", () => {
    const back = (text: string) => `<nav><a href="/">${text}</a> <a href="/a">Berths</a></nav>`;
    const pages = (text: string) =>
      Object.fromEntries(["Berths", "Cranes", "Ropes"].map((one) => [`/${one}`, html(one, back(text) + prose(one))]));
    const home = html("", "<main><p>Words.</p></main>");
    expect(documentOf(pagesOf({ "/": home, ...pages("Ann Oar") })).name).toBe("Ann Oar");
    expect(documentOf(pagesOf({ "/": home, ...pages("Home") })).name).toBe("x.test");
  });
});
