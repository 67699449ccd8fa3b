/** Signs that TeX has a name for, each before its name. */
const NAMED =
  "α alpha β beta γ gamma δ delta ϵ epsilon ε varepsilon ζ zeta η eta θ theta ϑ vartheta ι iota κ kappa λ lambda μ mu µ mu ν nu ξ xi π pi ϖ varpi ρ rho ϱ varrho σ sigma ς varsigma τ tau υ upsilon ϕ phi φ varphi χ chi ψ psi ω omega Γ Gamma Δ Delta Θ Theta Λ Lambda Ξ Xi Π Pi Σ Sigma Υ Upsilon Φ Phi Ψ Psi Ω Omega " +
  "∑ sum ∏ prod ∐ coprod ∫ int ∬ iint ∭ iiint ∮ oint ∞ infty ≤ leq ⩽ leqslant ≥ geq ⩾ geqslant ≠ neq ≪ ll ≫ gg ≈ approx ≡ equiv ∼ sim ≃ simeq ≅ cong ∝ propto ≺ prec ≻ succ ⪯ preceq ⪰ succeq ≐ doteq ≜ triangleq " +
  "× times ÷ div · cdot ⋅ cdot ∘ circ ⋆ star ± pm ∓ mp ⊕ oplus ⊖ ominus ⊗ otimes ⊙ odot ∙ bullet • bullet † dagger ‡ ddagger " +
  "→ to ← leftarrow ↔ leftrightarrow ⇒ Rightarrow ⇐ Leftarrow ⇔ Leftrightarrow ⟹ implies ⟺ iff ⟶ longrightarrow ⟵ longleftarrow ⟼ longmapsto ↦ mapsto ↑ uparrow ↓ downarrow ↪ hookrightarrow ⇀ rightharpoonup ⇌ rightleftharpoons ↗ nearrow ↘ searrow " +
  "∈ in ∉ notin ∋ ni ⊂ subset ⊆ subseteq ⊃ supset ⊇ supseteq ⊊ subsetneq ∪ cup ∩ cap ∖ setminus ⋃ bigcup ⋂ bigcap ⋁ bigvee ⋀ bigwedge ⨁ bigoplus ⨂ bigotimes ∅ emptyset ⌀ varnothing ∀ forall ∃ exists ∄ nexists ¬ neg ∧ wedge ∨ vee ⊢ vdash ⊨ models ⊤ top ⊥ perp ∴ therefore ∵ because " +
  "∂ partial ∇ nabla ℓ ell ℏ hbar ℘ wp ℜ Re ℑ Im ℵ aleph ∠ angle △ triangle □ square ◊ lozenge … ldots ⋯ cdots ⋮ vdots ⋱ ddots ⟨ langle ⟩ rangle 〈 langle 〉 rangle ⌊ lfloor ⌋ rfloor ⌈ lceil ⌉ rceil ∥ Vert ‖ Vert ≲ lesssim ≳ gtrsim ⊳ rhd ⊲ lhd";
const SIGNS = new Map<string, string>();
{
  const words = NAMED.split(" ");
  for (let at = 0; at + 1 < words.length; at += 2) SIGNS.set(words[at] ?? "", `\\${words[at + 1]} `);
}
for (const sign of "{}%#&$_") SIGNS.set(sign, `\\${sign}`);
for (const [sign, tex] of [..."−-′'⁡⁢⁣⁤​\u00a0"].map((sign) => [sign, ""] as const)) SIGNS.set(sign, tex);
SIGNS.set("−", "-")
  .set("′", "'")
  .set("″", "''")
  .set("‴", "'''")
  .set("'", "'")
  .set("-", "-")
  .set("𝜖", "\\epsilon ")
  .set("𝜗", "\\vartheta ")
  .set("𝜙", "\\phi ")
  .set("𝜚", "\\varrho ")
  .set("∣", "|")
  .set("∗", "*")
  .set("\\", "\\backslash ");

/** Functions that TeX writes upright. */
const FUNCTIONS = new Set(
  "arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf limsup ln log max min Pr sec sin sinh sup tan tanh".split(
    " ",
  ),
);
/** Accents by the sign that is drawn above: for one letter, and for more. */
const ABOVE: Readonly<Record<string, readonly [string, string]>> = {
  "^": ["hat", "widehat"],
  ˆ: ["hat", "widehat"],
  "~": ["tilde", "widetilde"],
  "˜": ["tilde", "widetilde"],
  "∼": ["tilde", "widetilde"],
  "¯": ["bar", "overline"],
  ˉ: ["bar", "overline"],
  "‾": ["bar", "overline"],
  _: ["bar", "overline"],
  "→": ["vec", "overrightarrow"],
  "⃗": ["vec", "overrightarrow"],
  "˙": ["dot", "dot"],
  ".": ["dot", "dot"],
  "¨": ["ddot", "ddot"],
  ˇ: ["check", "check"],
  "˘": ["breve", "breve"],
  "´": ["acute", "acute"],
  "`": ["grave", "grave"],
  "˚": ["mathring", "mathring"],
  "⏞": ["overbrace", "overbrace"],
};
const BELOW: Readonly<Record<string, string>> = {
  "⏟": "underbrace",
  _: "underline",
  "‾": "underline",
  "̲": "underline",
};
/** Fonts by TeX's name, as `mathvariant` of MathML has them; the first of a variant is the one written. */
export const TEX_FONTS: Readonly<Record<string, string>> = {
  mathbf: "bold",
  boldsymbol: "bold-italic",
  mathbb: "double-struck",
  mathcal: "script",
  mathscr: "script",
  mathfrak: "fraktur",
  mathsf: "sans-serif",
  mathtt: "monospace",
  mathrm: "normal",
};

/** Letters that Unicode has in a mathematical font, by the first of each font. */
const LETTERS: readonly (readonly [number, string])[] = [
  [0x1d400, "mathbf"],
  [0x1d434, ""],
  [0x1d468, "boldsymbol"],
  [0x1d49c, "mathcal"],
  [0x1d4d0, "mathcal"],
  [0x1d504, "mathfrak"],
  [0x1d538, "mathbb"],
  [0x1d56c, "mathfrak"],
  [0x1d5a0, "mathsf"],
  [0x1d670, "mathtt"],
  [0x1d6a4, ""],
  [0x1d6a8, "boldsymbol"],
  [0x1d6e2, ""],
  [0x1d71c, "boldsymbol"],
  [0x1d7ce, "mathbf"],
  [0x1d7d8, "mathbb"],
];
const LETTERLIKE: Readonly<Record<string, string>> = { ℂℍℕℙℚℝℤ: "mathbb", ℬℰℱℋℐℒℳℛ: "mathcal", ℭℌℨ: "mathfrak" };

function signTex(sign: string): string {
  const known = SIGNS.get(sign);
  if (known !== undefined) return known;
  const code = sign.codePointAt(0) ?? 0;
  if (code < 0x2100) return sign;
  const plain = sign.normalize("NFKC");
  if (code < 0x1d400) {
    const font = Object.entries(LETTERLIKE).find(([letters]) => letters.includes(sign))?.[1];
    return font === undefined ? sign : `\\${font}{${plain}}`;
  }
  const font = code < 0x1d800 ? LETTERS.findLast(([first]) => code >= first)?.[1] : "";
  const letter = SIGNS.get(plain) ?? plain;
  return font === undefined || font === "" ? letter : `\\${font}{${letter.trim()}}`;
}

/** Signs and letters as TeX has them: a word is a function, or a name that stands upright. */
export function wordTex(text: string): string {
  if (FUNCTIONS.has(text)) return `\\${text} `;
  if (/^[a-z]{2,}$/i.test(text)) return `\\mathrm{${text}}`;
  return signsTex(text);
}

export const signsTex = (text: string): string => joinTex(Array.from(text, signTex));

/** Text among a formula's signs; white space alone says nothing. */
export const textTex = (text: string): string => (text.trim() === "" ? " " : `\\text{${text.replace(/\s+/g, " ")}}`);

const IN_FONT = /^(\\(?:math[a-z]+|text)\{)[^{}]*\}$/;

/** Parts one behind the other, those in one font together; a name in front of a letter needs its space. */
export function joinTex(parts: readonly string[]): string {
  const pieces: string[] = [];
  let font = "";
  let last = "";
  for (const part of parts) {
    if (part === "") continue;
    const own = IN_FONT.exec(part)?.[1] ?? "";
    const isEnd = font !== "" && font !== own;
    if (isEnd) pieces.push("}");
    if (!isEnd && /\\[a-z]+$/i.test(last.slice(-20)) && /^[a-z]/i.test(part)) pieces.push(" ");
    if (own === "") pieces.push(part);
    else pieces.push(part.slice(own === font ? own.length : 0, -1));
    font = own;
    last = part;
  }
  return pieces.join("") + (font === "" ? "" : "}");
}

const braced = (tex: string): string => (/^[a-z\d]$/i.test(tex.trim()) ? tex.trim() : `{${tex.trim()}}`);

/** The base of scripts: one sign, one command with its argument, or a group. */
const baseTex = (base: string): string => {
  const tex = base.trim();
  const isOne = tex.length < 2 || /^\\(?:[a-z]+|.)$/i.test(tex) || /^\\[a-z]+\{[^{}]*\}$/i.test(tex);
  return isOne || tex.startsWith("\\left") || /[)\]}|]$/.test(tex) ? tex : `{${tex}}`;
};

export function scriptsTex(base: string, sub: string, sup: string): string {
  const primes = /^'+/.exec(sup.trim())?.[0] ?? "";
  const rest = sup.trim().slice(primes.length).trim();
  const below = sub.trim() === "" ? "" : `_${braced(sub)}`;
  return `${baseTex(base)}${primes}${below}${rest === "" ? "" : `^${braced(rest)}`}`;
}

export const fractionTex = (above: string, below: string): string => `\\frac{${above.trim()}}{${below.trim()}}`;

export const rootTex = (inner: string, degree = ""): string =>
  degree.trim() === "" ? `\\sqrt{${inner.trim()}}` : `\\sqrt[${degree.trim()}]{${inner.trim()}}`;

/** `above` is the sign itself, `tex` the same in TeX. */
export function overTex(base: string, above: string, tex: string): string {
  const inner = base.trim();
  const accent = ABOVE[above.trim()];
  if (accent !== undefined)
    return `\\${/^(?:.|\\[a-z]+|\\[a-z]+\{.\})$/i.test(inner) ? accent[0] : accent[1]}{${inner}}`;
  if (/^(?:\\[a-z]+|\\(?:over|under)brace\{.*\})$/is.test(inner) || inner.startsWith("\\operatorname"))
    return scriptsTex(inner, "", tex);
  return `\\overset{${tex.trim()}}{${inner}}`;
}

export function underTex(base: string, below: string, tex: string): string {
  const inner = base.trim();
  const accent = BELOW[below.trim()];
  if (accent !== undefined) return `\\${accent}{${inner}}`;
  if (/^(?:\\[a-z]+|\\(?:over|under)brace\{.*\})$/is.test(inner) || /^\\(?:operatorname|mathrm)/.test(inner))
    return scriptsTex(inner, tex, "");
  return `\\underset{${tex.trim()}}{${inner}}`;
}

const MATRICES: Readonly<Record<string, string>> = {
  "()": "pmatrix",
  "[]": "bmatrix",
  "\\{\\}": "Bmatrix",
  "||": "vmatrix",
  "\\{": "cases",
};

/** The start of the second column, where lines of a derivation stand one below the other. */
const RELATION = /^\s*(?:[=<>]|\\(?:leq|geq|neq|approx|equiv|sim|implies|iff|in|to) )/;

/** A table of rows of cells, and the brackets around it. */
export function tableTex(
  rows: readonly (readonly string[])[],
  { open = "", close = "", isAligned = false } = {},
): string {
  const known = MATRICES[open + close];
  const name = known ?? (isAligned || rows.some(([, second = ""]) => RELATION.test(second)) ? "aligned" : "matrix");
  const body = rows.map((cells) => cells.map((cell) => cell.trim()).join(" & ")).join(" \\\\ ");
  const table = `\\begin{${name}} ${body} \\end{${name}}`;
  return known === undefined ? fencedTex(open, table, close) : table;
}

/** A part between brackets that grow with it. */
export function fencedTex(open: string, inner: string, close: string): string {
  if (open === "" && close === "") return inner;
  return `\\left${open.trim() || "."} ${inner.trim()} \\right${close.trim() || "."}`;
}
