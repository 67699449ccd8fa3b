import { useEffect, useRef, useState } from "preact/hooks";
import { keepScrolled, type ListPlace, scrolled } from "../../state/list-place.ts";
import { ListReader, type SiteRows } from "../../state/list-reader.ts";
import type { Asked } from "../../state/query.ts";
import { siteCount } from "../../state/site-count.ts";

/** The rows of a list, kept up to date while it is looked at; Back and reload return to where somebody was. */
export function useSiteRows(place: ListPlace) {
  const [asked, setAsked] = useState<Asked<SiteRows>>({ type: "asking" });
  const reader = useRef<ListReader>(undefined);
  const returnTo = useRef(scrolled());
  const of = JSON.stringify(place);
  useEffect(() => {
    const reading = new ListReader(place, setAsked);
    reader.current = reading;
    reading.open(returnTo.current.rows);
    return () => reading.close();
  }, [of]);
  const rows = asked.type === "there" ? asked.value : undefined;
  const [all, shown] = [rows?.counts.all, rows?.sites.length ?? 0];
  useEffect(() => {
    if (all !== undefined) siteCount.set(all);
  }, [all]);
  useEffect(() => {
    if (shown === 0) return;
    // At once: nobody asked for a movement.
    if (returnTo.current.y > 0) scrollTo({ top: returnTo.current.y, behavior: "instant" });
    returnTo.current = { rows: 0, y: 0 };
    let timer: ReturnType<typeof setTimeout>;
    const keep = () => keepScrolled({ rows: shown, y: scrollY });
    // Rows that come after scrolling has rested are kept, too.
    keep();
    const onScroll = () => {
      clearTimeout(timer);
      timer = setTimeout(keep, 150);
    };
    addEventListener("scroll", onScroll, { passive: true });
    return () => {
      removeEventListener("scroll", onScroll);
      clearTimeout(timer);
    };
  }, [shown]);
  return {
    asked,
    refresh: () => reader.current?.refresh(),
    readOn: () => reader.current?.readOn(),
  };
}
