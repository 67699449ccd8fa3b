import { describe, expect, test } from "vitest";
import { crawlExample, html, pagesAt, sitemapOf } from "../../../test/crawl/example-site.ts";

/** A page with a menu before its content. */
const withMenu = (page: string, links: readonly string[]): string =>
  page.replace(
    "<main>",
    `<nav><ul>${links.map((to) => `<li><a href="${to}">${to}</a></li>`).join("")}</ul></nav><main>`,
  );

describe("pages that are no content", () => {
  test("a log-in form is left out, and a text about log-ins is listed", async () => {
    const form = `<html lang=en><title>Log in</title><main><form><label>Name <input type=text></label> <label>Password <input type=password></label></form></main></html>`;
    const site = { "/": html("Home", ["/login", "/docs/login"]), "/login": form, ...pagesAt(["/docs/login"]) };
    const { pages, leftOut } = await crawlExample(site);
    expect([pages, leftOut]).toEqual([["/", "/docs/login"], { "/login": "not a page" }]);
  });

  test("a short chapter is listed though every page has a search box", async () => {
    const chapter = (title: string, text: string) =>
      withMenu(`<html lang=en><title>${title}</title><main><input type=search><h1>${title}</h1><p>${text}</p></main>`, [
        "/part",
        "/next",
      ]);
    const short = "The chapters of this part tell how boats are kept.";
    const site = {
      "/": chapter("Home", short.repeat(2)),
      "/part": chapter("Part", short),
      "/next": chapter("Next", "港を守る船の話をここに書きます。".repeat(6)),
    };
    expect((await crawlExample(site)).pages).toEqual(["/", "/part", "/next"]);
  });

  test("a chapter of one sentence is listed if the search box is outside the main element, and the next is found", async () => {
    const chapter = (title: string, text: string, next: string) =>
      `<html lang=en><title>${title}</title><form><input type=search></form><main><h1>${title}</h1><p>${text}</p></main><a rel=next href="${next}"></a>`;
    const site = {
      "/": chapter("Boats", "Boats are kept in harbours. ".repeat(12), "/part"),
      "/part": chapter("Keeping", "This part tells how they are kept.", "/looking"),
      "/looking": `<html lang=en><title>Look</title><main><h1>Look</h1><input type=search></main><a rel=next href="/ropes">Ropes</a>`,
      ...pagesAt(["/ropes"]),
    };
    const { pages, leftOut } = await crawlExample(site);
    expect([pages, leftOut]).toEqual([["/", "/part", "/ropes"], { "/looking": "not a page" }]);
  });

  test("a page in the menu that is only a form is listed, though a script builds the site", async () => {
    const form = `<form><input type=text name=mail><textarea></textarea><button>Send</button></form>`;
    const page = (title: string, main: string) =>
      `<html lang=en><title>${title}</title><div id=__next><nav><a href="/a">A</a><a href="/contact">Contact</a></nav><main><h1>${title}</h1>${main}</main></div><script></script></html>`;
    const text = `<p>${"The harbour has berths for boats of all sizes. ".repeat(9)}</p>`;
    const site = {
      "/": page("Home", text),
      "/a": page("A", text.replaceAll("boats", "ships")),
      "/contact": page("Contact", form),
    };
    expect((await crawlExample(site)).pages).toEqual(["/", "/a", "/contact"]);
  });

  test("pages with the text of the site's error page are left out (soft 404)", async () => {
    const oops = html("Oops!");
    const site = { "/": html("Home", ["/a", "/b"]), ...pagesAt(["/a"]), "/b": oops, "*": oops };
    const { pages, leftOut } = await crawlExample({ ...site, "/robots.txt": "", "/sitemap.xml": "" });
    expect([pages, leftOut["/b"]]).toEqual([["/", "/a"], "error page"]);
  });

  test("pages that say that they do not exist are left out, whatever their words", async () => {
    const page = (title: string, text: string) =>
      `<html lang=en><title>${title}</title><main><h1>${title}</h1><p>${text}</p></main>`;
    const site = {
      "/": html("Home", ["/a", "/b", "/c", "/d"]),
      ...pagesAt(["/a"]),
      "/b": page("Oops!", "Sorry, we could not find what you were looking for."),
      "/c": page("Leer", "Die angeforderte Seite wurde nicht gefunden."),
      "/d": page("Lost", "The page you are looking for has been moved or does not exist."),
    };
    const { pages, leftOut } = await crawlExample(site);
    expect(pages).toEqual(["/", "/a"]);
    expect(Object.values(leftOut)).toEqual(["error page", "error page", "error page"]);
  });

  test("of an endless calendar only a few months are requested", async () => {
    const month = (n: number) => `/events/${2000 + Math.floor(n / 12)}-${(n % 12) + 1}/`;
    const page = (n: number): string =>
      html("Events", [month(n - 1), month(n + 1)]).replace(
        /<p>.*<\/p>/s,
        `<p>No events in month ${n % 12} of ${n}.</p>`,
      );
    const months = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [month(n + 100), page(n + 100)]));
    const site = { "/": html("Home", ["/about", month(200)]), ...pagesAt(["/about"]), ...months };
    const { pages, requests, leftOut } = await crawlExample(site);
    expect(pages).toContain("/about");
    expect(pages.length).toBeLessThanOrEqual(8);
    expect(requests.length).toBeLessThan(30);
    expect(Object.values(leftOut)).toContain("trap");
  });

  test("addresses that repeat themselves, sort a list or trigger an action are not requested", async () => {
    const paths = [
      "/a/b/a/b/a/b",
      "/x?sort=price",
      "/x?a=1&b=2&c=3&d=4&e=5&f=6",
      "/wp-admin/x",
      "/feed/",
      "/a?replytocom=1",
    ];
    const { pages, requests } = await crawlExample({ "/": html("Home", paths), ...pagesAt(paths) });
    expect(pages).toEqual(["/"]);
    expect(requests.filter((request) => paths.some((path) => request.endsWith(path)))).toEqual([]);
  });

  test("a page whose name ends with -source is a page; listings of source files are not requested", async () => {
    const code = `<html><body><pre>${"let rope = tie(boat);\n".repeat(20)}</pre></body></html>`;
    const site = {
      "/": html("Home", ["/open-source.html", "/boat_8h-source.html", "/src/Boat.Rope.html"]),
      ...pagesAt(["/open-source.html"]),
      "/src/Boat.Rope.html": code,
    };
    const { pages, leftOut } = await crawlExample(site);
    const listings = { "/boat_8h-source.html": "not a page", "/src/Boat.Rope.html": "not a page" };
    expect([pages, leftOut]).toEqual([["/", "/open-source.html"], listings]);
  });

  test("a page saved under a name with its query is a duplicate of the page without one", async () => {
    const site = {
      "/": html("Home", ["/a/index.html", "/a/index.html@p=7"]),
      "/a/index.html": html("A"),
      "/a/index.html@p=7": html("A"),
    };
    const { pages, leftOut } = await crawlExample(site);
    expect([pages, leftOut]).toEqual([["/", "/a/index.html"], { "/a/index.html@p=7": "duplicate of /a/index.html" }]);
  });

  test("pages that a menu in a frame links to are listed, the menu itself is not", async () => {
    const frames = `<html><title>Foundry</title><frameset><frame src="/menu"><frame src="/start"></frameset></html>`;
    const menu = `<html><title>Menu</title><a href="/bells">Bells</a><br><a href="/tuning">Tuning</a></html>`;
    const site = { "/": frames, "/menu": menu, ...pagesAt(["/start", "/bells", "/tuning"]) };
    const { pages } = await crawlExample(site);
    expect([...pages].sort()).toEqual(["/", "/bells", "/start", "/tuning"]);
  });

  test("a frame in the homepage's navigation is its menu if robots.txt allows it, and other frames are not read", async () => {
    const frames = `<nav><noscript><iframe src="/menu"></iframe></noscript></nav><iframe src="/demo"></iframe>`;
    const menu = `<html><title>Menu</title>${["/ropes", "/bells", "/tuning"].map((to) => `<a href="${to}">${to}</a>`).join("<br>")}</html>`;
    const site = {
      "/": html("Home", ["/tuning", "/other"]).replace("<main>", `${frames}<main>`),
      "/menu": menu,
      ...pagesAt(["/bells", "/ropes", "/tuning", "/demo", "/other"]),
    };
    const { pages, leftOut, requests } = await crawlExample(site);
    expect([pages, leftOut]).toEqual([["/", "/ropes", "/bells", "/tuning", "/other"], {}]);
    expect(requests.filter((request) => request.endsWith("/menu"))).toHaveLength(1);
    const closed = { ...site, "/robots.txt": "User-agent: *\nDisallow: /menu" };
    expect((await crawlExample(closed)).pages).toEqual(["/", "/tuning", "/other"]);
  });

  test("a page titled 404 or Access denied is left out; a page about such answers is listed", async () => {
    const long = html("404 - PAGE NOT FOUND").replace(
      "<ul>",
      `<p>${"Perhaps one of our other pages helps. ".repeat(40)}</p><ul>`,
    );
    const about = long.replaceAll("404 - PAGE NOT FOUND", "404 Not Found");
    const site = {
      "/": html("Home", ["/board.htm", "/status/404-answers", "/members", "/access-denied"]),
      "/board.htm": long,
      "/status/404-answers": about,
      "/members": long.replaceAll("404 - PAGE NOT FOUND", "Access denied"),
      "/access-denied": long.replaceAll("404 - PAGE NOT FOUND", "Access denied: causes"),
    };
    const { pages, leftOut } = await crawlExample(site);
    expect([pages, leftOut]).toEqual([
      ["/", "/status/404-answers", "/access-denied"],
      { "/board.htm": "error page", "/members": "error page" },
    ]);
  });

  test("an answer that names the missing address and offers other links is a soft 404", async () => {
    const sorry = (name: string, offers: string) =>
      `<title>${name} - Stores</title><h1>${name}</h1><p>We have no ${name} in our store at present.</p><p>Perhaps you meant: ${offers}</p>`;
    const site = {
      "/": html("Home", ["/a", "/old/lines"]),
      ...pagesAt(["/a"]),
      "/old/lines": sorry("old/lines", "ropes"),
      "/no-such-page-4711": sorry("no-such-page-4711", "ropes and sails"),
    };
    const { pages, leftOut } = await crawlExample(site);
    expect([pages, leftOut]).toEqual([["/", "/a"], { "/old/lines": "error page" }]);
  });

  test("a page that only redirects by script is a redirect, and a page about redirects is listed", async () => {
    const sending = (words: string) =>
      `<html><title>Redirecting…</title><body><p>${words} <a href="/new">here</a>.</p><script>location.href = "/new"</script></body></html>`;
    const site = {
      "/": html("Home", ["/old", "/alt", "/redirecting"]),
      "/old": sending("You are being redirected: click"),
      "/alt": sending("Sie werden weitergeleitet, sonst klicken Sie"),
      ...pagesAt(["/new", "/redirecting"]),
    };
    const { pages, leftOut } = await crawlExample(site);
    expect([...pages].sort()).toEqual(["/", "/new", "/redirecting"]);
    expect(leftOut).toEqual({ "/old": "redirect of /new", "/alt": "redirect of /new" });
  });

  test("a page of short sections with links in their sentences is no list; a contents page with descriptions is one", async () => {
    const of = (title: string, parts: readonly string[]) =>
      `<html lang=en><title>${title}</title><main><h1>${title}</h1>${parts.join("")}</main>`;
    const names = ["/rope", "/sail", "/oar", "/keel"];
    const sections = names.map(
      (to) =>
        `<div><h2>Use of it</h2><p>Before it is tied, the <a href="${to}">${to}</a> is held by someone else.</p></div>`,
    );
    const rows = names.map((to) => `<dt><a href="${to}">${to}</a> — a part of boats that are kept in harbours</dt>`);
    const site = {
      "/": html("Home", [...names, "/knot", "/contents"])
        .replace("<main>", "<footer>")
        .replace("</main>", "</footer>"),
      ...pagesAt(names),
      "/knot": of("Knot", sections),
      "/contents": of("Contents", ["<dl>", ...rows, "</dl>"]),
    };
    const { pages, leftOut } = await crawlExample(site);
    expect([pages, leftOut]).toEqual([["/", ...names, "/knot"], { "/contents": "list of pages" }]);
  });

  test("an alphabetical index is left out though the menu leads to it, and its links are followed", async () => {
    const letters = [..."ABCDEFGH"].map((letter) => `/words/${letter.toLowerCase()}nchor`);
    const index = `<html lang=en><title>Words</title><main><h1>Words</h1>${letters
      .map((to) => `<p>${to[7]?.toUpperCase()}</p><ul><li><a href="${to}">${to}</a></li></ul>`)
      .join("")}</main></html>`;
    const site = { "/": withMenu(html("Home"), ["/words"]), "/words": index, ...pagesAt(letters) };
    const { pages, leftOut } = await crawlExample(site);
    expect([pages, leftOut]).toEqual([["/", ...letters], { "/words": "list of pages" }]);
  });

  test("a tag with one post is a list of pages", async () => {
    const tag = `<html lang=en><title>One post tagged with "news"</title><main><h1>One post tagged with "news"</h1>
      <article><h2><a href="/posts/x">${"A harbour without a light"}</a></h2><p>${"The light on the mole was out for a week, and what the harbour did without one is told here at some length. ".repeat(3)}</p></article></main></html>`;
    const site = {
      "/": html("Home", ["/posts/x", "/news/tags/news"]),
      ...pagesAt(["/posts/x"]),
      "/news/tags/news": tag,
    };
    const { pages, leftOut } = await crawlExample(site);
    expect([pages, leftOut]).toEqual([["/", "/posts/x"], { "/news/tags/news": "list of pages" }]);
  });

  test("a page of Japanese sentences with links is no list", async () => {
    const names = ["/a", "/b", "/c", "/d"];
    const sentence = "研修では船の乗り方とその進め方を実際に体験しながら学ぶことができますので。";
    const section = (path: string) =>
      `<p>${sentence.repeat(6)}</p><p><a href="${path}">${path + "船".repeat(400)}</a></p>`;
    const plan = `<html lang=ja><title>研修</title><main><h1>研修</h1>${names.map(section).join("")}</main></html>`;
    const site = {
      "/": html("Home", ["/plan", ...names]),
      "/plan": plan.replace("lang=ja", "lang=en"),
      ...pagesAt(names),
    };
    expect((await crawlExample(site)).pages).toContain("/plan");
  });

  test("a page with a heading only, which no page but the sitemap names, is no page", async () => {
    const empty = "<html lang=en><title>Call</title><main><h1>Call</h1></main></html>";
    const named = {
      "/": html("Home", ["/a", "/named"]),
      ...pagesAt(["/a"]),
      "/named": empty,
      "/unnamed": empty.replaceAll("Call", "Fees"),
    };
    const { pages, leftOut } = await crawlExample({
      ...named,
      "/sitemap.xml": sitemapOf(["/a", "/named", "/unnamed"]),
    });
    expect([pages, leftOut]).toEqual([["/", "/a", "/named"], { "/unnamed": "not a page" }]);
  });

  test("a further page of a list is left out though its address has only a number, and a numbered chapter is listed", async () => {
    const bar = (folder: string, numbers: readonly number[]) =>
      `<nav>${numbers.map((one) => `<a href="/${folder}/${one === 1 ? "" : `${one}/`}">Page ${one}</a>`).join(" ")}</nav>`;
    const teaser = (path: string) =>
      `<article><h2><a href="${path}">About ${path}</a></h2><p>${`What ${path} says of boats begins here. `.repeat(4)}</p></article>`;
    const list = (paths: readonly string[], numbers: readonly number[]) =>
      `<html lang=en><title>News</title><main>${paths.map(teaser).join("")}</main>${bar("news", numbers)}</html>`;
    const chapter = (number: number, others: readonly number[]) =>
      html(`Chapter ${number}`, []).replace("</main>", `</main>${bar("book", others)}`);
    const posts = ["/a", "/b", "/c", "/d", "/e", "/f"];
    const site = {
      "/": html("Home", ["/news/", "/book/"]),
      "/news/": list(posts.slice(0, 3), [2]),
      "/news/2/": list(posts.slice(3), [1]),
      "/book/": chapter(1, [2, 3]),
      "/book/2/": chapter(2, [1, 3]),
      "/book/3/": chapter(3, [1, 2]),
      ...pagesAt(posts),
    };
    const { pages, leftOut } = await crawlExample(site);
    expect(leftOut).toEqual({ "/news/2/": "list of pages" });
    expect(new Set(pages)).toEqual(new Set(["/", "/news/", "/book/", "/book/2/", "/book/3/", ...posts]));
  });

  test("a printed version is a duplicate, and a form for each page is left out", async () => {
    const text = [1, 2, 3, 4].map(
      (n) => `<p>Paragraph ${n} on ropes says at some length what no other page of this site says.</p>`,
    );
    const page = (title: string) =>
      `<html lang=en><title>${title}</title><main><h1>${title}</h1>${text.join("")}</main></html>`;
    const form = "<html lang=en><title>Tell a friend</title><main><form>Send to <input name=to></form></main></html>";
    const site = {
      "/": html("Home", ["/ropes/"]),
      "/ropes/": page("Ropes").replace(
        "</main>",
        '<a href="/paper/ropes/">Paper</a> <a href="/tell?page=ropes">Tell</a></main>',
      ),
      "/paper/ropes/": page("Ropes (print)"),
      "/tell?page=ropes": form,
    };
    const { pages, leftOut } = await crawlExample(site);
    expect(pages).toEqual(["/", "/ropes/"]);
    expect(leftOut).toEqual({ "/paper/ropes/": "duplicate of /ropes/", "/tell?page=ropes": "not a page" });
  });

  test("of a calendar whose empty pages differ in names of months and days only a few are requested", async () => {
    const months = "january february march april may june july august september october november december".split(" ");
    const at = (n: number) => `/events/${months[n % 12]}-${1990 + Math.floor(n / 12)}`;
    const month = (n: number) =>
      html(`Events in ${months[n % 12]}`, [at(n - 1), at(n + 1)]).replace(
        /<p>.*<\/p>/s,
        `<p>No events in ${months[n % 12]}.</p>`,
      );
    const calendar = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [at(n + 1), month(n + 1)]));
    const { pages, requests } = await crawlExample({
      "/": html("Home", [at(150), "/fair"]),
      ...pagesAt(["/fair"]),
      ...calendar,
    });
    expect(pages).toContain("/fair");
    expect(pages.length).toBeLessThanOrEqual(8);
    expect(requests.length).toBeLessThan(40);
  });

  test("a copy of the homepage under another title is a duplicate", async () => {
    const home = html("Home", ["/start.html", "/a"]).replace(
      "<ul>",
      `<p>${"The harbour is open all year. ".repeat(9)}</p><ul>`,
    );
    const site = { "/": home, "/start.html": home.replace("<title>Home", "<title>Welcome | Home"), ...pagesAt(["/a"]) };
    const { pages, leftOut } = await crawlExample(site);
    expect([pages, leftOut]).toEqual([["/", "/a"], { "/start.html": "duplicate of /" }]);
  });

  test("a server's folder listing and a page that is still loading are left out", async () => {
    const site = {
      "/": html("Home", ["/files/", "/app"]),
      "/files/":
        '<title>Index of /files</title><h1>Index of /files</h1><pre><a href="?C=N;O=D">Name</a> <a href="a.zip">a.zip</a></pre>',
      "/app": "<title>App</title><div>Loading…</div>",
    };
    expect((await crawlExample(site)).pages).toEqual(["/"]);
  });

  test("menus and banners of a frameset are left out", async () => {
    const frames = (page: string) =>
      `<html><title>Club</title><frameset><frame src="/menu"><frame src="/banner"><frame src="${page}"></frameset></html>`;
    const menu = `<html><title>Master list</title><h3>Jumps</h3>${["/jumps", "/fun", "/people", "/prices"].map((to) => `<p><a href="${to}">${to}</a> for all members</p>`).join("")}</html>`;
    const site = {
      "/": frames("/start"),
      "/menu": menu,
      "/banner": "<html><title>Banner</title><h1>Club of jumpers</h1></html>",
      ...pagesAt(["/start", "/jumps", "/fun", "/people", "/prices"]),
    };
    expect([...(await crawlExample(site)).pages].sort()).toEqual([
      "/",
      "/fun",
      "/jumps",
      "/people",
      "/prices",
      "/start",
    ]);
  });
});
