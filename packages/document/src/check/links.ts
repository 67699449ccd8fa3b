// Links of one line, however they are written. Time grows with the line's length only.

/** A link of one line. */
export interface LineLink {
  readonly title: string;
  /** Address as written. */
  readonly url: string;
  /** Offsets of the link's start and of the text behind it. */
  readonly start: number;
  readonly end: number;
  /** `[title](url)`, and not an address alone. */
  readonly isNamed: boolean;
}

/**
 * An escaped character, the start of a link or image, its end, or a bare address, which Chinese and Japanese marks end.
 * A target has no `](`, so no part of a line is read twice. Bound: each part repeats at most 2,048 times.
 */
const MARK =
  /\\.|(?<image>!?)\[|\](?:\(\s*(?:<(?<bracketed>[^<>]{0,2048})>|(?<bare>(?:[^\s()<>\]]|\](?!\()|\([^\s()<>[\]]{0,500}\)){0,2048}))(?:\s[^()]{0,500})?\))?|(?<![\p{L}\p{N}])(?<alone>https?:\/\/(?:[^\s()<>[\]"'`|\u3000-\u303f\uff00-\uffef]|\([^\s()<>[\]"'`|]{0,500}\)){1,2048})/giu;

/** Every link of a line: `[title](url)`, `<url>` and bare addresses, but none in code and no images. */
export function linksIn(line: string): LineLink[] {
  const text = withoutCode(line);
  const links: LineLink[] = [];
  let open: { readonly at: number; readonly isImage: boolean }[] = [];
  for (const { 0: mark, index, groups = {} } of text.matchAll(MARK)) {
    const { image, bracketed, bare, alone } = groups;
    const end = index + mark.length;
    if (image !== undefined) open.push({ at: index, isImage: image === "!" });
    else if (alone !== undefined) {
      const url = withoutMarks(alone);
      links.push({ title: url, url, start: index, end: index + url.length, isNamed: false });
    } else if (mark.startsWith("]")) {
      const start = open.pop();
      const url = bracketed?.trim() ?? bare;
      if (url === undefined || start?.isImage === true) continue;
      const from = start?.at ?? links.at(-1)?.end ?? 0;
      // A link contains no links: addresses in its title are words, and an open bracket before it is only a bracket.
      while ((links.at(-1)?.start ?? -1) > from) links.pop();
      open = [];
      const title = line.slice(start === undefined ? from : from + 1, index).replace(IMAGE, "$1");
      links.push({ title: title.trim(), url, start: from, end, isNamed: true });
    }
  }
  return links;
}

const IMAGE = /!\[([^[\]]{0,500})\]\([^()]{0,2048}\)/g;

/** Inline code ends with as many backticks as it begins with; spaces keep the offsets. */
function withoutCode(line: string): string {
  if (!line.includes("`")) return line;
  const parts = line.split(/(`+)/);
  let text = "";
  for (let at = 0; at < parts.length; at++) {
    const end = at % 2 === 1 ? parts.indexOf(parts[at] ?? "", at + 1) : -1;
    if (end < 0) text += parts[at];
    else {
      text += " ".repeat(parts.slice(at, end + 1).reduce((sum, { length }) => sum + length, 0));
      at = end;
    }
  }
  return text;
}

/** An address without the punctuation of the sentence that it ends. */
function withoutMarks(url: string): string {
  let end = url.length;
  while (end > 0 && ".,;:!?*_~}\\".includes(url.charAt(end - 1))) end--;
  return url.slice(0, end);
}
