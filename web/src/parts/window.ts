import { useEffect, useState } from "preact/hooks";

/** Drawn parts of a long list, and pixels for the others. */
export interface Window {
  /** Index of the first drawn part, and the index after the last. */
  readonly from: number;
  readonly to: number;
  /** Pixels of the parts above and below that are not drawn. */
  readonly above: number;
  readonly below: number;
}

/** Window for a view of `height` pixels that is scrolled to `top`: the parts in it, and a view's height around it. */
export function windowOf(heights: readonly number[], view: { readonly top: number; readonly height: number }): Window {
  let y = 0;
  let from = -1;
  let to = -1;
  let above = 0;
  let below = 0;
  heights.forEach((height, part) => {
    if (y + height < view.top - view.height) above += height;
    else if (y > view.top + 2 * view.height) below += height;
    else {
      if (from < 0) from = part;
      to = part + 1;
    }
    y += height;
  });
  if (from >= 0) return { from, to, above, below };
  // The list has become shorter than the scroll position: its last part is drawn.
  const last = heights.length - 1;
  return { from: Math.max(0, last), to: last + 1, above: above - (heights[last] ?? 0), below };
}

/** Width from which tables are shown; the styles' variants `phone` and `roomy` have the same bound. */
const WIDE = "(width >= 820px)";

/** True if there is room for a table. Only the shown one of table and cards is made. */
export function useWide(): boolean {
  const [wide, setWide] = useState(() => matchMedia(WIDE).matches);
  useEffect(() => {
    const media = matchMedia(WIDE);
    const listening = new AbortController();
    media.addEventListener("change", () => setWide(media.matches), { signal: listening.signal });
    setWide(media.matches);
    return () => listening.abort();
  }, []);
  return wide;
}
