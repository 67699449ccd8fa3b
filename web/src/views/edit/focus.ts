import { useLayoutEffect, useRef } from "preact/hooks";

/** The element with `data-focus` keeps the focus when `reason` puts it elsewhere; `stand-in` takes it when that element has gone. */
export function useKeptFocus(reason: unknown) {
  const root = useRef<HTMLDivElement>(null);
  const last = useRef("");
  useLayoutEffect(() => {
    const listening = new AbortController();
    const note = ({ target }: Event) => {
      last.current = target instanceof HTMLElement ? (target.dataset.focus ?? "") : "";
    };
    addEventListener("focusin", note, { signal: listening.signal });
    return () => listening.abort();
  }, []);
  useLayoutEffect(() => {
    if (last.current === "" || (document.activeElement ?? document.body) !== document.body) return;
    const found = root.current?.querySelector<HTMLElement>(`[data-focus=${CSS.escape(last.current)}]`);
    (found ?? root.current?.querySelector<HTMLElement>("[data-stand-in]"))?.focus();
  }, [reason]);
  return root;
}
