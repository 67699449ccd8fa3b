import type { ReadDocument } from "../../document/read.ts";
import { CopyField } from "../../parts/copy-field.tsx";
import { download } from "../../parts/download.ts";
import { Icon } from "../../parts/icon.tsx";
import { toast } from "../../parts/toast.tsx";
import { callText } from "../../protocol/http.ts";
import type { Check } from "../../protocol/types.ts";
import { type Asked, troubleOf } from "../../state/query.ts";
import { hostOf } from "../../state/result.ts";
import { pathOn, safeHref } from "../../words/addresses.ts";
import { count, some } from "../../words/amounts.ts";
import { LEFT_OUT_WORDS } from "../../words/left-out.ts";
import { CheckPanel } from "./check-panel.tsx";
import { EnrolPanel } from "./enrol-panel.tsx";
import { FindabilityPanel } from "./findability-panel.tsx";
import type { ResultViewProps } from "./result-props.ts";
import { SizePanel } from "./size-panel.tsx";

export interface SideProps extends ResultViewProps {
  readonly document: ReadDocument;
  readonly check: Asked<Check>;
  readonly onLine: (line: number) => void;
}

const HEADING = "text-[13.5px] font-[550]";
const NOTE = "mt-2 text-[13px]/[18px] text-ink-3";

function Hosted({ result, crawl }: SideProps) {
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
        <p class={NOTE}>{crawl.notStored || "The file has no address on this server. Download it here."}</p>
      )}
    </section>
  );
}

async function save(id: string, file: string): Promise<void> {
  try {
    const path = `/api/crawls/${encodeURIComponent(id)}/files/${encodeURIComponent(file)}`;
    download(await callText(path, {}, AbortSignal.timeout(60_000)), file);
  } catch (thrown) {
    toast(troubleOf(thrown).why);
  }
}

function Relatives({ result: { id, summary } }: SideProps) {
  const { relatives = [] } = summary;
  if (relatives.length === 0) return null;
  return (
    <section class="panel px-4 py-3.5 phone:order-2">
      <h2 class={HEADING}>Other languages and versions</h2>
      <ul class="mt-2 border-t border-line pt-1">
        {relatives.map(({ file, name, pages }) => (
          <li key={file} class="grid grid-cols-[minmax(0,1fr)_auto] gap-x-2 py-1 text-[13px]/[18px] text-ink-2">
            <span dir="auto">{name}</span>
            <span class="text-ink-3 tabular-nums">{some(pages, "page")}</span>
            <button type="button" class="w-fit underline underline-offset-3" onClick={() => void save(id, file)}>
              {file}
            </button>
          </li>
        ))}
      </ul>
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

/** About the file. On phones its parts stand before and after the document. */
export function Side(props: SideProps) {
  return (
    <aside aria-label="About the file" class="grid grid-cols-1 gap-3.5 phone:contents">
      <Hosted {...props} />
      <Relatives {...props} />
      <EnrolPanel {...props} />
      <SizePanel {...props} />
      <CheckPanel check={props.check} onLine={props.onLine} />
      <FindabilityPanel result={props.result} />
      <LeftOut {...props} />
    </aside>
  );
}
