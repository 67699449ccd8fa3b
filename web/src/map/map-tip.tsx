import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Tile } from "../state/tiles.ts";
import { type MapLayout, tileAt } from "./layout.ts";

const STATES = {
  done: "done",
  flying: "in progress",
  waiting: "waiting",
  failed: "failed",
  leftOut: "left out",
} as const;
const BY = { plain: "plain fetch", browser: "browser", proxy: "proxy browser" } as const;

interface Pointed {
  readonly index: number;
  readonly x: number;
  readonly y: number;
}

const sectionOf = (layout: MapLayout, index: number) =>
  layout.blocks.find((block) => block.leaves.some((leaf) => leaf.tiles.includes(index)))?.section.name ?? "";

/** Tip beside the pointer: path, section, state, reason. It covers the map to receive the pointer's events. */
export function MapTip({ layout, tiles }: { readonly layout: MapLayout; readonly tiles: readonly Tile[] }) {
  const ground = useRef<HTMLDivElement>(null);
  const tip = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState<Pointed>();
  const tile = pointed && tiles[pointed.index];
  useLayoutEffect(() => {
    if (!pointed || !tip.current) return;
    const left = Math.min(pointed.x + 12, layout.width - tip.current.offsetWidth);
    const top = Math.min(pointed.y + 14, layout.height - tip.current.offsetHeight);
    tip.current.style.transform = `translate(${Math.max(0, left)}px, ${Math.max(0, top)}px)`;
  }, [pointed, layout]);
  useEffect(() => {
    const element = ground.current?.parentElement;
    if (!element) return;
    const listening = new AbortController();
    const { signal } = listening;
    const move = ({ clientX, clientY }: PointerEvent) => {
      const box = element.getBoundingClientRect();
      const [x, y] = [clientX - box.left, clientY - box.top];
      const index = tileAt(layout, x, y);
      setPointed(index === undefined ? undefined : { index, x, y });
    };
    element.addEventListener("pointermove", move, { signal });
    element.addEventListener("pointerleave", () => setPointed(undefined), { signal });
    return () => listening.abort();
  }, [layout]);
  return (
    <div ref={ground} class="pointer-events-none absolute inset-0">
      {pointed && tile && tile.path !== "" && (
        <div
          ref={tip}
          class="absolute top-0 left-0 max-w-[330px] rounded-lg bg-ink px-2.5 py-[7px] text-xs/[17px] text-on-ink shadow-pop"
        >
          <code class="text-[11.5px] wrap-anywhere">{tile.path}</code>
          <span class="block opacity-80">
            {sectionOf(layout, pointed.index)} · {STATES[tile.state]}
            {tile.state === "done" ? ` by ${BY[tile.by]}` : ""}
            {tile.reason ? `: ${tile.reason}` : ""}
          </span>
        </div>
      )}
    </div>
  );
}
