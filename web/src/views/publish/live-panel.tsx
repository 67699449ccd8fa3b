import { Icon } from "../../parts/icon.tsx";
import { Pill } from "../../parts/pill.tsx";
import type { Live, LiveCheck } from "../../protocol/types.ts";
import { liveQuery } from "../../state/bundles.ts";
import { useNow } from "../../state/pulse.ts";
import { invalidate, useQuery } from "../../state/query.ts";
import { VERDICTS } from "../../words/live.ts";
import { relative } from "../../words/times.ts";

const NAMES: Readonly<Record<LiveCheck["name"], string>> = {
  index: "llms.txt",
  markdown: "Markdown by address",
  type: "Content type of Markdown",
  negotiation: "Markdown by Accept",
  vary: "Vary: Accept",
  link: "Pages lead to their Markdown or the index",
  canonical: "Markdown names its page",
};

function Check({ name, ok, url, status, contentType, detail }: LiveCheck) {
  return (
    <li class="flex gap-2.5 border-t border-line px-4 py-2.5">
      <Icon name={ok ? "check" : "x"} class={ok ? "text-ok" : ok === null ? "text-ink-3" : "text-bad"} />
      <div class="min-w-0 flex-1 text-[13.5px]">
        <b class="font-medium">{NAMES[name]}</b>
        <span class="sr-only">: {ok ? "works" : ok === null ? "not asked" : "does not work"}</span>
        <p class="text-[13px] wrap-anywhere text-ink-3">
          <code>{url}</code> {status > 0 && `${status}, ${contentType || "no type"}`}
        </p>
        {!ok && <p class="text-[13px] text-ink-2">{detail}</p>}
      </div>
    </li>
  );
}

interface LivePanelProps {
  readonly siteId: string;
  /** When the bundle was written: the site is asked anew about each. */
  readonly bundleAt: string | null;
}

/** True if the site itself answers with its bundle: asked when it is opened, after each crawl, and on request. */
export function LivePanel({ siteId, bundleAt }: LivePanelProps) {
  const query = liveQuery(siteId, bundleAt);
  const asked = useQuery(query);
  const isAsking = asked.type === "asking" || (asked.type === "there" && asked.isOld);
  return (
    <section class="panel min-w-0" aria-labelledby="live">
      <header class="flex items-center px-4 py-3">
        <h2 id="live" class="flex-1 text-sm font-medium">
          Is it live?
        </h2>
        <button type="button" class="btn btn-small" disabled={isAsking} onClick={() => invalidate(query.key)}>
          <Icon name="again" />
          Check now
        </button>
      </header>
      <div role="status">
        {isAsking && <p class="px-4 pb-3 text-[13.5px] text-ink-3">Asking the site…</p>}
        {asked.type === "refused" && <p class="px-4 pb-3 text-[13.5px] text-bad">{asked.why}</p>}
        {asked.type === "there" && <Verdict live={asked.value} />}
      </div>
    </section>
  );
}

/** The verdict, the advice, and each check, failing ones first. */
function Verdict({ live: { verdict, detail, at, checks } }: { readonly live: Live }) {
  const now = useNow(30);
  const { word, tone } = VERDICTS[verdict];
  return (
    <>
      <p class="flex flex-wrap items-baseline gap-x-2.5 gap-y-1 px-4 pb-3 text-[13.5px]">
        <Pill tone={tone}>{word}</Pill>
        <span class="min-w-0 flex-1 wrap-anywhere">{detail}</span>
        <span class="text-[13px] text-ink-3">checked {relative(at, now)}</span>
      </p>
      <ul>
        {checks
          .toSorted((a, b) => rank(a) - rank(b))
          .map((check) => (
            <Check key={`${check.name} ${check.url}`} {...check} />
          ))}
      </ul>
    </>
  );
}

const rank = ({ ok }: LiveCheck): number => (ok === false ? 0 : ok ? 1 : 2);
