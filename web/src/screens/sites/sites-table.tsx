import type { SiteItem } from "@llmstxt-service/service/shapes";
import { Icon } from "../../parts/button.tsx";
import { useNow } from "../../state/asked.ts";
import { href } from "../../state/route.ts";
import { shortAddress } from "../../words/addresses.ts";
import { count, some } from "../../words/amounts.ts";
import { failureWords } from "../../words/failures.ts";
import { relative } from "../../words/times.ts";
import type { Place, Sort } from "./place.ts";

interface SitesTableProps {
  readonly sites: readonly SiteItem[];
  readonly place: Place;
  readonly onPlace: (change: Partial<Place>) => void;
}

interface HeadingProps extends Pick<SitesTableProps, "place" | "onPlace"> {
  readonly by: Sort;
  readonly label: string;
  readonly class?: string;
}

/** Heading that sorts by its column; a second press reverses the order. */
function Heading({ by, label, place, onPlace, class: look = "" }: HeadingProps) {
  const isCurrent = place.sort === by;
  const isDown = place.order === "desc";
  return (
    <th scope="col" class={look} aria-sort={isCurrent ? (isDown ? "descending" : "ascending") : "none"}>
      <button
        type="button"
        class={`inline-flex min-h-6 items-center gap-1 hover:text-ink ${isCurrent ? "text-ink" : ""}`}
        onClick={() => onPlace({ sort: by, order: isCurrent && !isDown ? "desc" : "asc" })}
      >
        {label}
        {isCurrent && <Icon name="chevd" class={`size-3 ${isDown ? "" : "rotate-180"}`} />}
      </button>
    </th>
  );
}

/** State of a site in a few words, the reason of a failure among them. */
function stateOf({ state, failure, notStoredSince }: SiteItem): readonly [look: string, words: string] {
  if (state === "crawling") return ["text-run", "Crawling"];
  if (failure) return ["text-bad", `Failed: ${failureWords(failure).title}`];
  if (notStoredSince) return ["text-warn", "Not stored"];
  if (state === "waiting") return ["text-ink-3", "First crawl to come"];
  return state === "paused" ? ["text-ink-3", "Paused"] : ["text-ok", "Up to date"];
}

/** Text for the next crawl. */
const nextOf = (iso: string | null, now: number): string =>
  iso === null ? "—" : Date.parse(iso) <= now ? "Due" : relative(iso, now);

function Row({ site, now }: { readonly site: SiteItem; readonly now: number }) {
  const [look, words] = stateOf(site);
  return (
    <tr>
      <th scope="row" class="w-2/5 max-w-0 phone:w-full">
        <a
          class="block truncate font-mono text-[13px] font-medium tracking-[-0.02em] text-ink"
          href={href.site("sites", site.id)}
        >
          {shortAddress(site.baseUrl)}
        </a>
        <span class="block truncate text-[13px] text-ink-3 roomy:hidden">
          <span class={look}>{words}</span> · next {nextOf(site.nextCrawlAt, now).toLowerCase()}
          {site.pages !== null && ` · ${some(site.pages, "page")}`}
        </span>
      </th>
      <td class="max-w-72 phone:hidden">
        <span class="flex items-center gap-2" title={words}>
          <i class={`dot ${look}`} />
          <span class="truncate text-ink">{words}</span>
        </span>
      </td>
      <td class="phone:hidden">{relative(site.lastChangedAt, now)}</td>
      <td class="phone:hidden">{nextOf(site.nextCrawlAt, now)}</td>
      <td class="text-right! tabular-nums phone:hidden">{site.pages === null ? "—" : count(site.pages)}</td>
    </tr>
  );
}

/** One page of the list. */
export function SitesTable({ sites, ...sorting }: SitesTableProps) {
  const now = useNow(20);
  return (
    <table class="table w-full">
      <thead>
        <tr>
          <Heading by="address" label="Site" {...sorting} />
          <th scope="col" class="phone:hidden">
            State
          </th>
          <Heading by="lastChange" label="Last change" class="phone:hidden" {...sorting} />
          <Heading by="nextCrawl" label="Next crawl" class="phone:hidden" {...sorting} />
          <Heading by="pages" label="Pages" class="text-right! phone:hidden" {...sorting} />
        </tr>
      </thead>
      <tbody>
        {sites.map((site) => (
          <Row key={site.id} site={site} now={now} />
        ))}
      </tbody>
    </table>
  );
}
