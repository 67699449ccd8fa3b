import type { ComponentChildren } from "preact";
import { Seg } from "../../parts/seg.tsx";
import type { Crawl } from "../../state/crawl.ts";

/** Panes of a running crawl; phones show one of them. */
export type Pane = "map" | "log";

export interface PaneProps {
  readonly crawl: Crawl;
  readonly live: boolean;
  readonly shown: boolean;
  readonly onPane: (pane: Pane) => void;
}

interface PaneFrameProps {
  readonly id: string;
  readonly title: string;
  /** Pane of this frame; phones show one of the two. */
  readonly pane: Pane;
  readonly shown: boolean;
  readonly problems: number;
  readonly onPane: (pane: Pane) => void;
  readonly controls: ComponentChildren;
  readonly children: ComponentChildren;
  readonly foot: ComponentChildren;
}

/** A pane with its heading, its foot, and on phones the switch to the other one. */
export function PaneFrame(props: PaneFrameProps) {
  const { id, title, pane, shown, problems, onPane, controls, children, foot } = props;
  const height = pane === "log" ? "phone:h-[420px]" : "";
  return (
    <section
      class={`panel flex min-h-0 min-w-0 flex-col overflow-hidden ${height} ${shown ? "" : "phone:hidden"}`}
      aria-labelledby={id}
    >
      <header class="flex h-[46px] flex-none items-center gap-2.5 border-b border-line pr-2 pl-3.5 phone:pl-3">
        <h2 id={id} class="phone:sr-only">
          {title}
        </h2>
        <Seg
          label="Show"
          class="roomy:hidden"
          value={pane}
          choices={[
            { value: "map", label: "Map" },
            {
              value: "log",
              label: <>Log {problems > 0 && <span class="text-xs text-bad tabular-nums">{problems}</span>}</>,
            },
          ]}
          onChange={onPane}
        />
        <span class="flex-1" />
        {controls}
      </header>
      {children}
      <footer class="flex min-h-[34px] flex-none flex-wrap items-center gap-x-3.5 gap-y-[5px] border-t border-line px-3.5 py-[5px] text-[12.5px] text-ink-3">
        {foot}
      </footer>
    </section>
  );
}
