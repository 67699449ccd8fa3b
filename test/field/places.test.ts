// Order, sections, languages, versions and addresses of pages, from public bug reports.
import { home, links, moved, page, pages, raw, testCases, text } from "./field.ts";

const menu = (...to: readonly (readonly [string, string])[]) => `<nav>${links(...to)}</nav>`;
const alternates = (urls: Readonly<Record<string, string>>) =>
  Object.entries(urls)
    .map(([lang, url]) => `<link rel="alternate" hreflang="${lang}" href="${url}">`)
    .join("");
const METALS = ["Zinc", "Tin", "Lead", "Gold"] as const;

testCases([
  ...(["ol", "cards", "terms", "table", "sentence"] as const).map((form) => ({
    name: `pages stand in the homepage's order: ${form}`,
    site: () => {
      const anchors = METALS.map((name) => `<a href="/${name.toLowerCase()}">${name}</a>`);
      const lists = {
        ol: `<ol>${anchors.map((one) => `<li>${one}</li>`).join("")}</ol>`,
        cards: anchors.map((one) => `<div class="card"><h3>${one}</h3>${text(one, 1)}</div>`).join(""),
        terms: `<dl>${anchors.map((one) => `<dt>${one}</dt><dd>A metal.</dd>`).join("")}</dl>`,
        table: `<table><tr><th>Metal</th></tr>${anchors.map((one) => `<tr><td>${one}</td></tr>`).join("")}</table>`,
        sentence: `<p>Read ${anchors.join(", then ")} to learn all about metals.</p>`,
      };
      return {
        "/": page("Metals", `<p>Of metals.</p>${lists[form]}`),
        ...pages(Object.fromEntries(METALS.map((name) => [`/${name.toLowerCase()}`, name]))),
      };
    },
    inOrder: METALS.map((name) => `/${name.toLowerCase()}`),
  })),
  {
    name: "the columns of a menu become sections, in its order",
    site: () => {
      const columns = { Tools: ["Smoker", "Chisel", "Brush"], Clothes: ["Veil", "Gloves", "Boots"] };
      const paths = new Map(
        Object.values(columns)
          .flat()
          .map((name, at) => [name, `/p${90 - 7 * at}`]),
      );
      const column = ([title, names]: readonly [string, readonly string[]]) =>
        `<div><h3>${title}</h3>${links(...names.map((name) => [paths.get(name) ?? "", name] as const))}</div>`;
      const before = `<nav>${Object.entries(columns).map(column).join("")}</nav>`;
      return {
        "/": page("Shop", "<p>All for bees.</p>", { before }),
        ...Object.fromEntries([...paths].map(([name, path]) => [path, page(name, text(name), { before })])),
      };
    },
    inOrder: ["/p90", "/p83", "/p76", "/p69", "/p62", "/p55"],
    says: [/## Tools\n[^#]*## Clothes\n/],
  },
  {
    name: "of the main menu only legal pages are Optional",
    site: () => {
      const items = [
        ["/archive", "The archive of maps"],
        ["/press", "The press of 1650"],
        ["/careers", "Careers of captains"],
        ["/old", "Old masters"],
        ["/imprint", "Impressum"],
        ["/privacy", "Mentions légales"],
      ] as const;
      return {
        "/": page("Museum", "<p>A museum.</p>", { before: menu(...items) }),
        ...Object.fromEntries(
          items.map(([path, title]) => [path, page(title, text(path), { before: menu(...items) })]),
        ),
      };
    },
    inOrder: ["/archive", "/press", "/careers", "/old", "/imprint", "/privacy"],
    says: [/\/old\)[^#]*## Optional\n\n- \[Impressum\]/],
  },
  ...(["/guide/intro", "/guide/v2.1", "/guide/Main_Page"] as const).map((at) => ({
    name: `a typed page stands for its folder: ${at}`,
    site: () => {
      const paths = ["/guide/next", "/guide/last", at, "/about"] as const;
      const before = menu(...paths.map((path) => [path, `To ${path.split("/").at(-1)}`] as const));
      return {
        "/": home(...paths),
        ...Object.fromEntries(
          paths.map((path) => [path, page(`On ${path.split("/").at(-1)}`, text(path), { before })]),
        ),
      };
    },
    at,
    says: [/\/guide\/next\)[\s\S]*\/guide\/last\)[\s\S]*## Optional\n[\s\S]*\/about\)/],
  })),
  {
    name: "short words in addresses are not taken for languages",
    site: () => {
      const titles = {
        "/is-it-safe": "Safety",
        "/de-icing": "De-icing",
        "/es-modules": "Modules",
        "/no-code": "No code",
        "/guides/ar": "AR",
      };
      return { "/": page("Choose your topic", links(...Object.keys(titles))), ...pages(titles) };
    },
    listed: ["/is-it-safe", "/de-icing", "/es-modules", "/no-code", "/guides/ar"],
  },
  {
    name: "languages are recognised by hreflang and ?lang=",
    site: (origin) => {
      const pair = (n: string) =>
        alternates({ en: `${origin}/a${n}`, de: `${origin}/b${n}`, "x-default": `${origin}/a${n}` });
      const of = (n: string) => ({
        [`/a${n}`]: page(`Bees ${n}`, text(`a${n}`), { head: pair(n) }),
        [`/b${n}`]: page(`Bienen ${n}`, text(`b${n}`), { head: pair(n), lang: "de" }),
      });
      const switches = links(["/hive?lang=en", "English"], ["/hive?lang=de", "Deutsch"]);
      return {
        "/": home("/a1", "/b1", "/a2", "/b2", "/hive"),
        ...of("1"),
        ...of("2"),
        "/hive": ({ url = "" }, response) => {
          const lang = url.includes("=de") ? "de" : "en";
          response.setHeader("content-type", "text/html");
          response.end(page(lang === "de" ? "Stock" : "Hive", text(lang) + switches, { lang }));
        },
      };
    },
    listed: ["/a1", "/a2", "/hive"],
  },
  {
    name: "of several regions only the homepage's is listed",
    site: (origin) => {
      const regions = ["en-us", "en-gb", "en-au"];
      const head = (rest: string) =>
        alternates(Object.fromEntries(regions.map((region) => [region, `${origin}/${region}/${rest}`])));
      const of = (region: string) => ({
        [`/${region}/`]: page(
          "Bees",
          `<p>Of bees.</p>${links(`/${region}/wax`, ...regions.map((one) => `/${one}/`))}`,
          { lang: region, head: head("") },
        ),
        [`/${region}/wax`]: page(`Wax ${region === "en-us" ? "color" : "colour"}`, text("wax"), {
          lang: region,
          head: head("wax"),
        }),
      });
      return { "/": moved("/en-us/"), ...Object.assign({}, ...regions.map(of)) };
    },
    listed: ["/en-us/wax"],
  },
  {
    name: "only the typed version is listed",
    at: "/docs/1.9/",
    args: ["--scope", "path"],
    site: () => {
      const versions = ["latest", "2.0", "1.9", "next"];
      const of = (version: string) => ({
        [`/docs/${version}/`]: page(
          `Docs ${version}`,
          links(`/docs/${version}/use`, ...versions.map((one) => `/docs/${one}/`)),
        ),
        [`/docs/${version}/use`]: page("Use", text(version)),
      });
      return { "/": home("/docs/latest/"), ...Object.assign({}, ...versions.map(of)) };
    },
    listed: ["/docs/1.9/use"],
  },
  {
    name: "links are resolved against <base> as browsers do",
    site: (origin) => ({
      "/": home("/a/", "/b/", "/c/", "/d/"),
      "/a/": page("Base a", `${text("a")}<a href="x1">Go</a>`, { head: '<base href="/root">' }),
      "/b/": page("Base b", `${text("b")}<a href="x2">Go</a>`, {
        head: '<base target="_top"><base href=" /root/ "><base href="/no/">',
      }),
      "/c/": page("Base c", `${text("c")}<a href="x3">Go</a>`, { head: '<base href="sub/">' }),
      "/d/": page("Base d", `${text("d")}<a href="x4">Go</a>`, {
        head: `<base href="${origin.replace("http:", "")}/root/">`,
      }),
      ...pages({ "/x1": "One", "/root/x2": "Two", "/c/sub/x3": "Three", "/root/x4": "Four" }),
    }),
    listed: ["/a/", "/b/", "/c/", "/d/", "/x1", "/root/x2", "/c/sub/x3", "/root/x4"],
  },
  {
    name: "unusual links are resolved as browsers do",
    site: (origin) => ({
      "/": home(
        [`${origin.replace("http:", "")}/a`, "A"],
        ["\\b\\x", "B"],
        ["/c\n\t/d", "C"],
        ["  /e ", "E"],
        ["http:/f", "F"],
        ["http:g", "G"],
        [`${origin.replace("http", "HTTP")}/h`, "H"],
        ["&#x2F;i", "I"],
        ["javascript:alert(1)", "No"],
        ["http://", "No"],
        ["http://[no", "No"],
        ["/#/a", "No"],
      ),
      ...pages({ "/a": "A", "/b/x": "B", "/c/d": "C", "/e": "E", "/f": "F", "/g": "G", "/h": "H", "/i": "I" }),
    }),
    listed: ["/a", "/b/x", "/c/d", "/e", "/f", "/g", "/h", "/i"],
  },
  {
    name: "all variants of a page's address are listed once",
    site: () => {
      const [about, docs] = [page("About", text("about")), page("Docs", text("docs"))];
      return {
        "/": home(
          ["/docs", "D"],
          ["/docs/", "D"],
          ["/docs/index.html", "D"],
          ["/x/../docs?", "D"],
          ["/%C3%BCber", "U"],
          ["/%c3%bcber", "U"],
          ["/über", "U"],
          ["/Up", "Up"],
          ["/up", "up"],
        ),
        ...{ "/docs": docs, "/docs/": docs, "/docs/index.html": docs, "/%C3%BCber": about, "/%c3%bcber": about },
        ...pages({ "/Up": "Upper", "/up": "Lower" }),
      };
    },
    listed: ["/docs", "/%C3%BCber", "/Up", "/up"],
  },
  {
    name: "a page with a wrong canonical address is listed",
    site: (origin) => {
      const of = (path: string, canonical: string) => ({
        [path]: page(`On ${path}`, text(path), { head: `<link rel="canonical" href="${canonical}">` }),
      });
      return {
        "/": home("/a", "/b", "/c", "/d"),
        ...of("/a", `${origin}/`),
        ...of("/b", "https://staging.invalid/b"),
        ...of("/c", "/gone"),
        ...of("/d", ""),
      };
    },
    listed: ["/a", "/b", "/c", "/d"],
  },
  {
    name: "robots.txt is read with a byte order mark, CRLF, divided groups and the longest rule",
    site: () => ({
      "/": home("/a", "/b", "/c", "/p/x", "/p/ok", "/i.php", "/i.phpx", "/tie", "/~ann"),
      "/robots.txt": raw(
        "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n\ufeffUSER-AGENT : *  # all\r\nDISALLOW:/a # no\r\n\r\nUser-agent: 5bot\r\nDisallow: /\r\nUser-agent: other\r\n\r\nUser-agent: *\r\nDisallow: /b\r\nDisallow: /p\r\nAllow: /p/ok\r\nDisallow: /*.php$\r\nDisallow: /tie\r\nAllow: /tie\r\nDisallow: /%7Eann\r\nDisallow:\r\n",
      ),
      ...pages({
        "/a": "A",
        "/b": "B",
        "/c": "C",
        "/p/x": "Px",
        "/p/ok": "Ok",
        "/i.php": "I",
        "/i.phpx": "Ix",
        "/tie": "Tie",
        "/~ann": "Ann",
      }),
    }),
    listed: ["/c", "/p/ok", "/i.phpx", "/tie"],
  },
  {
    name: "Markdown versions are found by link, header and .md, and HTML under .md is refused",
    site: () => {
      const same = (title: string, type = "text/markdown"): { headers: Record<string, string>; body: string } => ({
        headers: { "content-type": type },
        body: `# ${title}\n\nThe queen of ${title} lays eggs all day.\n`,
      });
      const of = (title: string, head = "") => page(title, `<p>The queen of ${title} lays eggs all day.</p>`, { head });
      return {
        "/": home("/link", "/field", "/ending", "/soft"),
        "/link": of("Link", '<link rel="alternate" type="text/markdown" href="/raw/link.txt">'),
        "/raw/link.txt": same("Link", "text/plain"),
        "/field": { headers: { link: '</raw/field.md>; rel="alternate"; type="text/markdown"' }, body: of("Field") },
        "/raw/field.md": same("Field"),
        "/ending": of("Ending"),
        "/ending.md": same("Ending"),
        "/soft": of("Soft"),
        "/soft.md": home(),
      };
    },
    listed: ["/raw/link.txt", "/raw/field.md", "/ending.md", "/soft"],
  },
  {
    name: "a site that answers every .md with one text has no Markdown versions",
    site: () => ({
      "*": ({ url = "" }, response) => {
        const isMarkdown = url.endsWith(".md");
        response.writeHead(isMarkdown ? 200 : 404, { "content-type": "text/markdown" });
        response.end(isMarkdown ? "# Bee garden\n\nA garden for bees.\n" : "");
      },
      "/": home("/wax", "/comb", "/mead"),
      ...pages({ "/wax": "Wax", "/comb": "Comb", "/mead": "Mead" }),
    }),
    listed: ["/wax", "/comb", "/mead"],
  },
]);
