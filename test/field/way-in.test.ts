// Unusual answers of servers, after reports to authors of crawlers.
import { deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { home, links, moved, page, pages, raw, testCases, text } from "./field.ts";

const coded = (coding: string, body: string | Buffer) => ({ headers: { "content-encoding": coding }, body });
const of = (type: string, ...parts: readonly (string | Buffer)[]) => ({
  headers: { "content-type": type },
  body: Buffer.concat(parts.map((part) => Buffer.from(part))),
});
const refreshed = (content: string) =>
  page("Gone elsewhere", "<p>Gone.</p>", { head: `<meta http-equiv="refresh" content="${content}">` });
const urlset = (...urls: readonly string[]) =>
  `<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join("")}</urlset>`;
const xml = (body: string | Buffer) => ({ headers: { "content-type": "application/xml" }, body });

testCases([
  {
    name: "redirects are followed as browsers do: Latin-1 bytes, spaces, two slashes, dots, fragments",
    site: (origin) => ({
      "/": home("/latin", "/blank", "/far/off/dots", "/slashes", "/part"),
      "/latin": raw("HTTP/1.1 301 Moved\r\nLocation: /k", Buffer.from([0xe4]), "se\r\nContent-Length: 0\r\n\r\n"),
      "/blank": raw("HTTP/1.1 302 Found\r\nLocation: /in blue\r\nContent-Length: 0\r\n\r\n"),
      "/far/off/dots": moved("../near", 307),
      "/slashes": moved(`${origin.replace("http:", "")}/host`, 308),
      "/part": moved("/whole#second"),
      ...pages({
        "/k%C3%A4se": "Cheese",
        "/in%20blue": "Blue",
        "/far/near": "Near",
        "/host": "Host",
        "/whole": "Whole",
      }),
    }),
    listed: ["/k%C3%A4se", "/in%20blue", "/far/near", "/host", "/whole"],
  },
  {
    name: "a body with a wrong Content-Encoding is read",
    site: () => ({
      "/": home("/raw", "/plain", "/charset", "/unsaid", "/zlib", "/twice", "/cut", "/long"),
      "/raw": coded("deflate", deflateRawSync(page("Raw", text("raw")))),
      "/plain": coded("br", page("Plain", text("plain"))),
      "/charset": coded("utf-8", page("Charset", text("charset"))),
      "/unsaid": { body: gzipSync(page("Unsaid", text("unsaid"))) },
      "/zlib": coded("gzip", deflateSync(page("Zlib", text("zlib")))),
      "/twice": coded("gzip, gzip", gzipSync(gzipSync(page("Twice", text("twice"))))),
      "/cut": coded("gzip", gzipSync(page("Cut", text("cut"))).subarray(0, -8)),
      "/long": coded("gzip", Buffer.concat([gzipSync(page("Long", text("long"))), Buffer.from("\n\n")])),
    }),
    listed: ["/raw", "/plain", "/charset", "/unsaid", "/zlib", "/twice", "/cut", "/long"],
    says: ["[Raw]", "[Plain]", "[Charset]", "[Unsaid]", "[Zlib]", "[Twice]", "[Cut]", "[Long]"],
  },
  {
    name: "charsets are read as browsers do: byte order mark, header, late meta",
    site: () => ({
      "/": home("/mark", "/field", "/late", "/wide", "/unsaid"),
      "/mark": of("text/html; charset=iso-8859-1", "\ufeff", page("Bienenstöcke", text("mark"))),
      "/field": of('text/html; charset="koi8-r"', "<title>", Buffer.from("edc5c4", "hex"), "</title>", text("field")),
      "/late": of(
        "text/html",
        `<!--${"x".repeat(800)}--><meta charset=gbk><title>`,
        Buffer.from("b7e4c3db", "hex"),
        "</title>",
        text("late"),
      ),
      "/wide": of("text/html", Buffer.from(`\ufeff${page("Улей", text("wide"))}`, "utf16le")),
      "/unsaid": of("text/html", `<title>Wabenöl</title>${text("unsaid")}`),
    }),
    says: ["[Bienenstöcke]", "[Мед]", "[蜂蜜]", "[Улей]", "[Wabenöl]"],
  },
  {
    name: "a cookie that another address sets opens the site",
    site: () => ({
      "*": ({ url = "/", headers: { cookie = "" } }, response) => {
        const bodies: Readonly<Record<string, string>> = {
          "/": home("/wax", "/mead"),
          "/wax": page("Wax", text("wax")),
          "/mead": page("Mead", text("mead")),
        };
        const back = /^\/gate\?to=(.*)/.exec(url)?.[1];
        if (back !== undefined)
          response
            .writeHead(302, { location: decodeURIComponent(back), "set-cookie": "open=1; Path=/; HttpOnly" })
            .end();
        else if (!cookie.includes("open=1"))
          response.writeHead(302, { location: `/gate?to=${encodeURIComponent(url)}` }).end();
        else response.writeHead(bodies[url] ? 200 : 404, { "content-type": "text/html" }).end(bodies[url]);
      },
    }),
    listed: ["/wax", "/mead"],
  },
  {
    name: "no language is preferred without --language",
    site: () => ({
      "/": ({ headers }, response) => {
        const isEnglish = headers["accept-language"]?.startsWith("en") ?? true;
        const body = isEnglish
          ? page("Wrong", text("wrong"))
          : page("Imkerei", "<p>Alles über Bienen und die Imkerei.</p>", { lang: "de" });
        response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(body);
      },
    }),
    says: ["# Imkerei"],
  },
  {
    name: "a meta refresh is followed, but not in noscript, to itself or after ten seconds",
    site: () => ({
      "/": home("/comma", "/bare", "/quoted", "/without", "/itself", "/slow"),
      "/comma": refreshed("0, url=/one"),
      "/bare": refreshed("1;/two"),
      "/quoted": refreshed(" 0 ; URL = '/three' "),
      "/without": page("With scripts", text("without"), {
        head: '<noscript><meta http-equiv="refresh" content="0;url=/plain"></noscript>',
      }),
      "/itself": page("Board", text("itself"), { head: '<meta http-equiv="refresh" content="0;url=/itself">' }),
      "/slow": page("Slow", text("slow"), { head: '<meta http-equiv="refresh" content="10;url=/one">' }),
      ...pages({ "/one": "One", "/two": "Two", "/three": "Three", "/plain": "Plain" }),
    }),
    listed: ["/one", "/two", "/three", "/without", "/itself", "/slow"],
  },
  {
    name: "a homepage served as Markdown keeps the menu of its HTML",
    site: () => {
      const nav = `<nav>${links("/smoke", "/veil")}</nav>`;
      return {
        "/": ({ headers: { accept = "" } }, response) => {
          const isMarkdown = accept.includes("markdown");
          response.setHeader("content-type", isMarkdown ? "text/markdown" : "text/html");
          response.end(
            isMarkdown
              ? "# Tools\n\nThe smoker calms the bees of a hive.\n"
              : page("Tools", text("tools"), { before: nav }),
          );
        },
        ...pages({ "/smoke": "Smoker", "/veil": "Veil" }),
      };
    },
    listed: ["/smoke", "/veil"],
  },
  {
    name: "addresses of localhost in a sitemap count as the site's",
    site: () => ({
      "/": home(),
      "/sitemap.xml": xml("<sitemapindex><sitemap><loc>http://localhost:4321/part.xml</loc></sitemap></sitemapindex>"),
      "/part.xml": xml(urlset("http://localhost:4321/", "http://localhost:4321/hive", "https://localhost/swarm")),
      ...pages({ "/hive": "Hive", "/swarm": "Swarm" }),
    }),
    listed: ["/hive", "/swarm"],
  },
  {
    name: "a sitemap of another host is reported",
    site: () => ({
      "/": home("/hive"),
      "/sitemap.xml": xml(urlset("https://staging.example/a", "https://staging.example/b")),
      ...pages({ "/hive": "Hive" }),
    }),
    listed: ["/hive"],
    told: [/2 of other sites/],
  },
  {
    name: "sitemaps are read with or without gzip, with unusual dates, tags and spaces",
    site: (origin) => ({
      "/": home(),
      "/sitemap_index.xml": xml(
        `<sitemapindex>${["a.xml.gz", "b.xml.gz", "c.txt.gz"].map((name) => `<sitemap><loc>${origin}/${name}</loc></sitemap>`).join("")}</sitemapindex>`,
      ),
      "/a.xml.gz": xml(
        gzipSync(
          `\n <?xml version="1.0"?><s:urlset><s:url><s:loc>\n${origin}/one </s:loc><s:lastmod>yesterday</s:lastmod><i:image><i:loc>${origin}/i.png</i:loc></i:image></s:url></s:urlset> rest`,
        ),
      ),
      "/b.xml.gz": xml(urlset("/two", `<![CDATA[${origin}/three?a=1&b=2]]>`)),
      "/c.txt.gz": of("application/gzip", gzipSync(`\ufeff${origin}/four\r\n\r\n# none\r\n`)),
      ...pages({ "/one": "One", "/two": "Two", "/three": "Three", "/four": "Four" }),
    }),
    listed: ["/one", "/two", "/three?a=1&b=2", "/four"],
  },
  {
    name: "servers with unusual HTTP are read",
    site: () => ({
      "/": home("/reason", "/old", "/untyped", "/capitals", "/busy", "/typed-twice", "/long-header"),
      "/typed-twice": of("text/html, text/html; charset=utf-8", page("Typed twice", text("typed"))),
      "/long-header": {
        headers: Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`x-policy-${at}`, "a".repeat(1000)])),
        body: page("Long header", text("long header")),
      },
      "/reason": raw(
        `HTTP/1.1 200\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n${page("Reason", text("reason"))}`,
      ),
      "/old": raw(`HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n${page("Old", text("old"))}`),
      "/untyped": raw(`HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n${page("Untyped", text("untyped"))}`),
      "/capitals": { headers: { "content-type": "TEXT/HTML;CHARSET=UTF-8" }, body: page("Capitals", text("capitals")) },
      "/busy": (() => {
        let asked = 0;
        return (_request, response) => {
          const isBusy = asked++ === 0;
          response.writeHead(isBusy ? 503 : 200, isBusy ? { "retry-after": "1" } : { "content-type": "text/html" });
          response.end(isBusy ? "" : page("Busy", text("busy")));
        };
      })(),
    }),
    listed: ["/reason", "/old", "/untyped", "/capitals", "/busy", "/typed-twice", "/long-header"],
  },
  {
    name: "HTML with mistakes is read as browsers do",
    site: () => ({
      "/": home("/caps", "/marks", "/bodies"),
      "/caps":
        "<HTML><TITLE>In capitals</TITLE><BODY><P>Words without an end stand here for the bees.<P>And a second line.<A HREF=/next>Next</A>",
      "/marks": page(
        "Marks",
        `<a title="a > b" href='/after'>After</a><script>"<a href=/no>"; // </script\n</script>${text("marks")}`,
      ),
      "/bodies":
        "<title>Bodies</title><body><p>The first body has these words for all.</p></body><body><p>The second has others for all.</p></body>",
      ...pages({ "/next": "Next", "/after": "After", "/no": "No" }),
    }),
    listed: ["/caps", "/marks", "/bodies", "/next", "/after"],
    full: ["The second has others"],
  },
]);
