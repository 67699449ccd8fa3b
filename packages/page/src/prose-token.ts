import { hasUnspaced, isTelling, wordsOf } from "./words.ts";

/** One run of characters between white space. */
export interface ProseToken {
  /** Text of the token, without punctuation around it. */
  readonly text: string;
  readonly lower: string;
  /** Space before a word behind it: none in scripts without spaces. */
  readonly space: string;
  readonly words: readonly string[];
  readonly isName: boolean;
  /** True if it can stand in a phrase. */
  readonly isPlain: boolean;
  readonly isCapital: boolean;
  /** True if it has a letter of a script that tells large from small. */
  readonly isCased: boolean;
  /** True if it is written in capitals. */
  readonly isLoud: boolean;
  readonly beginsAnew: boolean;
  readonly ends: boolean;
  readonly endsSentence: boolean;
  /** Tokens of a run in a script without spaces; empty for other runs. */
  readonly parts: readonly ProseToken[];
}

const LOUD = /^\p{Lu}{2,}$/u;
const CASED = /\p{Lu}|\p{Ll}/u;

/** Most characters of a token; longer runs are addresses, hashes or base64. */
export const MAX_TOKEN = 60;

const NOTHING: ProseToken = {
  text: "",
  lower: "",
  space: " ",
  words: [],
  isName: false,
  isPlain: false,
  isCapital: false,
  isCased: false,
  isLoud: false,
  beginsAnew: true,
  ends: true,
  endsSentence: false,
  parts: [],
};

/** Stands before a text. */
export const BEGINNING: ProseToken = { ...NOTHING, endsSentence: true };

export function tokenOf(written: string): ProseToken {
  if (hasUnspaced(written)) return { ...NOTHING, parts: unspacedTokens(written) };
  return written.length > MAX_TOKEN ? { ...NOTHING, words: wordsOf(written) } : spacedToken(written);
}

// Bound: MAX_TOKEN characters, in all of these.
const BEFORE = /^[^\p{L}\p{M}\p{N}_$@.-]+|^[.$@]+(?=\p{P})/u;
const BEHIND = /[^\p{L}\p{M}\p{N}_)]+$/u;
const PLAIN = /^\p{L}[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}]$/u;

function spacedToken(written: string): ProseToken {
  const start = written.replace(BEFORE, "");
  let text = start.replace(BEHIND, "");
  // A bracket that closes belongs to the text around, but for a function's.
  if (text.endsWith(")") && !text.endsWith("()")) text = text.slice(0, -1);
  const end = start.slice(text.length);
  const isName = isCodeName(text);
  return {
    ...NOTHING,
    text,
    lower: text.toLowerCase(),
    words: wordsOf(text),
    isName,
    isPlain:
      !isName && PLAIN.test(text) && isTelling(text.toLowerCase()) && !(text.length < 4 && /^[a-z]+$/i.test(text)),
    isCapital: /^\p{Lu}/u.test(text),
    isCased: CASED.test(text),
    isLoud: LOUD.test(text),
    beginsAnew: start !== written,
    ends: end !== "",
    endsSentence: /[.!?…:。]/u.test(end),
  };
}

/** The form of a name in code: `max_tries`, `--depth`, `fetch()`, `GriffeLoader`, `fs.open`, `std::fs`, `REST`. */
export function isCodeName(text: string): boolean {
  if (text.length < 3 || text.length > 40 || !/^(?:--?|[$@.])?\p{L}[\p{L}\p{N}_$@.:/-]*(?:\(\))?$/u.test(text))
    return false;
  // One colon joins a label and what it stands for: `fig:cut_plane`.
  if (/(?<!:):(?!:)/.test(text)) return false;
  return (
    /_|\(\)$|^--?\p{L}|^[$@.]\p{L}|::|\p{Ll}\p{Lu}|^\p{Lu}{3,}/u.test(text) || /^[a-z]\w*(?:\.[a-z]\w*)+$/.test(text)
  );
}

function unspacedTokens(written: string): readonly ProseToken[] {
  return wordsOf(written).map((word): ProseToken => {
    const isPlain = isTelling(word) && word.length > 1;
    return {
      ...NOTHING,
      text: word,
      lower: word,
      space: hasUnspaced(word) ? "" : " ",
      isCased: CASED.test(word),
      words: word.length > 1 ? [word] : [],
      isPlain,
      beginsAnew: false,
      ends: !isPlain,
    };
  });
}
