/** Texts that stand on pages without being about them: notices, controls, what a build left behind. */
const BOILERPLATE = [
  /\bcookies?\b.{0,40}\b(?:policy|consent|accept|use|site)\b/i,
  /\bwe use cookies\b/i,
  /\bskip to (?:main )?(?:content|navigation)\b/i,
  /\benable javascript\b|\bjavascript (?:is )?(?:disabled|required)\b/i,
  /^import\s[\w{},*\s]{1,200}\sfrom\s{1,9}['"@.]/,
  /\bloading ?(?:\.\.\.|…)/i,
  /\ball rights reserved\b|^©|^copyright\b/i,
  /\bpermission (?:is hereby granted|to use, copy)/i,
  /\bout of date browser\b|\bbrowser (?:is|seems to be) (?:out of date|outdated|unsupported)\b/i,
  /^let us know how\b|^was this (?:page )?helpful/i,
  /\btoggle (?:navigation|menu|theme)\b/i,
  /^(?:home|menu|search)\b.{0,3}$/i,
  /\bjust a moment\b|\bchecking your browser\b/i,
  // Bound: 80 characters between braces.
  /\[object Object\]|\{\{.{0,80}\}\}|^(?:undefined|null|nan|todo|tbd|lorem ipsum)\b/i,
  /^(?:click here|read more|learn more|subscribe|sign up|log in|share this)\b.{0,20}$/i,
  /^(?:last (?:updated|modified)|published|edit this page|on this page|table of contents)\b.{0,60}$/i,
  /^(?:description|a? ?website|home ?page|untitled|created (?:with|by)|powered by)\b.{0,30}$/i,
];

export function isBoilerplate(text: string): boolean {
  return BOILERPLATE.some((pattern) => pattern.test(text));
}

/** What a box beside the text says. */
const NOTICE =
  /^(?:note|notice|warning|important|caution|attention|tip|hinweis|achtung|remarque|nota|aviso|注意|お知らせ|提示)\s?[:：!]/i;

/** A notice is no description of its page, though a text may begin with one. */
export function isNotice(text: string): boolean {
  return NOTICE.test(text);
}
