import { isMendable, type MendableRule, mendText } from "@llmstxt-service/document/check";
import { Button } from "../../parts/button.tsx";
import type { Check } from "../../protocol/types.ts";
import type { Asked } from "../../state/query.ts";
import type { Mended } from "../../state/texts.ts";
import type { Mending } from "./mending.ts";
import { QualityView } from "./quality-view.tsx";

interface ResultQualityProps {
  readonly text: string;
  readonly check: Asked<Check>;
  readonly mended: Mended;
  readonly write: Mending["write"];
}

/** Quality of a text that is mended on the page alone: a crawl's result, or a pasted one. */
export default function ResultQuality({ text, check, mended, write }: ResultQualityProps) {
  if (check.type === "asking") return <p class="p-4 text-ink-3">Checking…</p>;
  if (check.type === "refused") return <p class="panel p-4 text-bad">{check.why}</p>;
  const mend = (rule: MendableRule, lines: ReadonlySet<number>) => mended.put(mendText(text, rule, lines));
  return (
    <QualityView text={text} check={check.value} canMend={isMendable} mend={mend} write={write}>
      {mended.steps > 0 && (
        <section class="panel flex flex-wrap items-center gap-2 px-4 py-3" role="status">
          <p class="min-w-40 flex-1 text-[13px]/[18px] text-ink-2">
            Mended on this page. Copy and Download give the mended text.
          </p>
          <Button label="Undo" class="btn-small" onClick={mended.undo} />
        </section>
      )}
    </QualityView>
  );
}
