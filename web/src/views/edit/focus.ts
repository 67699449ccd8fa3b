import { useLayoutEffect, useRef } from "preact/hooks";
import { useEvent } from "../../parts/keys.ts";

/**
 * Returns the focus to the element with `data-focus` when `reason` has moved it, or to `data-stand-in` if that element
 * is gone. The stand-in is no field: Ctrl+Z there is the page's undo.
 */
export function useKeptFocus(reason: unknown) {
  const root = useRef<HTMLDivElement>(null);
  const last = useRef("");
  useEvent("focusin", ({ target }) => {
    last.current = target instanceof HTMLElement ? (target.dataset.focus ?? "") : "";
  });
  useLayoutEffect(() => {
    if (last.current === "" || (document.activeElement ?? document.body) !== document.body) return;
    const found = root.current?.querySelector<HTMLElement>(`[data-focus=${CSS.escape(last.current)}]`);
    (found ?? root.current?.querySelector<HTMLElement>("[data-stand-in]"))?.focus();
  }, [reason]);
  return root;
}
