/** The start of a text, at most `units` UTF-16 units, never ending with half a character. */
export const clip = (text: string, units: number): string =>
  text.length <= units ? text : text.slice(0, units).replace(/[\ud800-\udbff]$/, "");
