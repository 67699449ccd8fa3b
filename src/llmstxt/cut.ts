/** Cuts `text` to at most `length` code points at a word. */
export function excerpt(text: string, length: number): string {
  const points = [...text];
  if (points.length <= length) return text;
  const room = points.slice(0, length - 1).join("");
  const space = room.lastIndexOf(" ");
  return `${(space > 0 ? room.slice(0, space) : room).trimEnd()}…`;
}
