import { expect, test } from "vitest";
import { readPage } from "./page.ts";

const URL = "https://a.test/docs/page";

function read(html: string, headers?: Readonly<Record<string, string>>) {
  return readPage(Buffer.from(html), {
    url: URL,
    contentType: "text/html; charset=utf-8",
    ...(headers && { headers }),
  });
}

test("the title is the title tag, else the first h1, else Untitled", () => {
  expect(read("<title> A &amp;\n B </title><h1>C</h1>").title).toBe("A & B");
  expect(read("<title> </title><h1></h1><h1>C <em>d</em></h1>").title).toBe("C d");
  expect(read("<div><h1><p>C</p> d</h1> behind it <p>text</p></div>").title).toBe("C d");
  expect(read("<p>text</p>").title).toBe("Untitled");
});

test("a title inside svg is ignored", () => {
  expect(read("<svg><title>Logo</title></svg><h1>Real</h1>").title).toBe("Real");
});

test("the description is the meta description, else og:description, else the first paragraph", () => {
  const meta = '<meta name=Description content="From meta">';
  const openGraph = '<meta property="og:description" content="From Open Graph">';
  const paragraph = "<main><p>The first paragraph says, in a whole sentence, what this page is about.</p></main>";
  expect(read(openGraph + meta + paragraph).description).toBe("From meta");
  expect(read(openGraph + paragraph).description).toBe("From Open Graph");
  expect(read(paragraph).description).toMatch(/^The first paragraph says/);
  expect(read("<p>x</p>").description).toBeUndefined();
});

test("robots come from the meta tag and the header, and the stricter wins", () => {
  expect(read("<p>x").robots).toEqual({ index: true, follow: true });
  expect(read('<meta name="robots" content="NOINDEX, follow">').robots).toEqual({ index: false, follow: true });
  expect(read('<meta name="robots" content="none">').robots).toEqual({ index: false, follow: false });
  expect(read("<p>x", { "x-robots-tag": "max-snippet: 3, nofollow" }).robots).toEqual({ index: true, follow: false });
  expect(read("<p>x", { "x-robots-tag": "otherbot: noindex, nofollow" }).robots).toEqual({ index: true, follow: true });
});

test("directives of X-Robots-Tag apply to everybody, or only to the crawler they name", () => {
  const robots = (header: string) => read("<p>x", { "x-robots-tag": header }).robots;
  expect(robots("otherbot: noindex, *: nofollow")).toEqual({ index: true, follow: false });
  expect(robots("unavailable_after: 25 Jun 2030, noindex")).toEqual({ index: false, follow: true });
  expect(robots("noindex, otherbot: nofollow")).toEqual({ index: false, follow: true });
  expect(read('<meta name="robots" content="max-snippet:5 , \n nofollow">').robots).toEqual({
    index: true,
    follow: false,
  });
});

test("links are absolute and have their place in the page", () => {
  const page = read(`
    <nav><a href="/">Home</a></nav>
    <nav aria-label="Breadcrumb"><a href="/docs">Docs</a></nav>
    <main><h1>T</h1><p>A paragraph of text that is long enough to be the content of this page, with
    <a rel="NoFollow next" href="next?a=1&amp;b=2">the  next</a> page. ${"More text follows here. ".repeat(10)}</p></main>
    <footer><a href="mailto:x@a.test">mail</a> <a href="#top">top</a> <a href="//b.test/c">C</a></footer>`);
  expect(page.links).toEqual([
    { url: "https://a.test/", text: "Home", rel: [], place: "navigation" },
    { url: "https://a.test/docs", text: "Docs", rel: [], place: "breadcrumb" },
    { url: "https://a.test/docs/next?a=1&b=2", text: "the next", rel: ["nofollow", "next"], place: "content" },
    { url: "https://b.test/c", text: "C", rel: [], place: "footer" },
  ]);
  expect(page.breadcrumbs).toEqual([{ text: "Docs", url: "https://a.test/docs" }]);
});

test("a link of the content has the heading above it", () => {
  const text = `<p>${"A sentence of the content of this page. ".repeat(5)}</p>`;
  const list = (name: string) => `<ul><li><a href="${name}">${name}</a> ${text}</li></ul>`;
  for (const title of ["<h1>Reference</h1>", ""]) {
    const main = `${title}${text}${list("a")}<h2>Requests</h2>${list("b")}<h3>Create</h3>${list("c")}`;
    const { links, headings } = read(`<nav><h2>Menu</h2><a href="x">x</a></nav><main>${main}${list("d")}</main>`);
    const under = links.map(({ text: name, heading }) => [name, heading === undefined ? "" : headings[heading]?.text]);
    expect(under).toEqual([
      ["x", ""],
      ["a", ""],
      ["b", "Requests"],
      ["c", "Create"],
      ["d", "Create"],
    ]);
  }
});

test("blocks in a link or heading are separated by a space, parts of a word are not", () => {
  const { links, title } = read(
    `<h1><div>Our</div><div>articles</div></h1><a href="x"><div>Articles</div><div>2<b>3</b></div></a> <a href="y">y</a>`,
  );
  expect(title).toBe("Our articles");
  expect(links.map(({ text: name }) => name)).toEqual(["Articles 23", "y"]);
});

test("only a base element changes the base of relative links", () => {
  const page = read('<base href="/v2/"><base href="/v3/"><a href="x">x</a><link rel=canonical href="c">');
  expect(page.links[0]?.url).toBe("https://a.test/v2/x");
  expect(page.canonical).toBe("https://a.test/v2/c");
});

test("alternate addresses come from link elements and from the Link header", () => {
  const page = read(
    `<link rel="alternate" hreflang="de" href="/de/page"><link rel="alternate" type="application/rss+xml" href="/feed">
     <link rel=sitemap href="/map.xml"><link rel=next href="?page=2"><link rel=up href=".">`,
    { link: '</page.md>; rel="alternate"; type="text/markdown", </canon>; rel=canonical' },
  );
  expect(page.alternates).toEqual({
    languages: [{ lang: "de", url: "https://a.test/de/page" }],
    markdown: "https://a.test/page.md",
  });
  expect(page.canonical).toBe("https://a.test/canon");
  expect(page.sitemaps).toEqual(["https://a.test/map.xml"]);
  expect(page.next).toBe("https://a.test/docs/page?page=2");
  expect(page.up).toBe("https://a.test/docs/");
});

test("a meta refresh counts as a redirect, unless it is inside noscript", () => {
  const refresh = (html: string) => read(html).metaRefresh;
  expect(refresh(`<meta http-equiv=refresh content="0; URL='intro.html'">`)).toEqual({
    delaySeconds: 0,
    url: "https://a.test/docs/intro.html",
  });
  expect(refresh('<meta http-equiv="refresh" content="300">')).toBeUndefined();
  expect(refresh('<noscript><meta http-equiv="refresh" content="0;url=/nojs"></noscript>')).toBeUndefined();
});

test("a Refresh header counts like a meta refresh", () => {
  expect(read("<p>Moved.</p>", { refresh: "0; url=/t6" }).metaRefresh).toEqual({
    delaySeconds: 0,
    url: "https://a.test/t6",
  });
});

test("JSON-LD gives the site's name, a description and the breadcrumb", () => {
  const graph = {
    "@graph": [
      { "@type": "WebSite", name: "Example  Docs" },
      { "@type": ["TechArticle"], description: "What it is." },
      {
        "@type": "BreadcrumbList",
        itemListElement: [
          { "@type": "ListItem", position: 2, name: "Guides", item: { "@id": "/guides" } },
          { "@type": "ListItem", position: 1, name: "Docs", item: "https://a.test/docs" },
          { "@type": "ListItem", position: 3, name: "This page" },
        ],
      },
    ],
  };
  const page = read(
    `<script type="application/ld+json">{wrong</script><script type="application/ld+json">${JSON.stringify(graph)}</script>`,
  );
  expect(page.siteNames.jsonLd).toBe("Example Docs");
  expect(page.descriptions.jsonLd).toBe("What it is.");
  expect(page.breadcrumbs).toEqual([
    { text: "Docs", url: "https://a.test/docs" },
    { text: "Guides", url: "https://a.test/guides" },
  ]);
});

test("the digest changes with the main content, not with its white space", () => {
  const page = (text: string) => read(`<main><h1>T</h1><p>${text}</p></main>`).contentDigest;
  const text = "A paragraph with enough words in it, so that it is the main content of this page.";
  expect(page(text)).toBe(page(text.replaceAll(" ", "\n  ")));
  expect(page(text)).not.toBe(page(text.replace("enough", "many")));
  expect(page(text)).toMatch(/^[0-9a-f]{64}$/);
});

test("a page survives JSON unchanged", () => {
  const page = read("<title>T</title><main><p>Some text stands here.</p><a href=/x>x</a></main>");
  expect(JSON.parse(JSON.stringify(page))).toEqual(page);
});

test("a description that a program cut from the page's text goes on to the end of its sentence", () => {
  const text = "The lamp gives light for nine hours, and it hangs on any wall by a hook of its own. It is made of tin.";
  const said = (description: string, body = `<h2>How it works</h2><p>${text}</p><p>Ask for one.</p>`) =>
    read(`<title>Lamps</title><meta name=description content="${description}"><h1>Lamps</h1>${body}`).description;
  const whole = text.slice(0, text.indexOf(". ") + 1);
  for (const cut of [text.slice(0, 70), `${text.slice(0, 70)}...`, `${text.slice(0, 70)} […]`])
    expect(said(cut), cut).toBe(whole);
  // The paragraph says it better than headings and blocks that run together.
  for (const glued of [`How it works ${text} Ask for`, `How it works ${text}`]) expect(said(glued), glued).toBe(text);
  for (const own of [whole, `${text} Ask for one.`, "Lamps for walls and for ships", "Lamps for walls and for ships…"])
    expect(said(own), own).toBe(own);
  const block = "The lamps of the week, by Ann Oar: gives light for nine hours, and it hangs on any wall";
  expect(said(block, `<p>${text}</p><ul><li>${block}</li></ul>`)).toBe(block);
  const chance = "Our lamp gives light for nine hours";
  expect(said(chance, `<p>${text.replace("The", "Your")}</p>`)).toBe(chance);
  expect(said("Lamps for walls and for ships", `<p>Lamps for walls and for ships</p><p>${text}</p>`)).toMatch(/^Lamps/);
});

test("the text of one function among others describes no page, that of its only class does", () => {
  const text = (name: string) => `What ${name} does to the tables of tides is told here, in a sentence of its own.`;
  const entry = (name: string, inner = "") => `<dl><dt>${name}</dt><dd><p>${text(name)}</p>${inner}</dd></dl>`;
  const functions = entry("tides.read_all(path)") + entry("tides.write_all(path)");
  expect(read(`<main><h1>Tides</h1>${functions}</main>`).description).toBeUndefined();
  expect(read(`<main><h1>Tides</h1>${functions}<p>${text("it")}</p></main>`).description).toBe(text("it"));
  const only = read(`<main><h1>Tides</h1>${entry("class tides.Table", functions)}</main>`);
  expect(only.description).toBe(text("class tides.Table"));
  const faq = entry("Is it free?") + entry("May I sail?");
  expect(read(`<main><h1>Questions</h1>${faq}</main>`).description).toBe(text("Is it free?"));
});

test("an unfilled template is neither a title nor a description", () => {
  const page = (title: string, description: string, rest = "") =>
    read(
      `<title>${title}</title><meta name=description content="${description}"><h1>Clocks</h1><p>We mend clocks.</p>${rest}`,
    );
  for (const title of [
    "%%title%% %%sep%% Shop",
    "{{ page.title }} - Shop",
    "undefined | Shop",
    "null",
    "{% block t %}",
    "#title# | Dock",
    "$\u007bpage.title} | Dock",
    "<%= title %> | Dock",
    "[[*pagetitle]]",
    "%title% - Dock",
    "{title}",
  ])
    expect(page(title, "x").title).toBe("Clocks");
  for (const description of [
    "%%excerpt%%",
    "{{ page.description }}",
    "See {% include table.html %}",
    "undefined",
    "By #{data.site.author}",
    "---See [all](/x) of it",
    "Authors # Ann Oar",
  ])
    expect(page("Clocks", description).descriptions.meta).toBeUndefined();
  for (const title of ["null and void", "Using $\u007bname} in templates", "#dock and pier"])
    expect(page(title, "x").title).toBe(title);
  const about = page(
    "Clocks",
    "Write {{ name }} for a name.",
    "<main><p>Write <code>{{ name }}</code> for it, always.</p></main>",
  );
  expect(about.descriptions.meta).toBe("Write {{ name }} for a name.");
});

test("entities are decoded once, in text and in addresses", () => {
  const page = read(
    '<title>A &amp;amp; B &lt;b&gt; &NotEqualTilde; &eacute;</title><a href="/x?a=1&copy=2&amp;b=3">x</a>',
  );
  expect(page.title).toBe("A &amp; B <b> ≂̸ é");
  expect(page.links[0]?.url).toBe("https://a.test/x?a=1&copy=2&b=3");
});

test("a page's section is the one that it states, else the first of its JSON-LD", () => {
  const data = '<script type="application/ld+json">{"@type":"Article","articleSection":["Piers","Knots"]}</script>';
  expect(read(`<meta property="article:section" content="Ropes">${data}`).section).toBe("Ropes");
  expect(read(data).section).toBe("Piers");
});

test("a refresh has its delay, and a refresh inside noscript counts if the page has no other link", () => {
  expect(read('<meta http-equiv=refresh content="1800; url=/news">').metaRefresh?.delaySeconds).toBe(1_800);
  const noscript = '<noscript><meta http-equiv=refresh content="0;url=/b"></noscript><a href=/b>Go on</a>';
  expect(read(noscript).metaRefresh?.url).toBe("https://a.test/b");
  expect(read(`${noscript}<a href=/c>Other</a>`).metaRefresh).toBeUndefined();
});

test("links in drawings, image maps and hidden text are found", () => {
  const { links } =
    read(`<svg><a xlink:href="/map"><text>Map of the piers</text></a></svg><map><area href="/north"></map>
    <a href="/up"><span class="visually-hidden">Top of the page</span></a><p><span class="sr-only"><a href="/skip">Skip</a></span></p>`);
  expect(links.map(({ url, text }) => [url, text])).toEqual([
    ["https://a.test/map", "Map of the piers"],
    ["https://a.test/north", ""],
    ["https://a.test/up", "Top of the page"],
    ["https://a.test/skip", ""],
  ]);
});

test.each([
  [
    "powers",
    "<p>Of 2<sup>10</sup> boats and x<sup>-1</sup>, 101<sub>2</sub> are blue, with H<sub>2</sub>O.</p>",
    "2^10 boats and x^-1, 101_2 are blue, with H2O",
  ],
  [
    "footnotes",
    '<p>The pier<sup><a href="#fn1">1</a></sup> stands<sup>[2]</sup> still, they say.</p>',
    "The pier stands still",
  ],
  [
    "words for screen readers",
    '<p>Read <a href="/l">the law<span class="screen-reader-text"> (opens in a tab)</span></a>, then go.</p>',
    "Read the law, then",
  ],
  [
    "icons' names",
    '<p>Go <i class="material-icons" aria-hidden="true">arrow_forward</i> on, it is near.</p>',
    "Go on, it is near.",
  ],
  [
    "formulas",
    '<p>So <math><annotation encoding="application/x-tex">a^2</annotation></math> is it, in short.</p>',
    "So $a^2$ is it",
  ],
])("%s are read by their meaning", (_what, html, text) => {
  expect(read(`<main><h1>T</h1>${html}</main>`).text).toContain(text);
});

test.each([
  ["edit links", '<h2>Founding <span class="mw-editsection">[<a href="/e">edit</a>]</span></h2>', "Founding"],
  ["section signs", '<h2><a href="#a" class="any">§</a>Splicing</h2>', "Splicing"],
  ["pictures of a chain", '<h2>Oiling<a href="#b" aria-label="Link">🔗</a></h2>', "Oiling"],
  ["words for screen readers", '<h2>Tides <span class="sr-only">heading</span></h2>', "Tides"],
  ["boxes", "<h2><div>Our</div><div>boats</div></h2>", "Our boats"],
])("a heading is without %s", (_what, html, heading) => {
  const { headings } = read(
    `<main><h1>T</h1><p>A paragraph with some words.</p>${html}<p>And one more, with a few words.</p></main>`,
  );
  expect(headings[1]?.text).toBe(heading);
});

test("the heading of a page is the h1 of its content, even if the site's name is an h1, too", () => {
  const text = "<p>A paragraph of text that is long enough to be the content of this page, whoever reads it.</p>";
  const page =
    read(`<header><h1><a href="/">The harbour</a></h1></header><main><h1>Tides</h1><p>When the water is high.</p>${text}
    <h2>Spring</h2><ul><li><a href="/s">Spring tide</a> is the highest one, at new moon.</li></ul></main>`);
  expect(page.headings.map((heading) => heading.text)).toEqual(["Tides", "Spring"]);
  expect(page.descriptions.subtitle).toBe("When the water is high.");
  expect(page.links.at(-1)).toMatchObject({ text: "Spring tide", heading: 1 });
});

test("a question in a button is read with its answer, a menu's button is not", () => {
  const { text } =
    read(`<main><h1>T</h1><p>A paragraph with some words.</p><div><button>Which flour is best<span>+</span> ?</button>
    <div><p>That of rice, with a third of starch.</p></div></div><button>Copy</button></main><nav><button>Do you need help?</button></nav>`);
  expect(text).toContain("Which flour is best+ ?\nThat of rice");
  expect(text).not.toMatch(/Copy|need help/);
});

test("invisible characters are removed", () => {
  const { text, links } = read(
    "<main><p>wo\u200brd \u202eof it\u00ad, \ue000and می\u200cشود, at\u001b last.</p><a href=/x>a\u2060b</a></main>",
  );
  expect(text).toBe("word of it, and می\u200cشود, at last.");
  expect(links[0]?.text).toBe("ab");
});

test("the opening is a sentence, not a credit above it", () => {
  const body =
    "<h2>Waiting</h2><p>Image source: the wiki, licence CC-BY-SA 3.0</p><p>Why is my bus, of all buses, always late?</p>";
  expect(read(`<main>${body}</main>`).descriptions.opening).toBe("Why is my bus, of all buses, always late?");
});
