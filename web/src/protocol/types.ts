// Types of the server. The page trusts its server's answers; protocol/http.ts notices another version by its header.
import type { AlertsAnswer } from "@llmstxt-service/service/protocol/alerts";
import type { LiveAnswer, MissesAnswer, SnippetsAnswer } from "@llmstxt-service/service/protocol/bundle";
import type { CrawlAnswer } from "@llmstxt-service/service/protocol/crawl";
import type { SocketEvent } from "@llmstxt-service/service/protocol/messages";
import type { OverlayDraft } from "@llmstxt-service/service/protocol/overlay";
import type { BulkUndo, SiteDiff, SitesAnswer } from "@llmstxt-service/service/protocol/site";

export type {
  AlertsAnswer as Alerts,
  AlertTest,
} from "@llmstxt-service/service/protocol/alerts";
export type {
  BundleAnswer as Bundle,
  LiveAnswer as Live,
  MissesAnswer,
  SnippetsAnswer,
} from "@llmstxt-service/service/protocol/bundle";
export type { ServerConfig } from "@llmstxt-service/service/protocol/config";
export type { Begun, CrawlAnswer } from "@llmstxt-service/service/protocol/crawl";
export type { JobAnswer as Job } from "@llmstxt-service/service/protocol/jobs";
export type { FetchedBy, SocketEvent } from "@llmstxt-service/service/protocol/messages";
export type {
  ChangesPreview,
  ChangesPublished,
  OverlayDraft,
  SiteOverlay,
} from "@llmstxt-service/service/protocol/overlay";
export type {
  BulkAnswer,
  BulkUndo,
  ImportAnswer,
  RunLine,
  RunLogAnswer,
  SiteAnswer as Site,
  SiteDiff,
  SiteHealthAnswer as SiteHealth,
  SiteRunAnswer as SiteRun,
  SiteRunsAnswer,
  SitesAnswer as Sites,
  SiteVersion as Version,
  SiteVersions as Versions,
  ViewsAnswer,
} from "@llmstxt-service/service/protocol/site";
export type {
  Check,
  CheckFinding,
  Failure,
  FilterPreview,
  Summary,
} from "@llmstxt-service/service/protocol/summary";
export type { AlertRule, ReceiverField } from "@llmstxt-service/service/sites/alert-rule";
export type { SiteAge, SiteSort, SiteStatus } from "@llmstxt-service/service/sites/site-query";

/** A crawl request; the server has defaults for fields left out. */
export type CrawlRequest = Partial<CrawlAnswer["request"]> & Pick<CrawlAnswer["request"], "url">;
/** A line of robots.txt that keeps the crawler out, or that stands next to one. */
export type RobotsLine = NonNullable<Extract<SocketEvent, { readonly type: "robots" }>["refusal"]>[number];

export type AlertType = AlertsAnswer["on"][number];
export type Snippet = SnippetsAnswer["items"][number];
export type Miss = MissesAnswer["items"][number];
export type LiveCheck = LiveAnswer["checks"][number];

/** A change of many sites. */
export type BulkChange = BulkUndo["change"] | { readonly action: "crawl" | "remove" };
export type SiteCounts = SitesAnswer["counts"];
export type ListedPage = SiteDiff["added"][number];
export type ChangedPage = SiteDiff["changed"][number];

/** An owner's changes to a document. */
export type Overlay = OverlayDraft["overlay"];
export type PageChange = NonNullable<Overlay["pages"]>[number];
/** The document with the changes. */
export type Preview = OverlayDraft["preview"];
export type ShownSection = Preview["sections"][number];
export type ShownPage = Preview["hidden"][number];
export type NoEffect = Preview["findings"][number];
