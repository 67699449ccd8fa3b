import { useState } from "preact/hooks";
import { tried } from "../../parts/toast.tsx";
import { retry } from "../../state/activity.ts";
import { goTo, href } from "../../state/route.ts";

/** Begins a crawl that keeps the pages of this one and requests the others, and opens it. */
export function useRetry(id: string) {
  const [busy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    await tried(retry(id).then((again) => goTo(href.crawl(again))));
    setBusy(false);
  };
  return { busy, start };
}
