import type { Parsed } from "@llmstxt-service/document/check";
import type { Config, Crawl, Site, SiteItem } from "@llmstxt-service/service/shapes";
import type { Asked } from "../../state/asked.ts";
import type { Told } from "../../state/stream.ts";
import type { Subject } from "./subject.ts";
import type { Editing } from "./use-editing.ts";

/** Shared state of the screen, handed down to its parts. */
export interface SiteProps {
  readonly subject: Subject;
  /** The enrolled site of this address, also beside a crawl of its own; undefined: none, or not known yet. */
  readonly enrolled: SiteItem | undefined;
  readonly config: Config;
  readonly editing: Editing;
  /** Messages of the running crawl so far. */
  readonly stream: Told;
  /** Replaces the server's answer, or requests it again. */
  readonly asked: Asked<Site | Crawl>;
  /** Called when a crawl was requested: it is shown as crawled from then on. */
  readonly onCrawl: () => void;
}

/** Properties of each line of the rendered document. */
export interface DocumentProps extends Pick<SiteProps, "subject" | "editing"> {
  /** The document as it is shown, with unsaved edits. */
  readonly document: Parsed;
}
