import { useState } from "preact/hooks";
import type { ColourBy } from "../../map/paint.ts";
import { SiteMap } from "../../map/site-map.tsx";
import { Seg } from "../../parts/seg.tsx";
import type { Crawl } from "../../state/crawl.ts";
import { count } from "../../words/amounts.ts";
import { PaneFrame, type PaneProps } from "./panes.tsx";

function Key({ look, name, pages }: { readonly look: string; readonly name: string; readonly pages?: number }) {
  return (
    <span class="key inline-flex items-center gap-1.5">
      <i class={`size-2.5 flex-none rounded-[2.5px] ${look}`} />
      {name} {pages !== undefined && <span class="tabular-nums">{count(pages)}</span>}
    </span>
  );
}

/** Meaning of the colours, with the numbers of pages that are not done. */
function Legend({ crawl }: { readonly crawl: Crawl }) {
  const counts = crawl.tiles.counts;
  return (
    <>
      <Key look="bg-tile-wait" name="Waiting" pages={counts.waiting + crawl.toCome} />
      <Key look="border-2 border-ink" name="In progress" />
      <Key look="bg-linear-135 from-s0 from-50% to-s4 to-50%" name="Done" />
      <Key
        look="bg-[repeating-linear-gradient(135deg,var(--color-ink-3)_0_1.5px,transparent_1.5px_3.5px)]"
        name="Left out"
        pages={counts.leftOut}
      />
      <Key look="bg-fail" name="Failed" pages={counts.failed} />
    </>
  );
}

/** The map of the site, drawn with the figures of its crawl. */
export function MapPane({ crawl, shown, onPane }: PaneProps) {
  const [colourBy, setColourBy] = useState<ColourBy>("section");
  return (
    <PaneFrame
      id="map-title"
      title="The site"
      pane="map"
      shown={shown}
      problems={crawl.log.problems.length}
      onPane={onPane}
      controls={
        <Seg
          label="Colour by"
          value={colourBy}
          choices={[
            { value: "section", label: "Section" },
            { value: "by", label: "Fetched by" },
          ]}
          onChange={setColourBy}
        />
      }
      foot={<Legend crawl={crawl} />}
    >
      <SiteMap crawl={crawl} colourBy={colourBy} />
    </PaneFrame>
  );
}
