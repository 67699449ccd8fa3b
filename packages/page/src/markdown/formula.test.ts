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
