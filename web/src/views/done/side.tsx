import type { ReadDocument } from "../../document/read.ts";
import { CopyField } from "../../parts/copy-field.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Meter } from "../../parts/meter.tsx";
import type { Check } from "../../protocol/summary.ts";
import type { Asked } from "../../state/asked.ts";
import { hostOf } from "../../state/result.ts";
import { pathOn, safeHref } from "../../words/addresses.ts";
import { count, some } from "../../words/amounts.ts";
import { failureTitle } from "../../words/facts.ts";
import { LEFT_OUT_WORDS } from "../../words/left-out.ts";
import { CheckPanel } from "./check-panel.tsx";
import { EnrolPanel } from "./enrol-panel.tsx";
import { FindabilityPanel } from "./findability-panel.tsx";
import type { ResultViewProps } from "./result-props.ts";

export interface SideProps extends ResultViewProps {
  readonly document: ReadDocument;
  readonly check: Asked<Check>;
  readonly onLine: (line: number) => void;
}

const HEADING = "text-[13.5px] font-[550]";
const NOTE = "mt-2 text-[13px]/[18px] text-ink-3";

function Hosted({ result, notStored }: SideProps) {
  const file = result.fileUrl === undefined ? undefined : safeHref(result.fileUrl);
  return (
    <section class="panel px-4 py-3.5 phone:order-2">
      <h2 class={HEADING}>{file ? "Hosted at" : "Not stored"}</h2>
      {file ? (
        <>
          <CopyField text={file} what="Address" />
          <p class={NOTE}>
            Serve it as <code class="text-[11.5px]">/llms.txt</code> of your site, or redirect there.{" "}
            <a class="underline underline-offset-3" href={file} target="_blank" rel="noopener noreferrer nofollow">
              Open it
            </a>
          </p>
        </>
      ) : (
        <p class={NOTE}>{notStored || "This server gave no address for the file. Download it here."}</p>
      )}
    </section>
  );
}

/** How much of a reader's attention the file takes, by section. */
function Size({ result, document, config }: SideProps) {
  const { characters, tokens, shortened } = result.summary;
  const whole = Math.max(config.budgetCharacters, characters, 1);
  return (
    <section class="panel px-4 py-3.5 phone:order-5">
      <div class="flex items-baseline justify-between gap-2">
        <h2 class={HEADING}>Size</h2>
        <small class="text-[12.5px] text-ink-3 tabular-nums">budget {count(config.budgetCharacters)}</small>
      </div>
      <p class="mt-1.5 flex items-baseline justify-between gap-2 tabular-nums">
        <b class="text-[15px] font-[550] tracking-[-0.015em]">
          {count(characters)} <small class="text-[12.5px] font-normal text-ink-3">characters</small>
        </b>
        <small class="text-[12.5px] text-ink-3">~{count(tokens)} tokens</small>
      </p>
      <div role="img" aria-label={`${Math.round((characters / whole) * 100)} percent of the budget, by section`}>
        <Meter
          class="mt-[9px] h-1.5"
          gap={1}
          parts={document.sections.map((section) => ({
            share: section.characters / whole,
            fill: `hue-${section.hue} fill-(--c)`,
          }))}
        />
      </div>
      {shortened > 0 && <p class={NOTE}>{some(shortened, "excerpt")} shortened to stay inside the budget.</p>}
    </section>
  );
}

function LeftOut({ result }: SideProps) {
  const { leftOut } = result.summary;
  const all = leftOut.reduce((sum, group) => sum + group.count, 0);
  if (all === 0) return null;
  const host = hostOf(result.url);
  return (
    <section class="panel px-4 py-3.5 phone:order-5">
      <details open>
        <summary class="flex items-center justify-between gap-2">
          <h2 class={HEADING}>Left out</h2>
          <span class="inline-flex items-center gap-2 text-ink-3 tabular-nums">
            {count(all)}
            <Icon name="chev" class="chev" />
          </span>
        </summary>
        <ul class="mt-2 border-t border-line pt-1">
          {leftOut.map((group) => (
            <li
              key={group.reason}
              class="grid grid-cols-[minmax(0,1fr)_auto] gap-x-2 py-1 text-[13px]/[18px] text-ink-2"
            >
              {LEFT_OUT_WORDS[group.reason]}
              <span class="text-ink-3 tabular-nums">{count(group.count)}</span>
              <code class="col-span-full truncate text-[11.5px] text-ink-3">
                {group.examples.map((url) => pathOn(host, url)).join("  ")}
                {group.count > group.examples.length ? " …" : ""}
              </code>
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}

/** Failed pages shown; the summary names a thousand. */
const MAX_FAILED = 50;

/** Which pages could not be read, and why. */
function Failed({ result }: SideProps) {
  const { failed, failures } = result.summary;
  if (failed === 0) return null;
  const host = hostOf(result.url);
  const shown = failures.slice(0, MAX_FAILED);
  return (
    <section class="panel px-4 py-3.5 phone:order-2">
      <details open>
        <summary class="flex items-center justify-between gap-2">
          <h2 class={HEADING}>Pages that failed</h2>
          <span class="inline-flex items-center gap-2 text-bad tabular-nums">
            {count(failed)}
            <Icon name="chev" class="chev" />
          </span>
        </summary>
        <ul class="mt-2 border-t border-line pt-1">
          {shown.map((failure) => (
            <li key={failure.url} class="grid grid-cols-[minmax(0,1fr)] gap-x-2 py-1 text-[13px]/[18px] text-ink-2">
              <code class="truncate text-[11.5px]">{pathOn(host, failure.url)}</code>
              <span class="text-ink-3">{failureTitle(failure)}</span>
            </li>
          ))}
        </ul>
        {failed > shown.length && <p class={NOTE}>And {count(failed - shown.length)} more.</p>}
      </details>
    </section>
  );
}

/** About the file. On phones its parts stand before and after the document. */
export function Side(props: SideProps) {
  return (
    <aside aria-label="About the file" class="grid grid-cols-1 gap-3.5 phone:contents">
      <Hosted {...props} />
      <EnrolPanel {...props} />
      <Size {...props} />
      <CheckPanel check={props.check} onLine={props.onLine} />
      <Failed {...props} />
      <FindabilityPanel result={props.result} />
      <LeftOut {...props} />
    </aside>
  );
}
