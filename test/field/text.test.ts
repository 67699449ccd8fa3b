// Excerpts and Markdown of pages, after reports to those who turn HTML into text.
import { home, page, testCases, text } from "./field.ts";

/** A site with this main content on one page, and another page. */
const one = (title: string, main: string) => ({
  "/": home("/one", "/two"),
  "/one": page(title, main + text("one")),
  "/two": page("Another", text("two")),
});
const code = (name: string, lines: string) => `<pre><code class="language-${name}">${lines}</code></pre>`;

testCases([
  {
    name: "hidden words are left out, words that some screens or a click show are kept",
    site: () =>
      one(
        "Hive",
        `<p>Open the hive from <span style="display:none">NO-1</span>noon to four on warm days of the year.</p>
        <p hidden>NO-2</p><p aria-hidden="true">NO-3</p><template><p>NO-4</p></template><div style="visibility: hidden">NO-5</div>
        <p class="hidden md:block">YES-1 stands on wide screens.</p><div hidden="until-found"><p>YES-2 is found by a search.</p></div>
        <details><summary>When?</summary><p>YES-3 is behind a click.</p></details>`,
      ),
    says: ["Open the hive from noon to four"],
    never: [/NO-\d/],
    full: ["YES-1", "YES-2", "YES-3", "When?"],
  },
  {
    name: "words for screen readers are left out",
    site: () =>
      one(
        "Wax",
        `<p>Melt <a href="https://wax.example/">the wax<span class="VisuallyHidden"> (external)</span></a> at low heat <span class="u-sr-only">Note: </span>and let it cool.</p>
        <ul><li><span class="screen-reader-only">Item: </span>Old combs</li></ul><svg role="img"><title>Arrow</title></svg>`,
      ),
    says: ["Melt the wax at low heat and let it cool."],
    never: [/\(external\)|Note:|Item:|Arrow/],
    full: ["- Old combs"],
  },
  {
    name: "each panel of tabs stands under its label, several kits on one page",
    site: () =>
      one(
        "Install",
        `<p>Choose a way.</p><div class="tabbed-set"><input type="radio" id="a"><div class="tabbed-labels"><label for="a">Pip</label><label for="b">Conda</label></div><div class="tabbed-content"><div class="tabbed-block">${code("sh", "pip install hive")}</div><div class="tabbed-block">${code("sh", "conda install hive")}</div></div></div>
        <div class="tabs-container"><ul role="tablist" class="tabs"><li role="tab">Yarn</li><li role="tab">Pnpm</li></ul><div><div role="tabpanel">${code("sh", "yarn add hive")}</div><div role="tabpanel" hidden>${code("sh", "pnpm add hive")}</div></div></div>
        <ul class="nav nav-tabs" role="tablist"><li><a data-bs-toggle="tab" href="#w" role="tab">Windows</a></li><li><a href="#m" role="tab">Mac</a></li></ul><div class="tab-content"><div class="tab-pane active" id="w"><p>Start the installer.</p></div><div class="tab-pane" id="m"><p>Open the image.</p></div></div>`,
      ),
    full: [
      ...["pip install hive", "conda install hive", "yarn add hive", "pnpm add hive"],
      ...["Start the installer.", "Open the image."],
      ...["**Pip**", "**Conda**", "**Yarn**", "**Pnpm**", "**Windows**", "**Mac**"],
    ],
  },
  {
    name: "code has no line numbers, buttons and pop-ups, and labels stay apart",
    site: () =>
      one(
        "Scale",
        `<table class="highlighttable"><tr><td class="linenos"><pre>1\n2</pre></td><td class="code"><pre><code>weigh = 1\nprint = 2\n</code></pre></td></tr></table>
        <pre><span class="linenos">1</span>tare = 3\n<span class="linenos">2</span>sum = 4\n</pre>
        <div class="highlighter-rouge"><pre><code><table class="rouge-table"><tr><td class="rouge-gutter gl"><pre class="lineno">1\n</pre></td><td class="rouge-code"><pre>mean = 5\n</pre></td></tr></table></code></pre></div>
        <pre class="linenums"><ol class="linenums"><li class="L0"><code>low = 6</code></li><li class="L1"><code>high = 7</code></li></ol></pre>
        <pre class="shiki"><code><span class="twoslash-hover"><span class="twoslash-popup-container"><code>NO-type</code></span>scale</span>(8)</code></pre>
        <table><tr><td class="blob-num" data-line-number="1"></td><td class="blob-code">tip = 9</td></tr><tr><td class="blob-num"></td><td class="blob-code">  top = 10</td></tr></table>
        <pre><code>cut<template>NO-hint</template>(11)<div class="twoslash-meta-line">NO-error</div></code></pre>
        <div><input type="radio"><label>npm</label><input type="radio"><label>pnpm</label></div>
        <pre class="brush: python">import hive<br>hive.run()</pre><pre><code>a \`\`\` b</code></pre><p>Use <code>x\`y</code>.</p>`,
      ),
    full: [
      "\nweigh = 1\nprint = 2\n",
      "\ntare = 3\nsum = 4\n",
      "\nmean = 5\n",
      "\nlow = 6\nhigh = 7\n",
      "\nscale(8)\n",
      "```\ntip = 9\n  top = 10\n```",
      "\ncut(11)\n",
      "```python\nimport hive\nhive.run()\n",
      "````\na ``` b\n````",
      "``x`y``",
    ],
    never: [/NO-/, /^\d$/m, /npmpnpm/],
  },
  {
    name: "headings have no signs, anchors and links to themselves",
    site: () =>
      one(
        "Work",
        `<h2 id="a">Whipping<a class="headerlink" href="#a">¶</a></h2>${text("a")}<h2 id="b"><a class="anchor" href="#b" aria-label="Permalink to Seizing"></a>Seizing <a href="#b">#</a></h2>${text("b")}
        <h2 id="c">Coiling <button title="Copy link">Copy link</button></h2>${text("c")}<h2>C# and F#</h2>${text("d")}<h2 id="e">Serving <a class="permalink" href="#e">Link to this section</a></h2>${text("e")}<h2 id="f">Worming <a href="#top">Back to top</a></h2>${text("f")}`,
      ),
    full: ["Whipping", "Seizing", "Coiling", "Serving", "Worming"].map((heading) => `\n## ${heading}\n`),
    says: [/^(?!.*(?:¶|Copy link))/s],
  },
  {
    name: "sections, paragraphs and boxes are content whose names are their subjects",
    site: () => {
      const chapter = (id: string) =>
        `<section id="${id.toLowerCase()}"><h2>${id}</h2><p>${id} of the hive are told here.</p>${text(id)}</section>`;
      return one(
        "Manual",
        `${text("m")}${["Cookies", "Comments", "Discussion", "Footer"].map(chapter).join("")}
        <h2 id="gdpr-title">On the GDPR</h2><p class="gdpr-paragraph">Consent of a bee is hard to get.</p>
        <div class="code-toolbar"><pre><code>smoke()</code></pre><div class="toolbar"><button>Copy</button></div></div>
        <div class="faq"><h3><button aria-expanded="false" aria-controls="x">May I swim?</button></h3><div id="x" role="region" hidden><p>Nobody swims in the honey.</p></div></div>`,
      );
    },
    full: [
      ...["Cookies", "Comments", "Discussion", "Footer"].map((id) => `${id} of the hive are told here.`),
      ...["Consent of a bee is hard", "\nsmoke()\n", "Nobody swims in the honey."],
    ],
  },
  {
    name: "definition lists, nested lists and tables keep their content",
    site: () =>
      one(
        "Parts",
        `<dl><dt><code>--speed</code></dt><dd>How fast it turns.</dd><dd>Default: 4.</dd><div><dt>load</dt><dd><p>What it lifts:</p><ul><li>boxes</li></ul></dd></div></dl>
        <ol start="3"><li><p>Cast off.</p><p>Wait a while.</p></li><li>Turn<ul><li>left<ol><li>slowly</li></ol></li></ul></li></ol>
        <table><caption>Water in May</caption><tr><th>Day</th><th>Height</th></tr><tr><td>Mon</td><td>3.1<br>low</td></tr><tr><td>Tue</td><td><ul><li>3.3</li><li>3.4</li></ul></td></tr><tr><td><code>a | b</code></td><td></td></tr></table>`,
      ),
    full: [
      "How fast it turns.",
      "Default: 4.",
      "What it lifts:",
      "boxes",
      "\n3. Cast off.",
      "Wait a while.",
      "\n4. Turn",
      "1. slowly",
      "Water in May",
      "| Mon | 3.1<br>low |",
      "3.4",
      "a \\| b",
    ],
    never: [/turns\.Default|loadWhat/],
  },
  {
    name: "pictures keep alt text and address, captions keep links, and image data is left out",
    site: () =>
      one(
        "Views",
        `<figure><img class="lazy" src="data:image/gif;base64,R0lGODlhAQABAAAAACH5" data-src="/hive.jpg" alt="The hive"><noscript><img src="/hive.jpg" alt="The hive"></noscript><figcaption>Seen from <a href="/two">the gate</a>.</figcaption></figure>${text("v")}
        <figure>${code("sh", "plan()")}<figcaption>Listing 1.</figcaption></figure><img src="/dot.gif" alt="">`,
      ),
    full: ["/hive.jpg)", "![The hive](", "[the gate](http", "plan()", "Listing 1."],
    never: [/base64/],
  },
  {
    name: "declarative shadow roots are read, their styles are not",
    site: () =>
      one(
        "Box",
        `<a-box><template shadowrootmode="open"><style>p{}</style><p>Words of the outer box.</p><b-box><template shadowrootmode="open"><p>Words of the inner box.</p></template></b-box></template></a-box><template><p>NO</p></template>`,
      ),
    full: ["Words of the outer box.", "Words of the inner box."],
    never: [/p\{\}|NO/],
  },
  {
    name: "formulas are written once, powers and ruby stay readable",
    site: () =>
      one(
        "Signs",
        `<p>A hive of 10<sup>4</sup> bees weighs <span class="katex"><span class="katex-mathml"><math><semantics><mi>m</mi><annotation encoding="application/x-tex">m=2k</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">m=2k</span></span> grams<sup><a href="#n1">1</a></sup> in <ruby>蜂<rt>はち</rt></ruby> years.</p>`,
      ),
    full: ["m=2k"],
    never: [/104 bees|grams1|蜂はち/],
  },
  {
    name: "soft hyphens, <wbr> and entities leave whole words",
    site: () =>
      one(
        "Bienen&shy;wachs &#150; AT&amp;T",
        "<p>Das Bienen\u00adwachs wiegt 10&nbsp;kg und heißt getCell<wbr>Name, nicht R&amp;amp;D, sagt der Imker.</p>",
      ),
    says: ["[Bienenwachs – AT&T]", "Das Bienenwachs wiegt 10 kg und heißt getCellName, nicht R&amp;D"],
    never: [/\u00ad/],
  },
  {
    name: "each link is one line, and signs of Markdown are escaped",
    site: () =>
      one(
        "Links",
        `<p>Read <a href="/two">first<br>second</a>, <a href="javascript:void(0)">script</a>, <a href="/two"> spaced </a>and <a href="/two"><b>bold</b></a>.</p>
        <a href="/two"><h3>Card</h3><p>Words of the card.</p></a><p># no heading</p><p>1. no list</p><p>&gt; no quote</p><p>This is<b> bold </b>word and <em></em>mid<b>dle</b>word.</p>`,
      ),
    full: [
      "[first second](http",
      "[spaced](http",
      "[**bold**](http",
      "### [Card](http",
      "Words of the card.",
      "This is **bold** word and mid**dle**word.",
    ],
    never: [/javascript:|^# no|^1\. no|^> no/m],
  },
  {
    name: "titles and excerpts are whole in every script",
    site: () => {
      const zh = "这只蜜蜂在早晨六点离开蜂巢，飞向北方的草地。";
      return {
        "/": page(
          "养蜂指南",
          `<p>关于养蜂的一切。</p><a href="/a">a</a> <a href="/b">b</a> <a href="/c">c</a> <a href="/d">d</a>`,
          { lang: "zh" },
        ),
        "/a": page("蜂｜养蜂指南", `<p>${zh.repeat(20)}</p>`, { lang: "zh", h1: "蜂" }),
        "/b": page("蜡｜养蜂指南", "<p>蜡有三种颜色！你知道吗？</p>", { lang: "zh", h1: "蜡" }),
        "/c": page("\u202bالنحل\u202c｜养蜂指南", "<p>متى تخرج النحلة؟ تخرج عند الفجر.</p>", {
          lang: "zh",
          h1: "النحل",
        }),
        "/d": page("👩‍🌾 کندوها｜养蜂指南", "<p>این صفحه دربارهٔ کندوها می‌گوید.</p>", { lang: "zh", h1: "کندوها" }),
      };
    },
    args: ["--desc-length", "120"],
    says: ["[蜂]", "[蜡]", "[النحل]", "[👩‍🌾 کندوها]", /草地。\n/, "蜡有三种颜色！", "می‌گوید", "متى تخرج النحلة؟"],
    never: [/[\u202a-\u202e\ufffd]|\[[^\]]*｜/],
  },
]);
