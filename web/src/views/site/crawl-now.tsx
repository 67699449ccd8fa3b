import { Button } from "../../parts/button.tsx";
import type { Site } from "../../protocol/types.ts";
import { siteAction, theSite } from "../sites/site-actions.ts";

/** Button that has the site crawled at once. */
export const CrawlNow = ({ site, class: look = "" }: { readonly site: Site; readonly class?: string }) => (
  <Button
    icon="again"
    label="Crawl now"
    class={look}
    onClick={() => siteAction()(theSite(site), { action: "crawl" })}
  />
);
