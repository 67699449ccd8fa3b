/** Which parts of a long list are drawn, and how many pixels stand for the others. */
export interface Window {
  /** First part drawn, and the one after the last. */
  readonly from: number;
  readonly to: number;
  /** Pixels of what is not drawn above and below. */
  readonly above: number;
  readonly below: number;
}

/** Parts of these heights seen through a view of `height` pixels scrolled to `top`: those in it and a view's height around. */
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
  // Scrolled beyond the end: the list has become shorter. Draw its last part.
  const last = heights.length - 1;
  return { from: Math.max(0, last), to: last + 1, above: above - (heights[last] ?? 0), below };
}
