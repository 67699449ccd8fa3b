import type { ServerConfig } from "../../protocol/config.ts";
import type { Result } from "../../state/result.ts";

export interface ResultViewProps {
  readonly result: Result;
  readonly config: ServerConfig;
  /** `83 pages in 1.9 s · 1.4 MB received · all by plain fetch` */
  readonly headline: string;
  /** Set where the crawl's time was over. */
  readonly stoppedAfterMs?: number | undefined;
  /** Pages that were still to be read then. */
  readonly waiting: number;
  /** Minutes between crawls, where the site is kept up to date already. */
  readonly enrolledFor?: number | undefined;
  /** What an enrolment would begin with. */
  readonly interval: number;
  readonly notStored: string;
  readonly notEnrolled: string;
  readonly onAgain: () => void;
  /** Crawls again with llms-full.txt. */
  readonly onFull: () => void;
}
