/** Class names that generators give to an admonition and to its title. */
const BOX =
  /(?:^|[\s_-])(?:admonition|admonitionblock|callout|custom-block|markdown-alert|alert|aside|blockquote-tag|hint|notice|message)(?=$|[\s_-])/;
/** Bound: CLASS_CHARACTERS. */
const TITLE =
  /admonition-?heading|(?:admonition|callout|custom-block|markdown-alert|alert|aside|hint|notice|message)[\w-]*[_-](?:title|heading|header|label)(?=$|[\s_-])/i;
const KINDS: ReadonlySet<string> = new Set(
  "note info tip hint important warning caution danger error attention success question bug example quote abstract summary seealso todo failure check deprecated".split(
    " ",
  ),
);
/** Longer values are utility classes by the dozen. */
const CLASS_CHARACTERS = 300;

/** The kind that the classes of an admonition's box name; undefined for any other element. */
export function admonitionKind(classes: string): string | undefined {
  if (classes.length > CLASS_CHARACTERS || !BOX.test(classes)) return classes === "warning" ? classes : undefined;
  for (const name of classes.toLowerCase().split(/\s+/)) {
    const kind = name.split(/[-_]+/).at(-1) ?? "";
    if (KINDS.has(kind)) return kind === "seealso" ? "see also" : kind;
  }
  return undefined;
}

/** True for the classes of an admonition's title. */
export const isAdmonitionTitle = (classes: string): boolean =>
  classes.length <= CLASS_CHARACTERS && (TITLE.test(classes) || /^(?:title|icon)$/.test(classes));
