/** `5; url='next.html'` (HTML 4.2.5.3, refresh state). */
const REFRESH = /^\s*(\d{1,9})(?:\.[\d.]*)?(?:[\s;,]+(?:url\s*=\s*)?(.*))?$/is;
const QUOTED = /^(["'])(.*?)(?:\1|$)/s;

/** Target and delay of a meta refresh; undefined if it only reloads the page. */
export function refreshOf(content: string): { readonly delaySeconds: number; readonly href: string } | undefined {
  const found = REFRESH.exec(content);
  if (found === null) return undefined;
  const written = found[2] ?? "";
  const href = (QUOTED.exec(written)?.[2] ?? written).trim();
  return href === "" ? undefined : { delaySeconds: Number(found[1]), href };
}
