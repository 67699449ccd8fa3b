import { useEffect } from "preact/hooks";
import { ended } from "../state/activity.ts";
import { hostOf } from "../state/result.ts";
import { href, route } from "../state/route.ts";
import { useStore } from "../state/store.ts";
import { some } from "../words/amounts.ts";
import { failureTitle } from "../words/facts.ts";
import { Button, LinkButton } from "./button.tsx";
import { Icon } from "./icon.tsx";

/** Shows the words in the tab's title until the page is looked at. */
function useTitle(words: string): void {
  useEffect(() => {
    if (words === "") return;
    const before = document.title;
    document.title = words;
    const back = () => {
      if (document.hidden || document.title !== words) return;
      document.title = before;
    };
    document.addEventListener("visibilitychange", back);
    return () => {
      document.removeEventListener("visibilitychange", back);
      if (document.title === words) document.title = before;
    };
  }, [words]);
}

/** Tells that a crawl begun in this browser has ended while another screen was shown. */
export function Notice() {
  const crawl = useStore(ended);
  const at = useStore(route);
  const host = crawl ? hostOf(crawl.url) : "";
  const came = crawl?.summary ? some(crawl.summary.pages, "page") : crawl?.error ? failureTitle(crawl.error) : "";
  const words = crawl ? `${crawl.state === "done" ? "Done" : "Failed"}: ${host}` : "";
  useTitle(words);
  const isOpened = at.at === "crawl" && at.id === crawl?.id;
  useEffect(() => {
    if (isOpened && !document.hidden) ended.set(undefined);
  }, [isOpened]);
  return (
    <div role="status">
      {crawl && (
        <div class="fixed right-5 bottom-5 z-14 flex max-w-[min(420px,calc(100vw-24px))] items-center gap-3 rounded-panel border border-line-2 bg-panel py-2.5 pr-2 pl-3.5 shadow-pop phone:right-3 phone:bottom-22">
          <Icon
            name={crawl.state === "done" ? "check" : "alert"}
            class={crawl.state === "done" ? "text-ok" : "text-bad"}
          />
          <p class="min-w-0 text-[13.5px] wrap-anywhere">
            <b class="font-[550]">{words}</b>
            <span class="text-ink-2">{came && `, ${came}`}</span>
          </p>
          <LinkButton label="Open" class="btn-small" href={href.crawl(crawl.id)} />
          <Button
            icon="x"
            class="btn-quiet btn-icon btn-small"
            aria-label="Dismiss"
            onClick={() => ended.set(undefined)}
          />
        </div>
      )}
    </div>
  );
}
