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
  ["an image of a learning platform", `<img class="equation_image" src="f.png" alt="LaTeX: ${TEX}">`],
  [
    "MathJax 4's attribute",
    `<mjx-container class="MathJax" jax="CHTML"><mjx-math data-latex="${TEX}"><mjx-mfrac data-latex="${TEX}">ab</mjx-mfrac></mjx-math></mjx-container>`,
  ],
  ["pandoc's span", `<span class="math inline">\\(${TEX}\\)</span>`],
  [
    "KaTeX, which writes it twice",
    `<span class="katex"><span class="katex-mathml"><math><semantics><mi>a</mi><annotation encoding="application/x-tex">${TEX}</annotation></semantics></math></span><span class="katex-html" aria-hidden="true"><span>a</span>b</span></span>`,
  ],
  [
    "a wiki, which hides its MathML",
    `<span><span style="display: none;"><math alttext="${TEX}"><mi>a</mi></math></span><img class="mwe-math-fallback-image-inline" src="x.svg" alt="{\\displaystyle ${TEX}}"></span>`,
  ],
])("a formula in %s is TeX between dollar signs", (_where, html) => {
  expect(markdownOf(`<p>Let ${html} be small.</p>`)).toBe("Let $\\frac{a}{b} < x_1$ be small.");
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

test("TeX that stands in the text is left as it is", () => {
  expect(markdownOf("<p>Take \\(a_1 * b_2 * c\\) and $x_1 \\cdot *y*$, but 3 *stars* for $5.</p>")).toBe(
    "Take \\(a_1 * b_2 * c\\) and $x_1 \\cdot *y*$, but 3 \\*stars\\* for $5.",
  );
});

test("MathML without TeX becomes TeX", () => {
  expect(
    markdownOf("<p>Here <math><msup><mi>x</mi><mn>2</mn></msup><mo>≤</mo><msqrt><mi>y</mi></msqrt></math> holds.</p>"),
  ).toBe("Here $x^{2} \\le \\sqrt{y}$ holds.");
});

test("what MathJax 3 has drawn becomes TeX from the MathML beside it, drawn with fonts or as svg", () => {
  const beside = (display: string) =>
    `<mjx-assistive-mml><math display="${display}"><msup><mi>x</mi><mn>2</mn></msup></math></mjx-assistive-mml>`;
  const drawn = '<mjx-math aria-hidden="true"><mjx-mi>x</mjx-mi></mjx-math>';
  expect(markdownOf(`<p>Let <mjx-container class="MathJax">${drawn}${beside("inline")}</mjx-container> be.</p>`)).toBe(
    "Let $x^{2}$ be.",
  );
  const svg = '<svg><g data-mml-node="math"><path/></g></svg>';
  expect(markdownOf(`<p>So <mjx-container class="MathJax">${svg}${beside("block")}</mjx-container> holds.</p>`)).toBe(
    "So\n\n$$x^{2}$$\n\nholds.",
  );
});

test("an icon of a library's own, hidden with elements in it that end at once, takes nothing else with it", () => {
  expect(markdownOf('<p>Read <x-icon aria-hidden="true"><svg><g><path/></g></svg></x-icon>all of it.</p>')).toBe(
    "Read all of it.",
  );
});
