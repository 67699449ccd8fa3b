import { useState } from "preact/hooks";
import { Answer } from "../../parts/answer.tsx";
import { Button } from "../../parts/button.tsx";
import { copy } from "../../parts/toast.tsx";
import type { Crawl } from "../../state/crawl.ts";
import { logQuery } from "../../state/crawls.ts";
import { logText } from "../../state/log.ts";
import { LogList, type Shown, ShownLines } from "../crawl/log-list.tsx";

/** The stored log of a crawl. */
export function LogView({ id, crawl }: { readonly id: string; readonly crawl: Crawl }) {
  return <Answer query={logQuery(id)}>{() => <KeptLog crawl={crawl} />}</Answer>;
}

function KeptLog({ crawl }: { readonly crawl: Crawl }) {
  const [shown, setShown] = useState<Shown>("all");
  const [following, setFollowing] = useState(false);
  const { lines, problems } = crawl.log;
  const isProblems = shown === "problems";
  return (
    <div class="flex h-[max(420px,calc(100vh-330px))] flex-col">
      <div class="flex flex-wrap items-center gap-2 border-b border-line px-2.5 py-1.5">
        <ShownLines shown={shown} problems={problems.length} onShow={setShown} />
        <span class="flex-1" />
        <Button label="Copy log" class="btn-quiet btn-small" onClick={() => copy(logText(lines), "Log")} />
      </div>
      {isProblems && problems.length === 0 && <p class="p-5 text-ink-3">No problems</p>}
      <LogList key={shown} lines={isProblems ? problems : lines} following={following} onFollowing={setFollowing} />
    </div>
  );
}
