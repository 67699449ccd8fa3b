import { Icon } from "../../parts/icon.tsx";
import type { Site } from "../../protocol/types.ts";
import { siteAction, theSite } from "../sites/site-actions.ts";

/** Button that has the site crawled at once. */
export function CrawlNow({ site, class: look = "" }: { readonly site: Site; readonly class?: string }) {
  return (
    <button type="button" class={`btn ${look}`} onClick={() => siteAction()(theSite(site), { action: "crawl" })}>
      <Icon name="again" />
      Crawl now
    </button>
  );
}
