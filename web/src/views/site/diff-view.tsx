import { useState } from "preact/hooks";
import { Answer } from "../../parts/answer.tsx";
import { DIFF_AS, Diff, type DiffAs } from "../../parts/diff.tsx";
import { Seg } from "../../parts/seg.tsx";
import { Select } from "../../parts/select.tsx";
import type { Version } from "../../protocol/types.ts";
import { diffQuery } from "../../state/sites.ts";
import { dateTime } from "../../words/times.ts";

export interface Compared {
  readonly from: string;
  readonly to: string;
}

interface DiffViewProps {
  readonly siteId: string;
  readonly host: string;
  readonly versions: readonly Version[];
  readonly compared: Compared;
  readonly onCompare: (compared: Compared) => void;
}

/** Differences of two versions, by page or as text. */
export function DiffView({ siteId, host, versions, compared, onCompare }: DiffViewProps) {
  const { from, to } = compared;
  const [as, setAs] = useState<DiffAs>("pages");
  const shared = {
    choices: versions.map(({ id, at }) => ({ value: id, label: dateTime(at) })),
    class: "h-[30px] text-[13px] phone:h-10",
  };
  return (
    <section class="panel min-w-0 pb-2" aria-labelledby="differences">
      <header class="flex flex-wrap items-center gap-2 border-b border-line py-[9px] pr-2.5 pl-4">
        <h2 id="differences" class="sr-only">
          Differences
        </h2>
        <Select aria-label="From" {...shared} value={from} onChange={(id) => onCompare({ from: id, to })} />
        <span class="text-ink-3">to</span>
        <Select aria-label="To" {...shared} value={to} onChange={(id) => onCompare({ from, to: id })} />
        <span class="flex-1" />
        <Seg label="Show differences as" value={as} choices={DIFF_AS} onChange={setAs} />
      </header>
      <Answer query={diffQuery(siteId, { from, to })}>{(diff) => <Diff diff={diff} host={host} as={as} />}</Answer>
    </section>
  );
}
