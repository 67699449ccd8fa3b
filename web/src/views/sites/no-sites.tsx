import { Button } from "../../parts/button.tsx";

/** Colours of an example site's squares; 8 is grey. */
const SQUARES = [3, 0, 5, 1, 0, 2, 6, 1, 4, 8, 8, 0, 3, 1, 1, 5, 2, 8, 8, 0, 4, 1];

export function NoSites({ onAdd }: { readonly onAdd: () => void }) {
  return (
    <div class="panel mt-[18px] overflow-hidden px-6 pb-9 text-center">
      <div
        class="-mx-6 mb-[26px] flex flex-wrap justify-center gap-[3px] border-b border-line bg-sunken p-[22px]"
        aria-hidden="true"
      >
        {SQUARES.map((hue, index) => (
          <i key={index} class={`size-2.5 rounded-[2.5px] ${hue === 8 ? "bg-tile-wait" : `bg-(--c) hue-${hue}`}`} />
        ))}
      </div>
      <h2 class="text-[17px]/6 font-semibold tracking-[-0.02em]">No sites yet</h2>
      <p class="mx-auto mt-1.5 mb-[18px] max-w-[52ch] text-balance text-ink-2">
        Add one address or many. Each site is crawled again on a schedule, and a new version is published only when
        something changed.
      </p>
      <Button icon="plus" label="Add sites" class="btn-primary" onClick={onAdd} />
    </div>
  );
}
