import { useState } from "preact/hooks";
import { cancelCrawl } from "../protocol/crawls.ts";
import type { ActiveCrawl } from "../protocol/types.ts";
import { active, look } from "../state/activity.ts";
import { href } from "../state/route.ts";
import { useStore } from "../state/store.ts";
import { count, some } from "../words/amounts.ts";
import { Icon } from "./icon.tsx";
import { Menu } from "./menu.tsx";
import { tried } from "./toast.tsx";
import { WorkState } from "./work.tsx";

const shareOf = ({ done, max }: ActiveCrawl) => Math.min(1, done / Math.max(1, max));

/** A ring that is whole when everything is read. */
function Ring({ share }: { readonly share: number }) {
  const around = 2 * Math.PI * 6;
  return (
    <svg class="size-4 flex-none -rotate-90" viewBox="0 0 16 16" fill="none" stroke-width="2.4" aria-hidden="true">
      <circle class="stroke-line-2" cx="8" cy="8" r="6" />
      <circle
        class="stroke-run"
        cx="8"
        cy="8"
        r="6"
        stroke-linecap="round"
        stroke-dasharray={`${Math.max(0.06, share) * around} ${around}`}
      />
    </svg>
  );
}

async function cancel(id: string): Promise<void> {
  await tried(cancelCrawl(id));
  await look();
}

/** Name shown for another client's private crawl, whose host is not told. */
const PRIVATE = "a private site";

/** Button whose second press cancels a crawl: the first may be a mistake. */
function CancelButton({ crawl }: { readonly crawl: ActiveCrawl }) {
  const [asked, setAsked] = useState(false);
  return asked ? (
    <button type="button" class="btn btn-small text-bad" onClick={() => void cancel(crawl.id)}>
      Cancel this crawl
    </button>
  ) : (
    <button
      type="button"
      class="btn btn-quiet btn-icon btn-small"
      aria-label={`Cancel the crawl of ${crawl.host ?? PRIVATE}`}
      onClick={() => setAsked(true)}
    >
      <Icon name="x" />
    </button>
  );
}

function Row({ crawl, onOpen }: { readonly crawl: ActiveCrawl; readonly onOpen: () => void }) {
  const { id, host, state, done, max, ahead } = crawl;
  const waits = ahead === 0 ? "Waiting, starts next" : `Waiting, ${some(ahead, "crawl")} ahead`;
  return (
    <li class="grid gap-[5px] border-line px-3.5 pt-2 pb-[11px] not-first:border-t">
      <div class="flex min-h-7 items-center gap-2">
        <a
          class="min-w-0 flex-1 truncate font-mono text-[13px] font-medium tracking-[-0.025em] text-ink hover:underline"
          href={href.crawl(id)}
          onClick={onOpen}
        >
          {host ?? PRIVATE}
        </a>
        <CancelButton crawl={crawl} />
      </div>
      <span class="text-[12.5px] text-ink-3 tabular-nums">
        <WorkState
          work={state === "waiting" ? { state, words: waits } : { state, done, of: max, words: "Reading pages" }}
        />
      </span>
    </li>
  );
}

/** Numbers of crawls: `1 crawling`, `2 crawling, 1 waiting`. */
function said(crawls: readonly ActiveCrawl[]): string {
  const waiting = crawls.filter(({ state }) => state === "waiting").length;
  const running = crawls.length - waiting;
  return [running > 0 && `${count(running)} crawling`, waiting > 0 && `${count(waiting)} waiting`]
    .filter(Boolean)
    .join(", ");
}

/** Crawls of the server, shown on every screen, with a link to each. */
export function Activity() {
  const crawls = useStore(active);
  if (crawls.length === 0) return null;
  const share = crawls.reduce((sum, crawl) => sum + shareOf(crawl), 0) / crawls.length;
  return (
    <Menu
      label={said(crawls)}
      buttonClass="btn btn-quiet btn-small text-ink phone:px-1.5"
      button={
        <>
          <Ring share={share} />
          <span class="phone:hidden">{said(crawls)}</span>
        </>
      }
      popClass="w-[348px] p-0 phone:fixed phone:inset-x-2 phone:top-[58px] phone:w-auto"
    >
      {(close) => (
        <>
          <h2 class="px-3.5 pt-[11px] pb-[3px] text-[13.5px] font-[550]">Crawls</h2>
          <ul class="max-h-[60vh] overflow-y-auto">
            {crawls.map((crawl) => (
              <Row key={crawl.id} crawl={crawl} onOpen={close} />
            ))}
          </ul>
        </>
      )}
    </Menu>
  );
}
