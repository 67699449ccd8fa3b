// The server's own types: the page trusts what its server answers. Of another server's answers protocol/http.ts knows by
// their version.
import type { AlertsAnswer } from "../../../src/shells/protocol/alerts.ts";
import type { LiveAnswer, SnippetsAnswer } from "../../../src/shells/protocol/bundle.ts";
import type { SocketEvent } from "../../../src/shells/protocol/messages.ts";
import type { OverlayDraft } from "../../../src/shells/protocol/overlay.ts";
import type { BulkUndo, SiteDiff, SitesAnswer } from "../../../src/shells/protocol/site.ts";
import type { ActiveCrawls, CrawlAnswer } from "../../../src/shells/protocol/summary.ts";

export type {
  AlertRuleAnswer as AlertRule,
  AlertsAnswer as Alerts,
  AlertTest,
} from "../../../src/shells/protocol/alerts.ts";
export type {
  BundleAnswer as Bundle,
  LiveAnswer as Live,
  SnippetsAnswer,
} from "../../../src/shells/protocol/bundle.ts";
export type { ServerConfig } from "../../../src/shells/protocol/config.ts";
export type { FetchedBy, SocketEvent } from "../../../src/shells/protocol/messages.ts";
export type { OverlayDraft, SiteOverlay } from "../../../src/shells/protocol/overlay.ts";
export type {
  BulkAnswer,
  BulkUndo,
  ImportAnswer,
  RunLine,
  RunLogAnswer,
  SiteAnswer as Site,
  SiteChangesAnswer as SiteChanges,
  SiteDiff,
  SiteFilter,
  SiteRunAnswer as SiteRun,
  SiteRunsAnswer,
  SiteSort,
  SiteStatus,
  SitesAnswer as Sites,
  SiteVersion as Version,
  SiteVersions as Versions,
} from "../../../src/shells/protocol/site.ts";
export type {
  ActiveCrawls,
  Begun,
  Check,
  CrawlAnswer,
  Failure,
  FilterPreview,
  Finding,
  Summary,
} from "../../../src/shells/protocol/summary.ts";

/** What a crawl is asked for; fields left out take the server's own defaults. */
export type CrawlRequest = Partial<CrawlAnswer["request"]> & Pick<CrawlAnswer["request"], "url">;
/** A crawl that is not over. */
export type ActiveCrawl = ActiveCrawls["items"][number];
/** A line of a robots.txt that keeps the crawler out, or stands beside one that does. */
export type RobotsLine = NonNullable<Extract<SocketEvent, { readonly type: "robots" }>["refusal"]>[number];

export type AlertType = AlertsAnswer["on"][number];
export type Snippet = SnippetsAnswer["items"][number];
export type LiveCheck = LiveAnswer["checks"][number];

/** What is done to many sites at once. */
export type BulkChange = BulkUndo["change"] | { readonly action: "crawl" | "remove" };
export type SiteCounts = SitesAnswer["counts"];
export type ListedPage = SiteDiff["added"][number];
export type ChangedPage = SiteDiff["changed"][number];

/** What the owner of a site wants otherwise than its crawls have it. */
export type Overlay = OverlayDraft["overlay"];
export type PageChange = NonNullable<Overlay["pages"]>[number];
/** The document as it will be. */
export type Preview = OverlayDraft["preview"];
export type ShownSection = Preview["sections"][number];
export type ShownPage = Preview["hidden"][number];
export type NoEffect = Preview["findings"][number];
