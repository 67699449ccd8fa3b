import { tryPercentDecoded } from "./percent.ts";
/** True if a folder's or a page's name is matched. */
export type NamePattern = (name: string) => boolean;

/** Most characters of a piece with a `?` that is sought between two `*`: the bits of a number. */
export const MAX_SOUGHT = 31;

/** Text between two `*`. Positions are UTF-16's; `?` is one code point. -1 if there is none. */
interface PatternPiece {
  /** End of the piece that begins at `at`. */
  endAt(name: string, at: number): number;
  /** End of the first one from `from` on. */
  findEnd(name: string, from: number): number;
  /** Start of the piece that ends with the name. */
  startAtEnd(name: string): number;
}

/**
 * Compiles one folder of a glob: `*` is any run of characters, `?` any one. Each piece between two `*` is taken where it
 * first occurs, which is right for such patterns and cannot backtrack: the cost is linear in the name.
 */
export function namePattern(pattern: string): NamePattern {
  const [first = literal(""), ...rest] = pattern.split("*").map(pieceOf);
  const last = rest.pop();
  if (last === undefined) return (name) => first.endAt(name, 0) === name.length;
  const sought = rest;
  return (name) => {
    const end = last.startAtEnd(name);
    let at = first.endAt(name, 0);
    for (const piece of sought) if (at >= 0) at = piece.findEnd(name, at);
    return at >= 0 && at <= end;
  };
}

/** Percent-encoding undone and accents in one form: people write globs as they read addresses. */
export const decodedName = (name: string): string => tryPercentDecoded(name)?.normalize("NFC") ?? name;

function pieceOf(text: string): PatternPiece {
  if (!text.includes("?")) return literal(decodedName(text));
  return withWildcards(text.split(/(\?)/).flatMap((part) => (part === "?" ? [undefined] : [...decodedName(part)])));
}

function literal(text: string): PatternPiece {
  return {
    endAt: (name, at) => (name.startsWith(text, at) ? at + text.length : -1),
    findEnd: (name, from) => {
      const at = name.indexOf(text, from);
      return at < 0 ? -1 : at + text.length;
    },
    startAtEnd: (name) => (name.endsWith(text) ? name.length - text.length : -1),
  };
}

/** @param wanted the piece's code points; undefined is any one */
function withWildcards(wanted: readonly (string | undefined)[]): PatternPiece {
  const endAt = (name: string, at: number): number => {
    let end = at;
    for (const character of wanted) {
      const found = characterAt(name, end);
      if (found === "" || (character !== undefined && character !== found)) return -1;
      end += found.length;
    }
    return end;
  };
  return {
    endAt,
    findEnd: bitSearch(wanted),
    startAtEnd: (name) => {
      const tail = [...name.slice(-2 * wanted.length)].slice(-wanted.length);
      const start = name.length - tail.join("").length;
      return endAt(name, start) === name.length ? start : -1;
    },
  };
}

const characterAt = (name: string, at: number): string => {
  const code = name.codePointAt(at);
  return code === undefined ? "" : String.fromCodePoint(code);
};

/** The shift-and algorithm: bit i is set while the last i+1 characters match the first i+1 wanted ones. */
function bitSearch(wanted: readonly (string | undefined)[]): PatternPiece["findEnd"] {
  const anywhere = wanted.reduce((bits, character, index) => (character === undefined ? bits | (1 << index) : bits), 0);
  const bitsOf = new Map<string, number>();
  for (const [index, character] of wanted.entries())
    if (character !== undefined) bitsOf.set(character, (bitsOf.get(character) ?? anywhere) | (1 << index));
  const all = 1 << (wanted.length - 1);
  return (name, from) => {
    let matched = 0;
    for (let at = from; at < name.length; ) {
      const character = characterAt(name, at);
      at += character.length;
      matched = ((matched << 1) | 1) & (bitsOf.get(character) ?? anywhere);
      if ((matched & all) !== 0) return at;
    }
    return -1;
  };
}
