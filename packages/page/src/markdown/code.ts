// The language of a block of code.
import type { Block } from "../scan/blocks.ts";
import { attributeAt } from "../scan/html.ts";
import type { Scan } from "../scan/scan.ts";

const LANGUAGE =
  /(?:^|\s)(?:(?:language|lang|highlight-source|highlight-text|highlight)-|(?:sourceCode|brush:|highlight|hljs|syntaxhighlighter)\s{1,3}(?!(?:highlight|language|lang|hljs)\b))([a-z][a-z0-9+#_.-]{0,20})(?=$|[\s;])/i;
const ALONE =
  /^(?:bash|sh|shell|js|javascript|ts|typescript|json|yaml|toml|xml|html|css|sql|diff|python|py|ruby|go|rust|java|kotlin|swift|c|cpp|csharp|php|r|julia|scala|haskell|elixir|lua|perl)$/i;
const NO_LANGUAGE = /^(?:none|default|text|plaintext|plain|wrapper|container|block|code|tab-size)?$/;
const ALIASES: Readonly<Record<string, string>> = {
  ipython: "python",
  ipython2: "python",
  ipython3: "python",
  pycon: "python",
  shell: "bash",
  "shell-session": "console",
  "source-js": "js",
};
/** Boxes around a `<pre>` that may name it. */
const BOXES = 8;

/** The language that the code, its `<pre>` or a box around it names; empty where none does. */
export function languageOf({ containers, html, pieces }: Scan, { container, first }: Block): string {
  const pre = containers[container];
  if (pre === undefined) return "";
  const code = html.slice(pre.from, pieces[first] ?? pre.from).indexOf("<code");
  const places = code > 0 ? [pre.from + code, pre.from] : [pre.from];
  let box = containers[pre.parent];
  for (let left = BOXES; left > 0 && box !== undefined && box.index > 0; left--, box = containers[box.parent])
    places.push(box.from);
  for (const [index, at] of places.entries()) {
    const classes = attributeAt(html, at, "class");
    const lang = at === pre.from ? attributeAt(html, at, "lang") : "";
    const named =
      attributeAt(html, at, "data-language") ||
      attributeAt(html, at, "data-lang") ||
      LANGUAGE.exec(classes)?.[1] ||
      (index === 0 ? ALONE.exec(classes)?.[0] : "") ||
      // What people speak is said there, too.
      ALONE.exec(lang)?.[0] ||
      "";
    const language = named.trim().toLowerCase().replace(/^hl-/, "");
    if (!NO_LANGUAGE.test(language) && /^[a-z][a-z0-9+#_.-]{0,20}$/.test(language))
      return ALIASES[language] ?? language;
  }
  return "";
}
