import type { ReadDocument } from "../../document/read.ts";
import { Button, LinkButton } from "../../parts/button.tsx";
import { changeRequest } from "../../state/form.ts";
import { href } from "../../state/route.ts";
import { count, some } from "../../words/amounts.ts";
import type { ResultViewProps } from "./result-props.ts";

interface SizePanelProps extends ResultViewProps {
  readonly document: ReadDocument;
}

/** Size as a share of the budget: `60 % over`. */
function share(characters: number, budget: number): string {
  const percent = Math.round((characters / budget) * 100);
  return characters > budget ? `${count(percent - 100)} % over` : `${percent} %`;
}

/** Size of the file by section, against the budget; the part beyond it is hatched. */
function Bar({ document, whole, budget }: { document: ReadDocument; whole: number; budget: number }) {
  let x = 0;
  const end = (budget / whole) * 100;
  return (
    <svg class="mt-[9px] block h-3 w-full" viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">
      <rect class="fill-hover" y="3" width="100" height="6" />
      {document.sections.map((section) => {
        const width = (section.characters / whole) * 100;
        const from = x;
        x += width;
        return (
          <rect key={section.line} class={`hue-${section.hue} fill-(--c)`} x={from} y="3" width={width} height="6" />
        );
      })}
      {end < 100 && (
        <>
          <pattern id="past" width="1.4" height="12" patternUnits="userSpaceOnUse">
            <rect class="fill-panel opacity-60" width="0.6" height="12" />
          </pattern>
          <rect x={end} y="3" width={100 - end} height="6" fill="url(#past)" />
          <rect class="fill-ink" x={end - 0.4} width="0.8" height="12" />
        </>
      )}
    </svg>
  );
}

/** Panel with the size of the file, in all and by section. */
export function SizePanel({ result, document, config, request }: SizePanelProps) {
  const { characters, tokens, shortened } = result.summary;
  const budget = Math.max(config.budget, 1);
  const isOver = characters > budget;
  const { site } = result;
  return (
    <section class="panel px-4 py-3.5 phone:order-5">
      <div class="flex items-baseline justify-between gap-2">
        <h2>Size</h2>
        <small class="text-[12.5px] text-ink-3 tabular-nums">budget {count(budget)}</small>
      </div>
      <p class="mt-1.5 flex items-baseline justify-between gap-2 tabular-nums">
        <b class="text-[15px] font-[550] tracking-[-0.015em]">
          {count(characters)} <small class="text-[12.5px] font-normal text-ink-3">characters</small>
        </b>
        <small class={`text-[12.5px] ${isOver ? "text-warn" : "text-ink-3"}`}>{share(characters, budget)}</small>
      </p>
      <div role="img" aria-label={`${Math.round((characters / budget) * 100)} percent of the budget, by section`}>
        <Bar document={document} whole={Math.max(budget, characters)} budget={budget} />
      </div>
      <p class="mt-2 text-[13px]/[18px] text-ink-3 tabular-nums">
        About {count(tokens)} tokens.
        {shortened > 0 && ` ${some(shortened, "excerpt")} shortened to save space.`}
      </p>
      {isOver && (
        <p class="mt-1.5 text-[13px]/[18px] text-ink-3">
          Longer than {count(budget)} characters: many agents read only its beginning.
        </p>
      )}
      {isOver && (
        <div class="mt-2 flex flex-wrap gap-2">
          <Button label="Restrict the paths" class="btn-small" onClick={() => changeRequest(request)} />
          {site && <LinkButton label="Publish it in parts" class="btn-small" href={href.publish(site.id)} />}
        </div>
      )}
    </section>
  );
}
