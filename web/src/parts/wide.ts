import { useEffect, useState } from "preact/hooks";

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
