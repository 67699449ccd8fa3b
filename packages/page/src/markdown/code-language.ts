import { ATTRIBUTE, type TagAttributes } from "../scan/scan.ts";

/** Highlighters keep the language on the code, on its `<pre>` or on a wrapper, under one of these classes. */
const LANGUAGE_CLASS =
  /(?:^|\s)(?:language|lang|highlight-source|highlight-text|highlight|sourceCode|brush:)[-\s]([a-z][a-z0-9+#_.-]{0,20})(?=$|[\s;])/i;
/** Class names that stand for no language, or for the box around the code. */
const NO_LANGUAGE = new Set(["none", "default", "text", "plaintext", "plain", "wrapper", "container", "block", "code"]);
const ALIASES: Readonly<Record<string, string>> = {
  ipython3: "python",
  pycon: "python",
  shell: "bash",
  "shell-session": "console",
  "source-js": "js",
};

/** The language a code element or a wrapper of one names; undefined where it names none. */
export function codeLanguage(attributes: TagAttributes): string | undefined {
  const named =
    attributes.plain(ATTRIBUTE.dataLanguage) ||
    attributes.plain(ATTRIBUTE.dataLang) ||
    LANGUAGE_CLASS.exec(attributes.plain(ATTRIBUTE.class))?.[1];
  const language = named?.trim().toLowerCase() ?? "";
  if (NO_LANGUAGE.has(language) || !/^[a-z][a-z0-9+#_.-]{0,20}$/.test(language)) return undefined;
  return ALIASES[language] ?? language;
}
