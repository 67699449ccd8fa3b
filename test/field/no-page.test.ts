// Pages that must be left out, and similar ones that must not, after reports to authors of crawlers.
import type { SiteAnswer } from "../servers/site.ts";
import { home, links, moved, page, pages, testCases, text } from "./field.ts";

/** Answers any address by its path and query; undefined is 404. */
const any = (answer: (url: URL) => string | undefined): Record<string, SiteAnswer> => ({
  "*": ({ url = "/" }, response) => {
    const isProbe = /robots|sitemap|llms|\.md$/.test(url);
    const body = isProbe ? undefined : answer(new URL(url, "http://site.test"));
    response.writeHead(body === undefined ? 404 : 200, { "content-type": "text/html; charset=utf-8" }).end(body);
  },
});
const monthAt = (from: number, by: number) =>
  `${Math.floor((from + by) / 12)}-${String(((from + by) % 12) + 1).padStart(2, "0")}`;
const archive = (title: string, ...posts: readonly string[]) =>
  page(
    title,
    posts.map((path) => `<article><h2><a href="${path}">${path.slice(1)}</a></h2>${text(path, 1)}</article>`).join(""),
  );

testCases([
  {
    name: "soft 404s are left out, a page about missing pages is listed",
    site: () => ({
      "/": home("/a", "/b", "/c", "/d", "/e", "/novel", "/status-404"),
      "/a": page("Seite nicht gefunden", "<p>Die Seite gibt es nicht.</p>"),
      "/b": page("Page introuvable", "<p>Cette page n’existe pas.</p>"),
      "/c": page("Página no encontrada", "<p>La página no existe.</p>"),
      "/d": page("Страница не найдена", "<p>Такой страницы нет.</p>"),
      "/e": page("Sorry", "<p>We could not find what you are looking for.</p>"),
      "/novel": page("The queen who was not found", text("novel", 12)),
      "/status-404": page("Status 404", text("status", 12)),
    }),
    listed: ["/novel", "/status-404"],
  },
  {
    name: "dead links are left out if the site answers a made-up address in the same words",
    site: () =>
      any(({ pathname }) => {
        if (pathname === "/") return home("/wax", "/comb", "/gone", "/lost/for/ever");
        const title = { "/wax": "Wax", "/comb": "Comb" }[pathname];
        return title
          ? page(title, text(title))
          : page(
              "Buzz!",
              `<p>The hive is empty at ${pathname.length} o'clock. The bees have moved on to a better meadow.</p>`,
            );
      }),
    listed: ["/wax", "/comb"],
  },
  {
    name: "dead links are left out though title, heading and suggestions name their address",
    site: () =>
      any(({ pathname }) => {
        if (pathname === "/") return home("/wax", "/comb", "/gone", "/a-long-list-of-old-hives");
        const title = { "/wax": "Wax", "/comb": "Comb" }[pathname];
        if (title !== undefined) return page(title, text(title));
        const name = pathname.slice(1);
        const near = links(...(name.length % 2 === 0 ? ["/wax", "/comb"] : ["/comb"]));
        return page(
          `${name} - Bee garden`,
          `<p>We have no ${name} in the garden this year.</p><p>Perhaps you meant:</p>${near}`,
          { h1: name },
        );
      }),
    listed: ["/wax", "/comb"],
  },
  {
    name: "pages that only redirect by script or still load are left out, their targets are listed",
    site: () => {
      const script = (to: string) => `<script>location.replace("${to}")</script>`;
      return {
        "/": home("/a", "/b", "/c", "/on-redirects"),
        "/a": page(
          "Redirecting…",
          `<p>You are being redirected to <a href="/one">the new page</a>.</p>${script("/one")}`,
        ),
        "/b": page(
          "Weiterleitung",
          `<p>Falls nichts passiert, klicken Sie <a href="/two">hier</a>.</p>${script("/two")}`,
        ),
        "/c": page("Loading…", '<div class="spinner">Loading…</div>', { h1: "" }),
        ...pages({ "/one": "One", "/two": "Two", "/on-redirects": "Redirecting old addresses" }),
      };
    },
    listed: ["/one", "/two", "/on-redirects"],
  },
  {
    name: "a server's list of files is left out",
    site: () => ({
      "/": home("/files/", "/wax"),
      "/files/":
        '<title>Index of /files</title><h1>Index of /files</h1><pre><a href="?C=N;O=D">Name</a> <a href="?C=M;O=A">Last modified</a><hr><a href="/">Parent Directory</a>\n<a href="a.zip">a.zip</a> 2026-05-01 12K</pre>',
      ...pages({ "/wax": "Wax" }),
    }),
    listed: ["/wax"],
  },
  {
    name: "dead links are left out if they show the homepage or redirect to an error page",
    site: () => {
      const start = home("/wax", "/gone", "/lost", "/away");
      const rest = any(({ pathname }) => (pathname === "/404" ? page("404", "<p>The bees are lost.</p>") : start));
      return { ...rest, "/lost": moved("/404"), "/away": moved("/"), ...pages({ "/wax": "Wax" }) };
    },
    listed: ["/wax"],
  },
  {
    name: "at most a dozen months of an endless calendar are listed",
    site: () =>
      any(({ pathname, searchParams }) => {
        if (pathname === "/") return home("/about", ["/bees/2026-05", "Month"], ["/dates?y=2026&m=5", "Dates"]);
        if (pathname === "/about") return page("About", text("about"));
        const [y, m] = (/^\/bees\/(\d+)-(\d+)$/.exec(pathname) ?? []).slice(1).map(Number);
        const at =
          y === undefined
            ? Number(searchParams.get("y")) * 12 + Number(searchParams.get("m")) - 1
            : y * 12 + Number(m) - 1;
        const to = (by: number) =>
          y === undefined
            ? `/dates?${monthAt(at, by).replace(/(\d+)-0?(\d+)/, "y=$1&m=$2")}`
            : `/bees/${monthAt(at, by)}`;
        return page(
          `Month ${monthAt(at, 0)}`,
          `<p>No swarm is expected.</p><a href="${to(-1)}">Before</a> <a href="${to(1)}">After</a>`,
        );
      }),
    args: ["--max-pages", "150"],
    says: ["[About]"],
    never: [/(?:\/(?:bees\/|dates\?)(?:[^\n]*\n){1,3}){26}/],
    requests: 90,
  },
  {
    name: "short numbered pages with their own text are listed",
    site: () => {
      const parts = ["frame", "roof", "floor", "gate", "feeder", "lid", "comb", "smoker"];
      const codes = parts.map(
        (part, at) =>
          [
            `/codes/${at + 1}`,
            page(`Code ${at + 1}`, `<p>The ${part} is stuck. Lift the ${part} and clean it.</p>`),
          ] as const,
      );
      return {
        "/": home(["/codes/", "Codes"]),
        "/codes/": page("Codes", `<p>What the scale shows.</p>${links(...codes.map(([path]) => path))}`),
        ...Object.fromEntries(codes),
      };
    },
    says: ["/codes/1)", "/codes/4)", "/codes/8)"],
  },
  {
    name: "sorted lists, views and tokens of a list are not listed",
    site: () =>
      any(({ pathname, searchParams }) => {
        const at = Number(searchParams.get("page") ?? 1);
        if (pathname === "/") return home("/jars", "/about");
        if (pathname === "/about") return page("About", text("about"));
        if (pathname === "/jars/lime" || pathname === "/jars/clover")
          return page(`Jar of ${pathname.slice(6)}`, text(pathname));
        if (pathname !== "/jars") return undefined;
        const more = [
          [`/jars?page=${at + 1}`, "Next"],
          [`/jars?sort=price&page=${at}`, "By price"],
          [`/jars?view=grid&sort=name`, "Grid"],
          [`/jars?token=${Math.random()}`, "Again"],
        ] as const;
        return page(
          "Jars",
          (at < 3 ? text(`jars${at}`, 2) : "<p>No more jars.</p>") + links("/jars/lime", "/jars/clover", ...more),
        );
      }),
    args: ["--max-pages", "80"],
    listed: ["/jars", "/jars/lime", "/jars/clover", "/about"],
    requests: 90,
  },
  {
    name: "tags, authors, months, and print, share and short addresses of a page are not listed",
    site: () => {
      const post = (path: string, title: string) =>
        page(
          title,
          text(path, 6) +
            links(
              [`${path}?print=1`, "Print"],
              [`${path}?replytocom=4#respond`, "Reply"],
              [`${path}?share=x`, "Share"],
              "/tag/wax/",
              "/author/ann/",
              ["/2026/05/", "May"],
            ),
          { head: `<link rel="canonical" href="${path}">` },
        );
      const both = ["/swarm/", "/comb/"] as const;
      return {
        "/": home(...both),
        "/swarm/": post("/swarm/", "A swarm in May"),
        "/comb/": post("/comb/", "Comb without frames"),
        "/tag/wax/": archive("Tag: wax", ...both),
        "/author/ann/": archive("Posts by Ann", ...both),
        "/2026/05/": archive("May 2026", ...both),
      };
    },
    listed: ["/swarm/", "/comb/"],
  },
  {
    name: "a tag that shows one post in full and further pages of posts are not listed beside the posts",
    site: () => {
      const post = (path: string) =>
        `<article><header><h2><a href="${path}">${path.slice(1)}</a></h2></header>${text(path, 9).replaceAll(". ", ".</p><p>")}</article>`;
      const list = (title: string, ...paths: readonly string[]) => page(title, paths.map(post).join(""), { h1: "" });
      const own = (path: string) => page(path.slice(1), text(path, 9).replaceAll(". ", ".</p><p>"));
      return {
        "/": page("Bee news", `<p>News for bees.</p>${links("/tags/wax", "/melting", "/more")}`),
        "/more": page("More", text("more") + links("/index2.html", "/swarming", "/feeding", "/tags/food")),
        "/tags/wax": list("Tagged wax", "/melting"),
        "/tags/food": list("Tagged food", "/feeding"),
        "/index2.html": list("Bee news", "/swarming", "/feeding"),
        ...Object.fromEntries(["/melting", "/swarming", "/feeding"].map((path) => [path, own(path)])),
      };
    },
    listed: ["/more", "/melting", "/swarming", "/feeding"],
  },
  {
    name: "tags at the foot of posts on the homepage are not its menu",
    site: () => {
      const posts = ["/melting", "/swarming", "/feeding"];
      const foot = (path: string) => `<div class="meta"><a href="/tag${path}.html">${path.slice(4)}</a></div>`;
      const post = (path: string) =>
        `<article><h2><a href="${path}">${path.slice(1)}</a></h2>${text(path)}${foot(path)}</article>`;
      return {
        "/": page("Bee news", posts.map(post).join(""), { h1: "" }),
        ...pages(Object.fromEntries(posts.map((path) => [path, path.slice(1)]))),
        ...Object.fromEntries(posts.map((path) => [`/tag${path}.html`, page(`Tag: ${path.slice(4)}`, links(path))])),
      };
    },
    listed: ["/melting", "/swarming", "/feeding"],
  },
  {
    name: "robots fields for another robot do not count, a plain one behind them does",
    site: () => {
      const only = (title: string, robots: string | string[]) => ({
        headers: { "content-type": "text/html", "x-robots-tag": robots },
        body: page(title, text(title)),
      });
      return {
        "/": home("/a", "/b", "/c"),
        "/a": only("A", "otherbot: noindex, nofollow"),
        "/b": only("B", ["otherbot: nofollow", "noindex"]),
        "/c": only("C", ["all", "otherbot: noindex"]),
      };
    },
    listed: ["/a", "/c"],
  },
  {
    name: "a page that is only an iframe of its site is read as the page in it",
    site: () => ({
      "/": home("/tides", "/film"),
      "/tides": '<title>Tides</title><iframe src="/old/tides.htm" width="100%" height="100%"></iframe>',
      "/old/tides.htm": page("Tides of May", text("tides")),
      "/film": page("Film", `${text("film")}<iframe src="/player"></iframe>`),
      "/player": page("Player", text("player")),
    }),
    listed: ["/old/tides.htm", "/film"],
  },
  {
    name: "pages inside frames are listed, also in nested frames",
    site: () => ({
      "/": "<title>Apiary</title><frameset cols=20%,*><frame src=menu.html><frame src=start.html><noframes>Needs frames.</noframes></frameset>",
      "/menu.html": "<title>Menu</title><a href=queen.html>Queen</a> <a href=/comb/>Comb</a>",
      "/comb/": "<title>Comb</title><frameset rows=10%,*><frame src=bar.html><frame src=cells.html></frameset>",
      "/comb/bar.html": "<a href=cells.html>Cells</a> <a href=honey.html>Honey</a>",
      ...pages({
        "/start.html": "Welcome",
        "/queen.html": "The queen",
        "/comb/cells.html": "Cells",
        "/comb/honey.html": "Honey",
      }),
    }),
    listed: ["/start.html", "/queen.html", "/comb/cells.html", "/comb/honey.html"],
    says: ["# Apiary"],
    never: [/Needs frames/],
  },
  {
    name: "log-ins, consent walls, searches and empty apps are left out, a page on how to log in is listed",
    site: () => {
      const login = page(
        "Members",
        '<form><input name="u"><input type="password" name="p"><button>Sign in</button></form>',
      );
      return {
        "/": home("/members", "/orders", "/news", "/search?q=bee", "/app", "/help/login"),
        "/members": login,
        "/login": login,
        "/orders": moved("/login?to=/orders"),
        "/news": page(
          "Before you continue",
          "<p>We and our 512 partners store information on your device with your consent.</p><button>Accept all</button><button>Reject all</button>",
        ),
        "/search": page("Results for bee", '<form role="search"><input name="q" value="bee"></form><p>1 result</p>'),
        "/app":
          '<title>App</title><script src="/app.js"></script><noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div>',
        "/help/login": page("How to log in", text("help", 8)),
      };
    },
    listed: ["/help/login"],
  },
  {
    name: "a firewall's challenges are left out, a page about challenges is listed",
    site: () => {
      const challenge =
        '<title>Just a moment...</title><div id="challenge-error-text">Enable JavaScript and cookies to continue</div><script>window._cf_chl_opt={}</script>';
      return {
        "/": home("/a", "/b", "/robots-and-bees"),
        "/a": challenge,
        "/b": { status: 403, body: challenge },
        ...pages({ "/robots-and-bees": "How challenges work" }),
      };
    },
    listed: ["/robots-and-bees"],
  },
  {
    name: "growing relative links and sessions in addresses do not make a crawl endless",
    site: () =>
      any(({ pathname }) => {
        const path = pathname.replace(/;jsessionid=\w+/i, "");
        const session = () => `;jsessionid=${Math.random().toString(16).slice(2)}`;
        if (path === "/") return home("/wiki/", [`/shop${session()}`, "Shop"]);
        if (path.startsWith("/wiki/"))
          return page("Wiki", `${text("wiki")}<a href="wiki/start">Start</a> <a href="./wiki/">Wiki</a>`);
        return path === "/shop" || path === "/jar"
          ? page(
              path.slice(1),
              text(path) + links([`/jar${session()}`, "Jar"], [`/shop${session()}?utm_source=x`, "Shop"]),
            )
          : undefined;
      }),
    args: ["--max-pages", "60"],
    listed: ["/wiki/", "/shop", "/jar"],
    requests: 50,
  },
]);
