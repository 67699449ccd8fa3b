/** Most tags of one site, and most characters of one tag. */
export const TAG_LIMITS = { tags: 20, characters: 50 } as const;

/** Characters not allowed in a tag: separators of tags in a table's cell, and invisible characters. */
const NOT_IN_A_TAG = /[,;\p{C}]/u;

/**
 * A tag: a few words to find sites by, such as the name of a client. Case and spaces do not distinguish tags.
 * @returns its normal form; undefined if the text is no tag
 */
export function tagOf(text: string): string | undefined {
  if (text.length > 4 * TAG_LIMITS.characters) return undefined;
  const tag = text.normalize("NFC").toLowerCase().trim().replace(/\s+/g, " ");
  return tag === "" || tag.length > TAG_LIMITS.characters || NOT_IN_A_TAG.test(tag) ? undefined : tag;
}

/**
 * Tags in normal form, without repetition, in their order.
 * @returns undefined if one is no tag, or there are too many
 */
export function tagsOf(texts: readonly string[]): readonly string[] | undefined {
  const tags = texts.map(tagOf);
  const each = [...new Set(tags.filter((tag) => tag !== undefined))];
  return tags.includes(undefined) || each.length > TAG_LIMITS.tags ? undefined : each;
}

/** Rule for tags, in the words of a refusal. */
export const TAGS_RULE = `must be at most ${TAG_LIMITS.tags} tags of at most ${TAG_LIMITS.characters} characters each, without commas and semicolons`;
