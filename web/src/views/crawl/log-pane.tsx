import { useState } from "preact/hooks";
import { Button } from "../../parts/button.tsx";
import { copy } from "../../parts/toast.tsx";
import { logText } from "../../state/log.ts";
import { LogList, type Shown, ShownLines } from "./log-list.tsx";
import { PaneFrame, type PaneProps } from "./panes.tsx";

/** The crawl's log: all lines, or the problems alone. */
export function LogPane({ crawl, live, shown, onPane }: PaneProps) {
  const [lineKind, setLineKind] = useState<Shown>("all");
  const [following, setFollowing] = useState(true);
  const { lines, problems } = crawl.log;
  const said = live ? (following ? "Following" : "Not following") : "Ended";
  return (
    <PaneFrame
      id="log-title"
      title="Log"
      pane="log"
      shown={shown}
      problems={problems.length}
      onPane={onPane}
      controls={<ShownLines shown={lineKind} problems={problems.length} onShow={setLineKind} />}
      foot={
        <>
          <span class="inline-flex items-center gap-2">
            <i class={`dot size-1.5 ${live && following ? "text-run" : "text-ink-3"}`} />
            {said}
          </span>
          <span class="flex-1" />
          <Button
            label="Copy log"
            class="btn-quiet btn-small -my-1 -mr-2"
            onClick={() => copy(logText(lines), "Log")}
          />
        </>
      }
    >
      <LogList
        key={lineKind}
        lines={lineKind === "all" ? lines : problems}
        following={following}
        onFollowing={setFollowing}
      />
    </PaneFrame>
  );
}
