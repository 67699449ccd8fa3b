/** Tags of one site, and characters of one tag. */
export const TAG_LIMITS = { tags: 20, characters: 50 } as const;

/** Separators of tags in a cell of a table, and characters that cannot be seen. */
const NOT_IN_A_TAG = /[,;\p{C}]/u;

/**
 * A tag: a few words that sites are found by, such as the name of a client. Case and spaces do not tell tags apart.
 * @returns its normal form; undefined for what is no tag
 */
export function tagOf(text: string): string | undefined {
  if (text.length > 4 * TAG_LIMITS.characters) return undefined;
  const tag = text.normalize("NFC").toLowerCase().trim().replace(/\s+/g, " ");
  return tag === "" || tag.length > TAG_LIMITS.characters || NOT_IN_A_TAG.test(tag) ? undefined : tag;
}

/** In their normal form, each once, in the order given. @returns undefined where one of them is no tag, or there are too many */
export function tagsOf(texts: readonly string[]): readonly string[] | undefined {
  const tags = texts.map(tagOf);
  const each = [...new Set(tags.filter((tag) => tag !== undefined))];
  return tags.includes(undefined) || each.length > TAG_LIMITS.tags ? undefined : each;
}

/** Refusal that says what tags are. */
export const TAGS_RULE = `must be at most ${TAG_LIMITS.tags} tags of at most ${TAG_LIMITS.characters} characters each, without commas and semicolons`;
