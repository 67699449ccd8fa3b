import { useEffect, useState } from "preact/hooks";

/** From here on there is room for a table; the variants `phone` and `roomy` of the styles have the same bound. */
const WIDE = "(width >= 820px)";

/** True if there is room for a table: of table and cards, only the one that is seen is made. */
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
