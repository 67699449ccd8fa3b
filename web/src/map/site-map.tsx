import { useEffect, useRef, useState } from "preact/hooks";
import type { Crawl } from "../state/crawl.ts";
import type { Tile } from "../state/tiles.ts";
import { type Block, layoutMap, type MapLayout, tilePlace } from "./layout.ts";
import { MapCanvas } from "./map-canvas.tsx";
import { MapTip } from "./map-tip.tsx";
import { blockLabel, type ColourBy, fitText, MAX_SVG_TILES, pageName, paintBlock } from "./paint.ts";
import { sectionsOf, UNKNOWN_TILE } from "./sections.ts";
import { GAP } from "./shelves.ts";

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Size of an element, updated when it changes. */
function useSize() {
  const box = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useEffect(() => {
    if (!box.current) return;
    const watching = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    watching.observe(box.current);
    return () => watching.disconnect();
  }, []);
  return { box, size };
}

/** Milliseconds between two layouts, of a large and of a small site, which grows faster. */
const LAYOUT_EVERY_MS = 2000;
const GROWING_EVERY_MS = 300;
const GROWN_BY = 1.4;

interface Made {
  readonly layout: MapLayout;
  readonly at: number;
  readonly count: number;
  readonly size: Size;
}

const isStale = (made: Made, count: number, age: number) =>
  count !== made.count && age > (count > made.count * GROWN_BY ? GROWING_EVERY_MS : LAYOUT_EVERY_MS);

/**
 * Layout of the map, made again at most every two seconds, if pages were added or the box changed; between layouts only
 * colours change.
 */
function useLayout(tiles: readonly Tile[], base: string, size: Size): MapLayout | undefined {
  const hues = useRef(new Map<string, number>());
  const made = useRef<Made | undefined>(undefined);
  const { width, height } = size;
  if (width === 0 || height === 0 || tiles.length === 0) return undefined;
  const before = made.current;
  const now = performance.now();
  const resized = before?.size.width !== width || before.size.height !== height;
  if (!before || resized || isStale(before, tiles.length, now - before.at)) {
    const layout = layoutMap(sectionsOf(tiles, hues.current, base), width, height);
    made.current = { layout, at: now, count: tiles.length, size };
  }
  return made.current?.layout;
}

interface BlockProps {
  readonly block: Block;
  readonly layout: MapLayout;
  readonly tiles: readonly Tile[];
  readonly colourBy: ColourBy;
}

function Names({ block, layout, tiles }: BlockProps) {
  const size = layout.pitch - GAP;
  return (
    <>
      {block.leaves.flatMap((leaf) =>
        leaf.tiles.map((index, n) => {
          const { x, y } = tilePlace(leaf, n);
          const room = leaf.stepX - size - 12;
          return room < 26 ? null : (
            <text key={index} class="s" x={x + size + 6} y={y + 10}>
              {fitText(pageName(tiles[index]?.path ?? ""), room, 6.7)}
            </text>
          );
        }),
      )}
    </>
  );
}

function BlockView(props: BlockProps) {
  const { block, layout, tiles, colourBy } = props;
  const { section, x, y, width, height } = block;
  const { count, label } = blockLabel(block, tiles);
  const name = fitText(section.name, width - 28, 6.3);
  const paths = tiles.length > MAX_SVG_TILES ? [] : [...paintBlock(block, tiles, { pitch: layout.pitch, colourBy })];
  return (
    // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a <g> does nothing but be read.
    <g tabIndex={0} role="img" aria-label={label} class={`hue-${section.hue}`}>
      <rect class="edge" x={x} y={y} width={width} height={height} rx={7} />
      <rect class="own" x={x + 7} y={y + 7} width={8} height={8} rx={2.5} />
      <text x={x + 20} y={y + 15}>
        {name}
      </text>
      {width > 30 + (name.length + count.length) * 6.6 && (
        <text class="n" x={x + width - 7} y={y + 15} text-anchor="end">
          {count}
        </text>
      )}
      {block.leaves.map(
        ({ label: folder }) =>
          folder && (
            <text key={folder.text} class="s" x={folder.x} y={folder.y}>
              {fitText(folder.text, folder.width, 5.75)}
            </text>
          ),
      )}
      {layout.kind === "named" && <Names {...props} />}
      {paths.map(([fill, data]) => (
        <path key={fill} class={fill} d={data} {...(fill === "hatch" ? { mask: "url(#hatch)" } : {})} />
      ))}
    </g>
  );
}

/** The known pages, then one tile for each page that is still to come. */
function allTiles(crawl: Crawl): readonly Tile[] {
  const { toCome, tiles } = crawl;
  return toCome === 0 ? tiles.all : [...tiles.all, ...Array.from({ length: toCome }, () => UNKNOWN_TILE)];
}

/** Map of the site: an area for each section, a square for each page. */
export function SiteMap({ crawl, colourBy }: { readonly crawl: Crawl; readonly colourBy: ColourBy }) {
  const { box, size } = useSize();
  const all = allTiles(crawl);
  const layout = useLayout(all, crawl.base, size);
  const svg = useRef<HTMLDivElement>(null);
  const large = all.length > MAX_SVG_TILES;
  return (
    <div ref={box} class="map relative m-2.5 min-h-[300px] flex-1 phone:min-h-[380px]">
      {!layout && <p class="grid h-full place-items-center text-[13px] text-ink-3">Waiting for the first page…</p>}
      {layout && (
        <div ref={svg} class={layout.kind === "bands" ? "relative" : "absolute inset-0"}>
          <svg
            class={`${layout.kind} relative block h-auto w-full`}
            viewBox={`0 0 ${layout.width} ${layout.height}`}
            role="group"
            aria-label="Pages of the site, one square per page"
          >
            <defs>
              <pattern id="stripes" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
                <rect width="1.6" height="4" fill="#fff" />
              </pattern>
              <mask id="hatch" maskUnits="userSpaceOnUse" x="0" y="0" width={layout.width} height={layout.height}>
                <rect width={layout.width} height={layout.height} fill="url(#stripes)" />
              </mask>
            </defs>
            {layout.blocks.map((block) => (
              <BlockView key={block.section.name} block={block} layout={layout} tiles={all} colourBy={colourBy} />
            ))}
          </svg>
          {large && <MapCanvas layout={layout} tiles={all} colourBy={colourBy} version={crawl.tiles.version} />}
          <MapTip layout={layout} tiles={all} />
        </div>
      )}
    </div>
  );
}
