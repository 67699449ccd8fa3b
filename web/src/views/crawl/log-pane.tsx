import { useState } from "preact/hooks";
import { Button } from "../../parts/button.tsx";
import { Seg } from "../../parts/seg.tsx";
import { copy } from "../../parts/toast.tsx";
import { logText } from "../../state/log.ts";
import { count } from "../../words/amounts.ts";
import { LogList } from "./log-list.tsx";
import { PaneFrame, type PaneProps } from "./panes.tsx";

/** The crawl's log: all lines, or the problems alone. */
export function LogPane({ crawl, live, shown, onPane }: PaneProps) {
  const [show, setShow] = useState<"all" | "problems">("all");
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
      controls={
        <Seg
          label="Log lines"
          value={show}
          choices={[
            { value: "all", label: "All" },
            {
              value: "problems",
              label: (
                <>
                  Problems{" "}
                  <span class={`text-xs tabular-nums ${problems.length > 0 ? "text-bad" : "text-ink-2"}`}>
                    {count(problems.length)}
                  </span>
                </>
              ),
            },
          ]}
          onChange={setShow}
        />
      }
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
      <LogList key={show} lines={show === "all" ? lines : problems} following={following} onFollowing={setFollowing} />
    </PaneFrame>
  );
}
