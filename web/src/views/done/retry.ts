import { useState } from "preact/hooks";
import { toast } from "../../parts/toast.tsx";
import { retry } from "../../state/activity.ts";
import { troubleOf } from "../../state/query.ts";
import { goTo, href } from "../../state/route.ts";

/** Begins a crawl that keeps the pages of this one and requests the others, and opens it. */
export function useRetry(id: string) {
  const [busy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    try {
      goTo(href.crawl(await retry(id, AbortSignal.timeout(30_000))));
    } catch (thrown) {
      toast(troubleOf(thrown).why);
    }
    setBusy(false);
  };
  return { busy, start };
}
