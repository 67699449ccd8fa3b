import { expect, test } from "vitest";
import { exampleMarkdown } from "../../../../test/page/example-markdown.ts";

test.each([
  ["Sphinx", '<div class="admonition warning"><p class="admonition-title">Warning</p><p>Careful.</p></div>'],
  [
    "Docusaurus",
    '<div class="theme-admonition theme-admonition-warning alert alert--warning"><div class="admonitionHeading_x">warning</div><div class="admonitionContent_y"><p>Careful.</p></div></div>',
  ],
  ["VitePress", '<div class="warning custom-block"><p class="custom-block-title">WARNING</p><p>Careful.</p></div>'],
  [
    "GitHub",
    '<div class="markdown-alert markdown-alert-warning"><p class="markdown-alert-title"><svg></svg>Warning</p><p>Careful.</p></div>',
  ],
  [
    "Antora",
    '<div class="admonitionblock warning"><table><tr><td class="icon"><i class="fa icon-warning" title="Warning"></i></td><td class="content">Careful.</td></tr></table></div>',
  ],
  [
    "Quarto",
    '<div class="callout callout-style-default callout-warning"><div class="callout-header"><div class="callout-title-container">Warning</div></div><div class="callout-body"><p>Careful.</p></div></div>',
  ],
  [
    "Starlight",
    '<aside class="starlight-aside starlight-aside--warning"><p class="starlight-aside__title" aria-hidden="true"><svg></svg>Warning</p><div class="starlight-aside__content"><p>Careful.</p></div></aside>',
  ],
  ["Bootstrap", '<div class="alert alert-warning" role="alert">Careful.</div>'],
])("an admonition of %s becomes a quote that begins with its kind", (_generator, html) => {
  expect(exampleMarkdown(html)).toMatch(/^> \*\*W(?:arning|ARNING):\*\* Careful\.$/);
});

test("an admonition's own title follows its kind", () => {
  expect(
    exampleMarkdown(
      '<div class="admonition tip"><p class="admonition-title">Before you start</p><p>One.</p><p>Two.</p></div>',
    ),
  ).toBe("> **Tip: Before you start**\n>\n> One.\n>\n> Two.");
});

test("lists keep their start, their numbers and their depth", () => {
  expect(exampleMarkdown("<ol start=3><li>c<li value=7>g<li>h</ol>")).toBe("3. c\n7. g\n8. h");
  expect(exampleMarkdown("<ul><li><p>a</p><p>b</p><pre>c\n\nd</pre></li><li>e<ul><li>f</ul></ul>")).toBe(
    "- a\n\n  b\n\n  ```\n  c\n\n  d\n  ```\n\n- e\n\n  - f",
  );
  expect(exampleMarkdown("<ul><li><input type=checkbox checked> done<li><input type=checkbox> not</ul>")).toBe(
    "- [x] done\n- [ ] not",
  );
});

test("images keep their description and their caption", () => {
  expect(
    exampleMarkdown('<figure><img src="/a.png" alt="A [graph]"><figcaption>Figure 1: growth</figcaption></figure>'),
  ).toBe("![A [graph]](https://a.test/a.png)\n\nFigure 1: growth");
  expect(exampleMarkdown('<p><img data-src="b.png" src="data:image/gif;base64,x"></p>')).toBe(
    "![](https://a.test/docs/b.png)",
  );
  expect(
    exampleMarkdown('<p>Nice <img class="emoji" alt="🎉" src="x.png"><img src="icon.png" alt=""> party.</p>'),
  ).toBe("Nice 🎉 party.");
  expect(exampleMarkdown('<p><a href="/a.png"><img src="/a-small.png" alt="A"></a></p>')).toBe(
    "![A](https://a.test/a-small.png)",
  );
});

test("each tab panel is written below its label", () => {
  expect(
    exampleMarkdown(
      '<div class="tabbed-set"><input type=radio><div class="tabbed-labels"><label>npm</label><label>yarn</label></div><div class="tabbed-content"><div class="tabbed-block"><p>Run npm.</p></div><div class="tabbed-block"><p>Run yarn.</p></div></div></div>',
    ),
  ).toBe("**npm**\n\nRun npm.\n\n**yarn**\n\nRun yarn.");
  expect(
    exampleMarkdown(
      '<div><ul role="tablist"><li role="tab">A</li><li role="tab">B</li></ul><div><div role="tabpanel">One, two.</div><div role="tabpanel" hidden>Three, four.</div></div></div>',
    ),
  ).toBe("**A**\n\nOne, two.\n\n**B**\n\nThree, four.");
});

test("summaries and terms become bold, quotes stay quotes, and rules stay between blocks", () => {
  expect(exampleMarkdown("<details><summary>More <b>text</b></summary><p>Text of it.</p></details>")).toBe(
    "**More text**\n\nText of it.",
  );
  expect(exampleMarkdown("<blockquote><p>a</p><blockquote>b</blockquote></blockquote>")).toBe("> a\n>\n> > b");
  expect(exampleMarkdown("<p>a</p><hr><hr><p>b</p>")).toBe("a\n\n---\n\nb");
});

test("footnotes become Markdown footnotes", () => {
  expect(
    exampleMarkdown(
      '<p>Said<sup id="fnref1"><a href="#fn1">1</a></sup> so.</p><ol><li id="fn1"><p>By whom. <a href="#fnref1">↩</a></p></li></ol>',
    ),
  ).toBe("Said[^1] so.\n\n[^1]: By whom.");
});

test("cells of a notebook become code in their language, without cell numbers", () => {
  const input =
    '<div class="prompt input_prompt">In [3]:</div><div class="inner_cell"><div class="input_area"><div class="highlight hl-ipython3"><pre><span class="n">a</span> = 1\n</pre></div></div></div>';
  const output =
    '<div class="prompt output_prompt">Out[3]:</div><div class="output_subarea output_text"><pre>1</pre></div>';
  const newer =
    '<div class="jp-InputPrompt jp-InputArea-prompt">In&nbsp;[4]:</div><div class="highlight-ipython3"><pre>b</pre></div>';
  expect(exampleMarkdown(`<p>Take a number.</p>${input}${output}${newer}<p>That is all.</p>`)).toBe(
    "Take a number.\n\n```python\na = 1\n```\n\n```\n1\n```\n\n```python\nb\n```\n\nThat is all.",
  );
});

test("the name of a language beside code is left out", () => {
  const code = '<div class="language-js"><span class="lang">js</span><pre><code>let a;</code></pre></div>';
  expect(exampleMarkdown(`<p>Take <span class="lang">this</span>.</p>${code}`)).toBe(
    "Take this.\n\n```js\nlet a;\n```",
  );
});

test("the language of code is found in a figure around it, and in an attribute for human languages", () => {
  const row = "<tr><td class=gutter><pre>1<br>2</pre></td><td class=code><pre>a<br>b</pre></td></tr>";
  expect(exampleMarkdown(`<figure class="highlight js"><table><tbody>${row}</tbody></table></figure>`)).toBe(
    "```js\na\nb\n```",
  );
  expect(exampleMarkdown('<pre lang="rust"><code>fn main() {}</code></pre>')).toBe("```rust\nfn main() {}\n```");
  expect(exampleMarkdown('<pre lang="en"><code>plain words</code></pre>')).toBe("```\nplain words\n```");
});

test.each([
  ["by its class", "class='lean block'"],
  ["by its white space", "style='display:flex; white-space: pre-wrap'"],
])("code without a pre is a block %s", (_, attribute) => {
  const code = `<code ${attribute}>\n  <span>let</span> a = <code>1</code>;\n    b = 2;\n</code>`;
  expect(exampleMarkdown(`<p>First: <code>a</code>.</p>${code}<p>Then <code>b</code>, too.</p>`)).toBe(
    "First: `a`.\n\n```\nlet a = 1;\n  b = 2;\n```\n\nThen `b`, too.",
  );
});

test("the text of a folded callout is kept", () => {
  const folded =
    '<div class="callout-title">Why?</div><div class="callout-content" style="display: none;"><p>Because.</p></div>';
  expect(exampleMarkdown(`<p>First.</p><div class="callout is-collapsed">${folded}</div><p>Last.</p>`)).toContain(
    "Because.",
  );
});

test.each([
  [
    "tabs of any box",
    '<div class="tabs"><div role="tablist"><button role="tab">npm</button><button role="tab">bun</button></div><div role="tabpanel"><pre>npm i</pre></div><div role="tabpanel" hidden><pre>bun add</pre></div></div>',
    "**npm**\n\n```\nnpm i\n```\n\n**bun**\n\n```\nbun add\n```",
  ],
  [
    "line numbers beside code",
    '<div class="highlight"><table><tr><td><pre><code><span>1\n</span><span>2\n</span></code></pre></td><td><pre><code class="language-toml">a = 1\nb = 2\n</code></pre></td></tr></table></div>',
    "```toml\na = 1\nb = 2\n```",
  ],
  [
    "types that pop up over code",
    '<pre class="shiki"><code><span class="line">const <span class="twoslash-hover"><span class="twoslash-popup-container"><code>const a: 1</code><div>Docs.</div></span>a</span> = 1</span></code></pre>',
    "```\nconst a = 1\n```",
  ],
  [
    "addresses that a CDN hid in code",
    `<p>Run <code>npm i <a href="/cdn-cgi/l/email-protection" data-cfemail="${"42"}${[..."kiln@1"].map((sign) => (sign.charCodeAt(0) ^ 0x42).toString(16).padStart(2, "0")).join("")}">[email&#160;protected]</a></code>.</p>`,
    "Run `npm i kiln@1`.",
  ],
  [
    "lines of code that are links",
    "<pre><a href=/a>a.test/a</a>\n<a href=/b>a.test/b</a></pre>",
    "```\na.test/a\na.test/b\n```",
  ],
  ["signs beside pictures", '<div><img src="/zoom.png" alt="" width="15"></div>', ""],
  ["pictures in data", '<p><img alt="Depth of each pier" src="data:image/png;base64,AAAA"></p>', "Depth of each pier"],
  ["breaks in links", '<p>See <a href="/a">A<br>-<br>B</a> now.</p>', "See [A - B](https://a.test/a) now."],
  [
    "cards",
    '<a href="/i"><h3>Install</h3><p>Set up the tool, in a minute.</p></a>',
    "### [Install](https://a.test/i)\n\nSet up the tool, in a minute.",
  ],
  ["formulas on a line of their own", '<p><math alttext="a^2"></math></p>', "$$a^2$$"],
  [
    "paragraphs of nothing but code",
    "<p><code>npm ci</code></p><p><code>npm test</code></p>",
    "```\nnpm ci\nnpm test\n```",
  ],
  [
    "footnotes with letters",
    '<p>So<sup><a id="fnref:a" href="#fn:a">a</a></sup>.</p><div class="footnotes"><p id="fn:a">By <b>whom</b>. <a href="#fnref:a">back</a></p></div>',
    "So[^a].\n\n[^a]: By **whom**.",
  ],
  [
    "functions that are called fn",
    '<p>See <a href="#fnmatch">fnmatch</a> and more.</p>',
    "See [fnmatch](https://a.test/docs/page#fnmatch) and more.",
  ],
])("%s are written in Markdown", (_what, html, markdown) => {
  expect(exampleMarkdown(html)).toBe(markdown);
});

test("a figure that ends a page stays, with its caption", () => {
  const figure =
    '<figure><img src="/d.png" alt="Depths"><figcaption>Depth at low water, measured in May.</figcaption></figure>';
  expect(exampleMarkdown(figure, "")).toBe("![Depths](https://a.test/d.png)\n\nDepth at low water, measured in May.");
});
