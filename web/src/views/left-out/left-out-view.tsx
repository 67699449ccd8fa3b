import { FILE_PROBLEMS, type LeftOutReason } from "@llmstxt-service/page/address/left-out";
import { useState } from "preact/hooks";
import { Answer } from "../../parts/answer.tsx";
import { Bar } from "../../parts/bar.tsx";
import { Button } from "../../parts/button.tsx";
import { download } from "../../parts/download.ts";
import type { CrawlRequest } from "../../protocol/types.ts";
import type { Audit, Audited } from "../../state/audit.ts";
import type { Crawl } from "../../state/crawl.ts";
import { logQuery } from "../../state/crawls.ts";
import { count, some } from "../../words/amounts.ts";
import { LEFT_OUT_WORDS } from "../../words/left-out.ts";
import { LeftOutPages, type NamedAddress } from "./left-out-pages.tsx";

interface LeftOutViewProps {
  readonly id: string;
  readonly crawl: Crawl;
  readonly request: CrawlRequest;
}

/** Outcomes of all addresses of a crawl: numbers, reasons, and the evidence for each. */
export default (props: LeftOutViewProps) => <Answer query={logQuery(props.id)}>{() => <Outcomes {...props} />}</Answer>;

const OUTCOMES: readonly { readonly outcome: Audited["outcome"]; readonly look: string }[] = [
  { outcome: "listed", look: "hue-0" },
  { outcome: "failed", look: "text-fail" },
  { outcome: "waiting", look: "text-tile-wait" },
  { outcome: "left out", look: "text-ink-3 hatch" },
];

/** Reasons that are about files that are no pages. */
const FILES: ReadonlySet<LeftOutReason> = new Set<LeftOutReason>([
  ...Object.keys(FILE_PROBLEMS).map((name) => name as keyof typeof FILE_PROBLEMS),
  ...(["attachment", "office file", "e-book", "image", "media", "archive", "feed"] as const),
  ...(["text file", "code file"] as const),
]);

function Outcomes({ crawl: { audit, host }, request }: LeftOutViewProps) {
  const [reason, setReason] = useState<LeftOutReason>();
  const named = [...audit.byUrl].flatMap(([url, one]): NamedAddress[] =>
    one.outcome === "left out" || one.outcome === "waiting" ? [{ url, ...one }] : [],
  );
  return (
    <div class="grid gap-4">
      <Sum audit={audit} host={host} />
      {named.length === 0 ? (
        <p class="panel p-6 text-ink-2">Nothing was left out: every address is listed or has failed.</p>
      ) : (
        <div class="grid grid-cols-[300px_minmax(0,1fr)] items-start gap-4 phone:grid-cols-1">
          <Reasons audit={audit} named={named} chosen={reason} onChoose={setReason} />
          <LeftOutPages key={reason} pages={named} reason={reason} host={host} request={request} />
        </div>
      )}
    </div>
  );
}

function Sum({ audit, host }: { readonly audit: Audit; readonly host: string }) {
  const all = [...audit.byUrl.values()];
  const unnamed = [...audit.unnamed.values()].reduce((sum, more) => sum + more, 0);
  const total = all.length + unnamed;
  const counts = OUTCOMES.map(({ outcome, look }) => {
    const own = all.filter((one) => one.outcome === outcome).length;
    return { outcome, look, pages: own + (outcome === "left out" ? unnamed : 0) };
  });
  return (
    <section class="panel px-4 py-3.5" aria-labelledby="sum">
      <div class="flex flex-wrap items-center gap-2">
        <h2 id="sum" class="flex-1">
          {some(total, "address was", "addresses were")} found, and this is what became of them.
        </h2>
        <Button
          icon="down"
          label="Download all as JSON lines"
          class="btn-small"
          onClick={() => download(audit.text, `${host}-audit.jsonl`)}
        />
      </div>
      <Bar
        class="mt-3 h-2.5!"
        label={counts.map(({ pages, outcome }) => `${count(pages)} ${outcome}`).join(", ")}
        parts={counts.map(({ pages, look }) => ({ share: pages / Math.max(1, total), look }))}
      />
      <p class="mt-2.5 flex flex-wrap gap-x-4 gap-y-1 text-[13px] text-ink-2">
        {counts.map(({ outcome, look, pages }) => (
          <span key={outcome} class="inline-flex items-center gap-1.5">
            <i class={`sq ${look}`} />
            <b class="font-[550] text-ink tabular-nums">{count(pages)}</b> {outcome}
          </span>
        ))}
      </p>
    </section>
  );
}

interface ReasonsProps {
  readonly audit: Audit;
  readonly named: readonly NamedAddress[];
  readonly chosen: LeftOutReason | undefined;
  readonly onChoose: (reason: LeftOutReason | undefined) => void;
}

function Reasons({ audit, named, chosen, onChoose }: ReasonsProps) {
  const reasons = [...Map.groupBy(named, ({ reason }) => reason)]
    .map(([reason, own]) => ({ reason, pages: own.length + (audit.unnamed.get(reason) ?? 0) }))
    .toSorted((a, b) => b.pages - a.pages);
  const most = reasons[0]?.pages ?? 1;
  const groups = [
    { title: "Pages, by reason", rows: reasons.filter(({ reason }) => !FILES.has(reason)) },
    { title: "Files, by kind", rows: reasons.filter(({ reason }) => FILES.has(reason)) },
  ].filter(({ rows }) => rows.length > 0);
  return (
    <div class="grid gap-3.5">
      {groups.map(({ title, rows }) => (
        <section key={title} class="panel overflow-hidden" aria-label={title}>
          <h2 class="px-4 py-2.5">{title}</h2>
          {rows.map(({ reason, pages }) => (
            <button
              key={reason}
              type="button"
              aria-pressed={reason === chosen}
              class="grid w-full grid-cols-[minmax(0,1fr)_auto] gap-x-2 gap-y-1 border-t border-line px-4 py-2 text-left text-[13.5px] hover:bg-sunken focus-visible:-outline-offset-2 aria-pressed:bg-hover aria-pressed:font-medium"
              onClick={() => onChoose(reason === chosen ? undefined : reason)}
            >
              {LEFT_OUT_WORDS[reason]}
              <span class="text-ink-3 tabular-nums">{count(pages)}</span>
              <Bar class="col-span-full h-1!" parts={[{ share: pages / most, look: "text-ink-3" }]} />
            </button>
          ))}
        </section>
      ))}
    </div>
  );
}
