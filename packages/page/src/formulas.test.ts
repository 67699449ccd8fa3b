import { expect, test } from "vitest";
import { readPage } from "./page.ts";

const textOf = (html: string) =>
  readPage(Buffer.from(`<meta charset=utf-8><main><p>${html}</p></main>`), { url: "https://a.test/" }).text;

const annotated = (tex: string, open = "<math>") =>
  `${open}<semantics><mrow><mi>E</mi><mo>=</mo></mrow><annotation encoding="application/x-tex">${tex}</annotation></semantics></math>`;

test.each([
  [
    "KaTeX's",
    `<span class="katex"><span class="katex-mathml">${annotated("E=mc^2")}</span><span class="katex-html" aria-hidden="true"><span class="base">E<span>=</span></span></span></span>`,
  ],
  [
    "MathJax 2's",
    `<span class="MathJax_Preview">E=</span><span class="MathJax" id="x"><span><nobr>E=mc2</nobr></span></span><script type="math/tex; mode=display">E=mc^2</script>`,
  ],
  ["a MathJax script that kramdown wrapped", `<script type="math/tex">% <![CDATA[\nE=mc^2 %]]></script>`],
  ["LaTeXML's", '<math alttext="E=mc^2" display="inline"><mi>E</mi></math>'],
  [
    "a wiki's, as MathML and as a picture",
    `<span class="mwe-math-element"><span style="display: none;">${annotated("{\\displaystyle E=mc^2}", '<math alttext="{\\displaystyle E=mc^2}">')}</span><img src="a.svg" class="mwe-math-fallback-image-inline" alt="{\\displaystyle E=mc^2}"></span>`,
  ],
  ["a picture's", '<img class="latex" alt="E=mc^2" src="a.png">'],
])("%s formula is its TeX, once", (_whose, html) => {
  expect(textOf(`The energy ${html} of a mass.`)).toBe("The energy $E=mc^2$ of a mass.");
});

test("two formulas in a row are two, and what a formula escapes is decoded", () => {
  expect(textOf(`${annotated("a")}${annotated("b")} and ${annotated("a &lt; b")}`)).toBe("$a$$b$ and $a < b$");
});

test("MathML without TeX is read as it stands", () => {
  expect(textOf("So <math><mi>x</mi><mo>=</mo><mn>1</mn></math>.")).toBe("So x=1.");
});

test("a formula that never ends takes nothing else with it", () => {
  expect(textOf(`a <math><annotation encoding="application/x-tex">b`)).toBe("a");
  expect(textOf(`a <math alttext="b">c</p><p>More of it.`)).toContain("More of it.");
});

test.each([
  [
    "for small screens beside the same for large ones",
    '<span class="show-on-mobiles">Doc</span> <span class="hide-on-mobiles">Documentation</span>',
  ],
  [
    "for small screens, in Bootstrap's words",
    '<span class="d-md-none">Doc</span><span class="d-none d-md-inline">Documentation</span>',
  ],
  [
    "for small screens, in Tailwind's words",
    '<span class="md:hidden">Doc</span><span class="hidden md:inline">Documentation</span>',
  ],
  ["that a style hides", '<span style="display:none">Doc</span>Documentation'],
  ["that a font draws as an icon", '<i class="material-icons" aria-hidden="true">menu</i>Documentation'],
])("words %s are not read", (_which, html) => {
  const page = readPage(Buffer.from(`<nav><a href="/docs">${html}</a></nav>`), { url: "https://a.test/" });
  expect(page.links.map(({ text }) => text)).toEqual(["Documentation"]);
});

test("an element that hides words and is never closed hides no more than its paragraph", () => {
  expect(textOf("Shown <span style='display:none'>not <span>shown</p><p>Shown again.")).toBe("Shown\nShown again.");
});
