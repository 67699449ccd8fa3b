import { expect, test } from "vitest";
import { markdownOf, pageOf, read } from "../page.ts";

const LEAD = "This paragraph is long enough, in words and in signs, to be what the page is about.";

/** The Markdown of a main element that begins with a paragraph, without that paragraph. */
function markdown(html: string): string {
  const page = `<main><h1>Title</h1><p>${LEAD}</p>${html}</main>`;
  const text = markdownOf(
    read(Buffer.from(page), { url: "https://a.test/docs/page", contentType: "text/html;charset=utf-8" }),
  );
  expect(text.startsWith(LEAD)).toBe(true);
  return text.slice(LEAD.length).trim();
}

test("the title is left out and further h1 become h2", () => {
  expect(markdown("<h2>Two</h2><p>Text.</p><h1>One more</h1><p>Text.</p>")).toBe(
    "## Two\n\nText.\n\n## One more\n\nText.",
  );
});

test("a single link at the end of a page is kept with its heading, a pager is not", () => {
  const link = '<p><a href="/next">The next chapter</a></p>';
  expect(markdown(link)).toBe("[The next chapter](https://a.test/next)");
  expect(markdown(`<h2>See also</h2>${link}`)).toBe("## See also\n\n[The next chapter](https://a.test/next)");
  expect(markdown(`<p><a href="/before">Previous</a></p>${link}`)).toBe("");
});

test("a heading is written on one line", () => {
  expect(markdown("<h2><div>Part</div></h2><p>Text.</p>")).toBe("## Part\n\nText.");
});

test("text that looks like Markdown stays text", () => {
  expect(markdown("<p># no heading</p><p>- no list</p>")).toBe("\\# no heading\n\n\\- no list");
});

test.each([
  ["the code", '<pre><code class="hljs language-ts">x</code></pre>', "ts"],
  ["the pre", '<pre class="lang-py"><code>x</code></pre>', "py"],
  [
    "Sphinx's wrapper",
    '<div class="highlight-rust notranslate"><div class="highlight"><pre>x</pre></div></div>',
    "rust",
  ],
  ["GitHub's wrapper", '<div class="highlight highlight-source-shell"><pre>x</pre></div>', "bash"],
  ["Shiki's attribute", '<pre class="astro-code" data-language="css"><code>x</code></pre>', "css"],
  ["Hugo's attribute", '<div class="highlight"><pre><code data-lang="go">x</code></pre></div>', "go"],
  ["GitHub's wrapper today", '<div class="highlight highlight-source-js notranslate"><pre>x</pre></div>', "js"],
  ["highlight.js's class", '<pre><code class="hljs python">x</code></pre>', "python"],
  ["the only class of the code", '<pre><code class="js">x</code></pre>', "js"],
  ["a sign's class, which names none", '<pre><span class="c">x</span></pre>', ""],
  ["nothing", '<div class="highlight"><pre class="highlight"><code>x</code></pre></div>', ""],
])("the language of code is taken from %s", (_where, html, language) => {
  expect(markdown(html)).toBe(`\`\`\`${language}\nx\n\`\`\``);
});

test("code keeps its lines and its indentation", () => {
  expect(markdown("<pre>  if x:\n    <b>y</b>\n\n  z\n</pre>")).toBe("```\n  if x:\n    y\n\n  z\n```");
  expect(markdown("<pre><code><div>a {</div><div></div><div>  <i>b</i></div><div>}</div></code></pre>")).toBe(
    "```\na {\n\n  b\n}\n```",
  );
  expect(markdown("<pre>a<br>b</pre>")).toBe("```\na\nb\n```");
});

test("line numbers, copy buttons, icons and links beside headings are left out", () => {
  expect(
    markdown(`<table class="highlighttable"><tr><td class="linenos"><pre>1\n2</pre></td><td class="code"><pre>a\nb</pre>
      <button>Copy</button></td></tr></table><h2>Name <a class="headerlink" href="#n">¶</a></h2><p>Text <svg><text>icon</text></svg>here.</p>`),
  ).toBe("```\na\nb\n```\n\n## Name\n\nText here.");
});

test("code whose lines are numbered by Prism or by VitePress is kept, without the numbers", () => {
  const rows = '<span aria-hidden="true" class="line-numbers-rows"><span></span><span></span></span>';
  expect(markdown(`<pre class="line-numbers language-js"><code class="language-js">a\nb${rows}</code></pre>`)).toBe(
    "```js\na\nb\n```",
  );
  expect(
    markdown(`<div class="language-js line-numbers-mode"><button class="copy"></button><span class="lang">js</span>
      <pre class="shiki"><code><span class="line">a</span>\n<span class="line">b</span></code></pre>
      <div class="line-numbers-wrapper" aria-hidden="true"><span>1</span><br><span>2</span></div></div>`),
  ).toBe("```js\na\nb\n```");
});

test("line numbers that cannot be selected and a bar with the language are left out of code", () => {
  const line = (number: number, code: string) =>
    `<span style="display:flex"><span style="-webkit-user-select:none;user-select:none">${number}</span><span>${code}\n</span></span>`;
  expect(markdown(`<pre><code class="language-python">${line(1, "p = 61")}${line(2, "q = 97")}</code></pre>`)).toBe(
    "```python\np = 61\nq = 97\n```",
  );
  const bar = '<div class="code__header"><span>bash</span><button>Copy</button></div>';
  expect(
    markdown(`<pre><code class="hljs language-bash">${bar}<div class="code-content">echo a</div></code></pre>`),
  ).toBe("```bash\necho a\n```");
});

test.each([
  ["by its role", '<span role="tooltip">Application Programming Interface</span>'],
  ["by its class", '<span class="tooltiptext">Application Programming Interface</span>'],
  ["in a box of its own", '<div class="tippy-box" role="tooltip"><div>Application Programming Interface</div></div>'],
])("a tool tip marked %s is separated from its word", (_how, tip) => {
  expect(markdown(`<p>Use the API${tip}</p><p>Now.</p>`)).toBe("Use the API\n\nNow.");
});

test("code in a highlighter's table becomes a code block", () => {
  expect(
    markdown(`<div class="syntaxhighlighter js"><table><tr><td class="gutter"><div>1</div><div>2</div></td><td class="code">
      <div class="container"><div class="line"><code class="js plain">a</code></div><div class="line"><code>b</code></div></div></td></tr></table></div>`),
  ).toBe("```js\na\nb\n```");
});

test("links and images are absolute, and a link around a card is repeated on each of its lines", () => {
  expect(markdown('<p>See <a href="../x?a=1&amp;b=2">that <em>page</em></a>.</p>')).toBe(
    "See [that *page*](https://a.test/x?a=1&b=2).",
  );
  expect(markdown('<p>Call <a href="tel:1">us</a> <a href="javascript:x()">now</a>.</p>')).toBe("Call us now.");
  expect(
    markdown('<a href="/c"><h3>Card</h3><p>What it is about, in a sentence.</p></a><p>Text of the page itself.</p>'),
  ).toContain("### [Card](https://a.test/c)");
});

test("data tables stay tables, layout tables do not", () => {
  expect(
    markdown(
      "<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td><p>1</p></td><td></td></tr></tbody></table>",
    ),
  ).toBe("| A | B |\n| --- | --- |\n| 1 | |");
  expect(markdown("<table><tr><td><h2>Part</h2><p>One.</p><p>Two.</p></td></tr></table>")).toBe(
    "## Part\n\nOne.\n\nTwo.",
  );
});

test.each([
  ["a cell of two paragraphs", "<table><tr><td><p>one</p><p>two</p></td><td>x</td></tr><tr><td>y</td></tr></table>"],
  ["code in a cell", "<table><tr><td><pre>one</pre></td><td>two x</td></tr><tr><td>y</td></tr></table>"],
  ["a heading in a cell", "<table><tr><td><h3>one</h3>two</td><td>x</td></tr><tr><td>y</td></tr></table>"],
  ["a table in a cell", "<table><tr><td>one<table><tr><td>two</table></td><td>x</td></tr><tr><td>y</td></tr></table>"],
  ["a row outside a table", "<div><tr><td>one two</td><td>x</td></tr></div><p>y</p>"],
  ["a cell outside a row", "<table><td>one two<td>x</table><p>y</p>"],
  ["a head outside a table", "<thead><tr><th>one two</th><td>x</td></thead><p>y</p>"],
  ["a table that is never closed", "<p>one<p>two<table><tr><td>x<tr><td>y"],
])("%s keeps all its text", (_shape, html) => {
  expect(markdown(html)).toMatch(/one.*two.*x.*y/s);
});

test("content inside a cell of a layout table is written as blocks", () => {
  const page = `<table><tr><td>menu</td><td><main><h1>Title</h1><p>${LEAD}</p><p>More.</p><tr><td>x</td></tr></main></td></tr></table>`;
  expect(markdownOf(read(Buffer.from(page), { url: "https://a.test/" }))).toContain(`${LEAD}\n\nMore.`);
});

test("lists nest, definitions become paragraphs, empty elements disappear", () => {
  expect(markdown("<ul><li>a<ol><li>b</ol><li><p>c</p></ul>")).toBe("- a\n  1. b\n- c");
  expect(markdown("<dl><dt>term</dt><dd>what it means</dd></dl>")).toBe("**term**\n\nwhat it means");
  expect(markdown("<h2></h2><p><b></b> </p><ul><li></li></ul><p>Text.</p>")).toBe("Text.");
});

test("a page without content gives an empty text", () => {
  expect(markdownOf(read(Buffer.from(""), { url: "https://a.test/" }))).toBe("");
  expect(markdownOf(read(Buffer.from("<nav><a href=/>x</a></nav>"), { url: "https://a.test/" }))).not.toMatch(/^#/);
});

test("a page gives the same Markdown each time", () => {
  const bytes = Buffer.from(`<base href="/b/"><main><h1>Title</h1><p>${LEAD} <a href="x">More</a>.</p></main>`);
  const source = { url: "https://a.test/docs/page" };
  const reading = read(bytes, source);
  expect(pageOf(reading, source).links.map(({ url }) => url)).toEqual(["https://a.test/b/x"]);
  expect(markdownOf(reading)).toBe(`${LEAD} [More](https://a.test/b/x).`);
  expect(markdownOf(reading)).toBe(markdownOf(reading));
});

test("a page with 200,000 headings is written without an error", () => {
  const text = `<p>${"A sentence that is long enough to be content. ".repeat(5)}</p>`;
  const html = `<title>x</title><main>${text}${"<h2>a</h2>".repeat(200_000)}<ul><li><a href="/b">b link</a></li></ul></main>`;
  expect(markdownOf(read(new TextEncoder().encode(html), { url: "https://x.dev/" }))).toContain(
    "[b link](https://x.dev/b)",
  );
});
