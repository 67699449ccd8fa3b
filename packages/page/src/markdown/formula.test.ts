import { expect, test } from "vitest";
import { markdownOf } from "../../../../test/page/example-markdown.ts";

const TEX = "\\frac{a}{b} &lt; x_1";

test.each([
  [
    "an annotation",
    `<math><semantics><mfrac><mi>a</mi><mi>b</mi></mfrac><annotation encoding="application/x-tex">${TEX}</annotation></semantics></math>`,
  ],
  ["alttext", `<math alttext="{\\displaystyle ${TEX}}"><mi>a</mi></math>`],
  ["a script", `<script type="math/tex">\\frac{a}{b} < x_1</script>`],
  ["an image", `<img class="tex" src="f.png" alt="${TEX}">`],
  ["an image that says so with delimiters alone", `<img src="f.png" alt="\\(${TEX}\\)">`],
  ["an image with a command in its alt", `<img src="f.png" alt="${TEX}">`],
  ["the path of a picture", '<img src="https://math.test/svg/%5Cfrac%7Ba%7D%7Bb%7D%3Cx_1">'],
  ["an image of a learning platform", `<img class="equation_image" src="f.png" alt="LaTeX: ${TEX}">`],
  [
    "MathJax 4's attribute",
    `<mjx-container class="MathJax" jax="CHTML"><mjx-math data-latex="${TEX}"><mjx-mfrac data-latex="${TEX}">ab</mjx-mfrac></mjx-math></mjx-container>`,
  ],
  ["pandoc's span", `<span class="math inline">\\(${TEX}\\)</span>`],
  ["an editor's attribute", `<span class="ql-formula" data-value="${TEX}"><span>ab</span></span>`],
  ["an element of its own", `<d-math>${TEX}</d-math>`],
  [
    "the address of a picture",
    '<img src="https://latex.codecogs.com/svg.image?%5Cinline%20%5Cfrac%7Ba%7D%7Bb%7D%3Cx_1">',
  ],
  [
    "MathJax 4's svg, in two parts",
    `<mjx-container class="MathJax" jax="SVG"><svg><g data-mml-node="math" data-latex="${TEX}"><path/></g></svg><mjx-break> </mjx-break><svg><g data-mml-node="math" data-latex="${TEX}"></g></svg></mjx-container>`,
  ],
  [
    "KaTeX, which writes it twice",
    `<span class="katex"><span class="katex-mathml"><math><semantics><mi>a</mi><annotation encoding="application/x-tex">${TEX}</annotation></semantics></math></span><span class="katex-html" aria-hidden="true"><span>a</span>b</span></span>`,
  ],
  [
    "a wiki, which hides its MathML",
    `<span><span style="display: none;"><math alttext="${TEX}"><mi>a</mi></math></span><img class="mwe-math-fallback-image-inline" src="x.svg" alt="{\\displaystyle ${TEX}}"></span>`,
  ],
])("a formula in %s is TeX between dollar signs", (_where, html) => {
  expect(markdownOf(`<p>Let ${html} be small.</p>`).replace(/\s*<\s*/, " < ")).toBe(
    "Let $\\frac{a}{b} < x_1$ be small.",
  );
});

const box = (inner: string) =>
  `<span class="vlist-t"><span class="vlist-r"><span class="vlist">${inner}</span></span></span>`;
const at = (inner: string) => `<span style="top:-3em"><span class="pstrut"></span>${inner}</span>`;
const letter = (sign: string) => `<span class="mord mathnormal">${sign}</span>`;

test.each([
  [
    "KaTeX without MathML",
    `<span class="katex"><span class="katex-html" aria-hidden="true"><span class="base"><span class="strut"></span><span class="mord"><span class="mfrac">${box(at(letter("b")) + at('<span class="frac-line"></span>') + at(letter("a")))}</span></span><span class="mrel">&lt;</span><span class="mord">${letter("x")}<span class="msupsub"><span class="vlist-t vlist-t2"><span class="vlist-r"><span class="vlist">${at('<span class="mord">1</span>')}</span></span></span></span></span></span></span></span>`,
  ],
  [
    "MathJax 3's svg",
    '<mjx-container class="MathJax" jax="SVG"><svg><g data-mml-node="math"><g data-mml-node="mfrac"><g data-mml-node="mi"><path data-c="1D44E"></path></g><g data-mml-node="mi"><use data-c="1D44F"></use></g><rect></rect></g><g data-mml-node="mo"><path data-c="3C"></path></g><g data-mml-node="msub"><g data-mml-node="mi"><path data-c="1D465"></path></g><g data-mml-node="mn"><path data-c="31"></path></g></g></g></svg></mjx-container>',
  ],
  [
    "MathJax 3's fonts",
    '<mjx-container class="MathJax" jax="CHTML"><mjx-math aria-hidden="true"><mjx-mfrac><mjx-frac><mjx-num><mjx-nstrut></mjx-nstrut><mjx-mi><mjx-c class="mjx-c1D44E TEX-I"></mjx-c></mjx-mi></mjx-num><mjx-den><mjx-mi><mjx-c class="mjx-c1D44F TEX-I"></mjx-c></mjx-mi></mjx-den></mjx-frac></mjx-mfrac><mjx-mo><mjx-c class="mjx-c3C"></mjx-c></mjx-mo><mjx-msub><mjx-mi><mjx-c class="mjx-c1D465"></mjx-c></mjx-mi><mjx-script><mjx-mn><mjx-c class="mjx-c31"></mjx-c></mjx-mn></mjx-script></mjx-msub></mjx-math></mjx-container>',
  ],
  [
    "MathJax 2 from MathML",
    '<span class="MathJax"><nobr>ab</nobr></span><script type="math/mml"><math><mfrac><mi>a</mi><mi>b</mi></mfrac><mo>&lt;</mo><msub><mi>x</mi><mn>1</mn></msub></math></script>',
  ],
])("what %s has drawn is read as TeX", (_what, html) => {
  expect(markdownOf(`<p>Let ${html} be small.</p>`)).toBe("Let $\\frac{a}{b}<x_1$ be small.");
});

test("a drawing that does not end takes nothing else with it, and many of them take no longer", () => {
  const html = '<p>Read <mjx-container class="MathJax"><mjx-math>'.repeat(3_000);
  expect(markdownOf(`${html}all of it.</p>`)).toContain("all of it.");
});

test("formulas in a row stay apart", () => {
  const [a, b] = ["a", "b"].map((sign) => `<math alttext="${sign}_1"><mi>${sign}</mi></math>`);
  expect(markdownOf(`<p>It maps ${a}\n${b} here.</p>`)).toBe("It maps $a_1$ $b_1$ here.");
});

test("an environment that stands in the text is a formula of its own line", () => {
  const tex = "\\begin{align}\na &= b_1 \\\\ c &= *d*\n\\end{align}";
  expect(markdownOf(`<p>So</p>${tex}<p>holds.</p>`)).toBe(`So\n\n$$\n${tex}\n$$\n\nholds.`);
  expect(markdownOf(`<p>So $$${tex}$$ holds.</p>`)).toContain("$$\\begin{align} a &= b_1");
});

test.each([
  ["a function", "<mi>log</mi><mi>x</mi>", "\\log x"],
  [
    "letters of fonts",
    '<mi>ℝ</mi><mi mathvariant="bold">v</mi><mi>𝒪</mi><mi>α</mi>',
    "\\mathbb{R}\\mathbf{v}\\mathcal{O}\\alpha",
  ],
  ["a line above", '<menclose notation="top"><mrow><mi>A</mi><mi>B</mi></mrow></menclose>', "\\overline{AB}"],
  ["an accent", "<mover><mi>x</mi><mo>^</mo></mover>", "\\hat{x}"],
  [
    "limits",
    "<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover>",
    "\\sum_{i=1}^n",
  ],
  ["a derivative", "<msup><mi>f</mi><mo>′</mo></msup>", "f'"],
  [
    "cases",
    "<mrow><mo>{</mo><mtable><mtr><mtd><mi>a</mi></mtd><mtd><mtext>if </mtext><mi>b</mi></mtd></mtr></mtable></mrow>",
    "\\begin{cases} a & \\text{if }b \\end{cases}",
  ],
  [
    "a matrix",
    "<mo>(</mo><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr></mtable><mo>)</mo>",
    "\\begin{pmatrix} 1 & 2 \\end{pmatrix}",
  ],
])("MathML's %s has its name in TeX", (_what, html, tex) => {
  expect(markdownOf(`<p>Here <math>${html}</math> holds.</p>`)).toBe(`Here $${tex}$ holds.`);
});

test("a formula for itself is a block", () => {
  expect(markdownOf('<p>So</p><div class="math notranslate">\n\\[a *b* \\\\ c\\]\n</div><p>holds.</p>')).toBe(
    "So\n\n$$a *b* \\\\ c$$\n\nholds.",
  );
  expect(markdownOf('<p>So <script type="math/tex; mode=display">a_b</script> holds.</p>')).toBe(
    "So\n\n$$a_b$$\n\nholds.",
  );
  expect(
    markdownOf(
      '<p>So</p><math display="block"><annotation encoding="application/x-tex">a\n+b</annotation></math><p>holds.</p>',
    ),
  ).toBe("So\n\n$$\na\n+b\n$$\n\nholds.");
});

test("code in the language of formulas, and TeX that a library could not draw, are formulas", () => {
  expect(
    markdownOf('<p>So</p><pre lang="math"><code class="language-math math-display">a_b\n</code></pre><p>holds.</p>'),
  ).toBe("So\n\n$$a_b$$\n\nholds.");
  expect(
    markdownOf(
      '<p>Let <code class="language-math math-inline">a_b</code> and <span class="katex-error" title="?">\\no{x}</span>.</p>',
    ),
  ).toBe("Let $a_b$ and $\\no{x}$.");
});

test("a table of LaTeXML's around a formula of its own line is none", () => {
  const cells = (inner: string) => `<td class="ltx_eqn_cell"></td><td>${inner}</td><td><span>(1)</span></td>`;
  expect(
    markdownOf(
      `<p>So</p><table class="ltx_equation ltx_eqn_table"><tbody><tr>${cells('<math alttext="a=b" display="block"><mi>a</mi></math>')}</tr></tbody></table><p>holds.</p>`,
    ),
  ).toBe("So\n\n$$a=b$$\n\n(1)\n\nholds.");
});

test("MathML's scripts in front of their base stay there", () => {
  const scripts = "<mn>6</mn><none/><mprescripts/><mn>1</mn><mn>2</mn>";
  expect(markdownOf(`<p>Take <math><mmultiscripts><mi>C</mi>${scripts}</mmultiscripts></math> here.</p>`)).toBe(
    `Take \${}_1^2C_6$ here.`,
  );
});

test("TeX that stands in the text is left as it is", () => {
  expect(markdownOf("<p>Take \\(a_1 * b_2 * c\\) and $x_1 \\cdot *y*$, but 3 *stars* for $5.</p>")).toBe(
    "Take \\(a_1 * b_2 * c\\) and $x_1 \\cdot *y*$, but 3 \\*stars\\* for $5.",
  );
});

test("MathML without TeX becomes TeX", () => {
  expect(
    markdownOf("<p>Here <math><msup><mi>x</mi><mn>2</mn></msup><mo>≤</mo><msqrt><mi>y</mi></msqrt></math> holds.</p>"),
  ).toBe("Here $x^2\\leq \\sqrt{y}$ holds.");
});

test("what MathJax 3 has drawn becomes TeX from the MathML beside it, drawn with fonts or as svg", () => {
  const beside = (display: string) =>
    `<mjx-assistive-mml><math display="${display}"><msup><mi>x</mi><mn>2</mn></msup></math></mjx-assistive-mml>`;
  const drawn = '<mjx-math aria-hidden="true"><mjx-mi>x</mjx-mi></mjx-math>';
  expect(markdownOf(`<p>Let <mjx-container class="MathJax">${drawn}${beside("inline")}</mjx-container> be.</p>`)).toBe(
    "Let $x^2$ be.",
  );
  const svg = '<svg><g data-mml-node="math"><path/></g></svg>';
  expect(markdownOf(`<p>So <mjx-container class="MathJax">${svg}${beside("block")}</mjx-container> holds.</p>`)).toBe(
    "So\n\n$$x^2$$\n\nholds.",
  );
});

test("an icon of a library's own, hidden with elements in it that end at once, takes nothing else with it", () => {
  expect(markdownOf('<p>Read <x-icon aria-hidden="true"><svg><g><path/></g></svg></x-icon>all of it.</p>')).toBe(
    "Read all of it.",
  );
});

test("a formula that is all of the last paragraph is kept, on a line of its own", () => {
  const drawn = '<span class="katex"><span class="katex-html" aria-hidden="true"><span>a</span></span></span>';
  expect(markdownOf(`<p>It is:</p><p><span class="math-block" data-math="a = \\frac{b}{2}">${drawn}</span></p>`)).toBe(
    "It is:\n\n$$a = \\frac{b}{2}$$",
  );
});

test("an image whose alt is a sentence about a command stays an image", () => {
  expect(markdownOf('<p>See <img src="f.png" alt="How to write \\frac{a}{b} in it"> here.</p>')).toContain(
    "![How to write",
  );
});

test("the number of an equation stands behind it", () => {
  const row = "<mlabeledtr><mtd><mtext>(1)</mtext></mtd><mtd><mi>a</mi><mo>=</mo><mi>b</mi></mtd></mlabeledtr>";
  expect(markdownOf(`<p>It is <math><mtable displaystyle="true">${row}</mtable></math> now.</p>`)).toMatch(
    /a ?= ?b ?\\qquad ?\\text\{\(1\)\}/,
  );
});
