import { useLayoutEffect, useRef } from "preact/hooks";
import type { Tile } from "../state/tiles.ts";
import type { MapLayout } from "./layout.ts";
import { type ColourBy, type Fill, paintBlock } from "./paint.ts";

interface MapCanvasProps {
  readonly layout: MapLayout;
  readonly tiles: readonly Tile[];
  readonly colourBy: ColourBy;
  /** Number whose change makes the canvas draw again. */
  readonly version: number;
}

/** The page's colours, for the canvas. */
function palette(
  element: Element,
): Readonly<Record<Exclude<Fill, "own" | "hatch">, string>> & { hue(n: number): string } {
  const style = getComputedStyle(element);
  const probe = document.createElement("i");
  element.append(probe);
  const colour = (name: string) => {
    probe.style.color = `var(--color-${name})`;
    return getComputedStyle(probe).color || style.color;
  };
  const hues = Array.from({ length: 9 }, (_, n) => colour(`s${n}`));
  const made = {
    plain: colour("r0"),
    browser: colour("r1"),
    proxy: colour("r2"),
    waiting: colour("tile-wait"),
    failed: colour("fail"),
    cross: colour("panel"),
    flying: colour("ink"),
    hue: (n: number) => hues[n] ?? style.color,
  };
  probe.remove();
  return made;
}

/** Tiles of very large sites, as pixels instead of path data. Names and blocks below it stay SVG. */
export function MapCanvas({ layout, tiles, colourBy, version }: MapCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  // The version changes with the states of the tiles.
  useLayoutEffect(() => {
    const element = canvas.current;
    const pen = element?.getContext("2d");
    if (!element || !pen) return;
    element.width = layout.width * devicePixelRatio;
    element.height = layout.height * devicePixelRatio;
    pen.scale(devicePixelRatio, devicePixelRatio);
    const colours = palette(element.parentElement ?? element);
    for (const block of layout.blocks)
      for (const [fill, data] of paintBlock(block, tiles, { pitch: layout.pitch, colourBy })) {
        const path = new Path2D(data);
        const own = colours.hue(block.section.hue);
        pen.globalAlpha = fill === "hatch" ? 0.4 : 1;
        pen.strokeStyle = fill === "flying" ? colours.flying : colours.cross;
        pen.fillStyle = fill === "own" || fill === "hatch" ? own : colours[fill];
        if (fill === "cross" || fill === "flying") pen.stroke(path);
        else pen.fill(path);
      }
  }, [layout, colourBy, version]);
  return <canvas ref={canvas} class="pointer-events-none absolute inset-0 size-full" />;
}
