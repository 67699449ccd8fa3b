/**
 * The text without these characters at its end. A regular expression that does the same (`/[.,]+$/`) begins anew at each of
 * them and is quadratic.
 */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
