import type { Tone } from "../../parts/pill.tsx";
import { WorkBar } from "../../parts/work.tsx";
import type { Site, SiteStatus } from "../../protocol/types.ts";
import { some } from "../../words/amounts.ts";
import { STATUS_WORDS } from "../../words/site-status.ts";

export const STATUS_TONES: Readonly<Record<SiteStatus, Tone>> = {
  crawling: "run",
  failing: "bad",
  undelivered: "bad",
  notLive: "warn",
  shrunk: "warn",
  changed: "ok",
  due: "muted",
  paused: "muted",
  upToDate: "ok",
};

const DOTS: Readonly<Record<Tone, string>> = {
  run: "text-run",
  ok: "text-ok",
  warn: "text-amber",
  bad: "text-bad",
  muted: "text-ink-3 dot-open",
};

/** Loss of pages in words: `41 pages fewer than before`. */
function shrunkBy({ status, pages, previousPages }: Site): string | undefined {
  return status === "shrunk" ? `${some(previousPages - pages, "page")} fewer than before` : undefined;
}

const notLive = ({ status, live }: Site): string | undefined => (status === "notLive" ? live?.detail : undefined);

/** Status as a dot and a word, with its reason or progress below. */
export function Status({ site }: { readonly site: Site }) {
  const { status, progress } = site;
  const reason = site.reason ?? site.undelivered?.why ?? notLive(site) ?? shrunkBy(site);
  return (
    <>
      <span class="inline-flex items-center gap-2">
        <i class={`dot ${DOTS[STATUS_TONES[status]]}`} />
        <span class="text-ink">{STATUS_WORDS[status]}</span>
      </span>
      {status === "crawling" && progress && progress.max > 0 ? (
        <WorkBar
          class="w-[76px]"
          work={{ state: "running", done: progress.done, of: progress.max, words: "Pages done" }}
        />
      ) : (
        reason && (
          <div class="max-w-80 truncate text-[12.5px] text-ink-3" title={reason}>
            {reason}
          </div>
        )
      )}
    </>
  );
}
