import type { ComponentChildren } from "preact";
import { Icon } from "../../parts/button.tsx";

/** Pages by section of the example, https://httr2.r-lib.org, from a crawl. */
const SHEET = [3, 16, 10, 13, 13, 7, 8, 10, 3];

const REASONS = [
  ["/llms.txt", "is where models look for it on your site"],
  ["6,500 tokens", "instead of reading all 83 pages"],
];

/** A square for each page, coloured by section. */
function Sheet({ sections }: { readonly sections: readonly { readonly pages: number; readonly hue: number }[] }) {
  return (
    <>
      {sections.flatMap(({ pages, hue }, section) =>
        Array.from({ length: pages }, (_, page) => (
          <i key={`${section} ${page}`} class={`size-2.5 rounded-[2.5px] bg-(--c) hue-${hue}`} />
        )),
      )}
    </>
  );
}

interface LineProps {
  readonly term: string;
  readonly first?: boolean;
  readonly hue?: number;
  readonly children: ComponentChildren;
}

function Line({ term, first = false, hue, children }: LineProps) {
  const gap = first ? "pt-2" : "";
  const bar = hue === undefined ? "" : `hue-${hue} -ml-3 border-l-3 border-(--c) pl-[9px]`;
  return (
    <>
      <dt class={`pl-4 font-sans text-xs/[19px] font-medium text-ink-3 ${gap}`}>{term}</dt>
      <dd class={`pr-4 pb-[9px] wrap-anywhere text-ink-2 ${gap}`}>
        <div class={bar}>{children}</div>
      </dd>
    </>
  );
}

/** An annotated llms.txt, which shows the format on the first visit. */
export function Specimen() {
  return (
    <figure class="panel self-start overflow-hidden">
      <div class="flex flex-wrap gap-[3px] border-b border-line bg-sunken px-4 pt-3.5 pb-[13px]" aria-hidden="true">
        <Sheet sections={SHEET.map((pages, hue) => ({ pages, hue }))} />
        <span class="mt-1.5 flex basis-full items-center gap-2 text-[12.5px] text-ink-3">
          83 pages of a site become one file <Icon name="chevd" />
        </span>
      </div>
      <figcaption class="flex items-center gap-2 border-b border-line px-4 py-[11px] font-medium">
        <Icon name="file" />
        llms.txt<span class="ml-auto text-[13px] font-normal text-ink-3 phone:hidden">an example: httr2.r-lib.org</span>
      </figcaption>
      <dl class="grid grid-cols-[94px_minmax(0,1fr)] pt-4 pb-1.5 font-mono text-[12.5px]/[19px]">
        <Line term="Name">
          <span class="font-semibold text-ink"># httr2</span>
        </Line>
        <Line term="Summary">
          &gt; Tools for creating and modifying HTTP requests, then performing them and processing the results.
        </Line>
        <Line term="Date">
          <span class="text-ink-3">Generated: 2026-11-21T05:50:00Z | Pages: 83</span>
        </Line>
        <Line term="Section" first hue={1}>
          <span class="font-semibold text-ink">## Requests</span>
        </Line>
        <Line term="Page" hue={1}>
          - <span class="font-medium text-ink">[Set HTTP method in request]</span>
          <span class="text-link">(https://httr2.r-lib.org/reference/req_method.md)</span>: Use this function to use a
          custom HTTP method like HEAD, DELETE or PATCH.
        </Line>
        <Line term="" hue={1}>
          <span class="text-ink-3">… 15 more</span>
        </Line>
        <Line term="Section" first hue={8}>
          <span class="font-semibold text-ink">## Optional</span>
        </Line>
        <Line term="Page" hue={8}>
          - <span class="font-medium text-ink">[Changelog]</span>
          <span class="text-link">(https://httr2.r-lib.org/news/index.html)</span>
        </Line>
      </dl>
      <div class="grid grid-cols-2 divide-x divide-line border-t border-line bg-sunken">
        {REASONS.map(([what, why]) => (
          <div key={what} class="px-4 py-3 phone:px-3 phone:py-2.5">
            <b class="block text-lg/6 font-semibold tracking-[-0.02em]">{what}</b>
            <span class="block text-[12.5px]/[17px] text-ink-3">{why}</span>
          </div>
        ))}
      </div>
    </figure>
  );
}
