import type { Parsed } from "@llmstxt-service/document/check";
import type { Config, Crawl, Site } from "@llmstxt-service/service/shapes";
import type { Asked } from "../../state/asked.ts";
import type { Told } from "../../state/stream.ts";
import type { Subject } from "./subject.ts";
import type { Editing } from "./use-editing.ts";

/** What the screen holds: one store, handed down. */
export interface SiteProps {
  readonly subject: Subject;
  readonly config: Config;
  readonly editing: Editing;
  /** What the crawl has told so far, while it runs. */
  readonly stream: Told;
  /** Takes the server's newer answer, or asks for it. */
  readonly asked: Asked<Site | Crawl>;
  /** Called when a crawl of the site was asked for: it is shown as crawled from then on. */
  readonly onCrawl: () => void;
}

/** What each line of the rendered document needs. */
export interface DocumentProps extends Pick<SiteProps, "subject" | "editing"> {
  /** The document as it is shown, with unsaved edits. */
  readonly document: Parsed;
}
