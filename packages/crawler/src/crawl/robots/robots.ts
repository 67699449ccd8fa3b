import { type PageUrl, pageUrl } from "@llmstxt-service/page/address/page-url";
import { CrawlError, isFailure } from "@llmstxt-service/page/errors";
import type { CrawlFetch, Fetched, FetchRequest } from "../../fetch/fetch.ts";
import { MAX_DELAY_MS } from "../../fetch/limits.ts";
import { ROBOTS_MAX_BYTES } from "./directives.ts";
import { NO_ROBOTS, parseRobots, type Robots, type RobotsLine } from "./parse.ts";

export { type HomeRules, parseRobots, type Robots, type RobotsLine } from "./parse.ts";

/** A robots.txt was read, or found not to be there. */
interface RobotsRead {
  readonly type: "robots";
  readonly url: string;
  readonly allowed: boolean;
  readonly lines: readonly string[];
  readonly group?: string;
  readonly refusal?: readonly RobotsLine[];
}

/** A robots.txt that exists but cannot be read. The crawl goes on as if there were none. */
interface RobotsFailed {
  readonly type: "failed";
  readonly url: PageUrl;
  readonly error: CrawlError;
}

export interface RobotsOptions {
  readonly fetch: CrawlFetch;
  readonly productToken: string;
  readonly respectRobots: boolean;
  readonly report: (event: RobotsRead | RobotsFailed) => void;
}

/** RFC 9309, 2.3.1.2: at least five, then the file may be taken for unavailable. */
const MAX_REDIRECTS = 5;

/** Request for the robots.txt of this URL's origin. */
export const robotsRequest = (url: string): FetchRequest => ({
  url: `${new URL(url).origin}/robots.txt`,
  accept: "text/plain, */*;q=0.5",
  maxBytes: ROBOTS_MAX_BYTES,
  maxRedirects: MAX_REDIRECTS,
  cut: true,
  isShared: true,
});

/** The robots.txt of the hosts a crawl meets, each read once. */
export class RobotsByHost {
  readonly #options: RobotsOptions;
  readonly #read = new Map<string, Robots>();
  readonly #reading = new Map<string, Promise<Robots>>();

  constructor(options: RobotsOptions) {
    this.#options = options;
  }

  /**
   * Returns the rules for the origin of this URL, and applies its Crawl-delay.
   * @throws CrawlError `robots_unavailable`, or what kept the file from being fetched
   */
  of(url: string, signal: AbortSignal): Promise<Robots> {
    const { origin } = new URL(url);
    const reading = this.#reading.get(origin) ?? this.#readFor(url, signal);
    this.#reading.set(origin, reading);
    return reading;
  }

  /** The rules of an origin whose file has been read. */
  known(origin: string): Robots | undefined {
    return this.#read.get(origin);
  }

  async #readFor(url: string, signal: AbortSignal): Promise<Robots> {
    const { origin } = new URL(url);
    const request = robotsRequest(url);
    const robots = await this.#fetch(request, signal);
    const delayMs = this.#options.respectRobots ? (robots.crawlDelayMs ?? 0) : 0;
    // Also 0: an earlier crawl of this process may have found another robots.txt.
    this.#options.fetch.setDelay(origin, Math.min(delayMs, MAX_DELAY_MS));
    const rules = this.#options.respectRobots ? robots : { ...robots, allows: NO_ROBOTS.allows };
    this.#read.set(origin, rules);
    this.#options.report({
      type: "robots",
      url: request.url,
      allowed: rules.allows(url),
      lines: rules.lines,
      ...(rules.group === undefined ? {} : { group: rules.group }),
      ...(rules.allows(url) ? {} : { refusal: rules.refusal(url) }),
    });
    return rules;
  }

  async #fetch(request: FetchRequest, signal: AbortSignal): Promise<Robots> {
    const { fetch, productToken, respectRobots } = this.#options;
    try {
      return rulesIn(await fetch.plain(request, signal), productToken);
    } catch (thrown) {
      // An entry of a folder that no host would serve: a link out of it, a device.
      if (isFailure(thrown, "unreadable")) {
        this.#options.report({ type: "failed", url: pageUrl(request.url), error: thrown });
        return NO_ROBOTS;
      }
      if (isUnavailable(thrown) || (!respectRobots && !signal.aborted)) return NO_ROBOTS;
      throw thrown;
    }
  }
}

/**
 * RFC 9309, 2.3.1: after a client error there are no rules; after a server error nothing may be asked for. 429 counts
 * as a server error, as it does at Google.
 */
function rulesIn({ status, body }: Fetched, productToken: string): Robots {
  if (status >= 500 || status === 429) throw new CrawlError("robots_unavailable", { status });
  return status >= 200 && status < 300 ? parseRobots(body, productToken) : NO_ROBOTS;
}

const isUnavailable = (thrown: unknown): boolean =>
  thrown instanceof CrawlError && (thrown.code === "too_many_redirects" || thrown.code === "bad_redirect");
