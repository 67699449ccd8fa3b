import type { PageUrl } from "@llmstxt-service/page/address/page-url";
import { partsOf } from "@llmstxt-service/page/address/page-url";
import type { HomeRules, Robots, RobotsByHost } from "./robots/robots.ts";

/**
 * The rules of a site's hosts. A host's robots.txt is read before its first page, and obeyed from then on; it counts for
 * choosing pages once the first of that host was committed. So what is chosen does not depend on when a file came.
 */
export class SiteRobots implements HomeRules {
  /** `Sitemap:` lines of the homepage's host. */
  readonly sitemaps: readonly string[];
  readonly crawlDelayMs: number;
  readonly #byHost: RobotsByHost;
  readonly #met = new Map<string, Robots>();

  /** @param robots the rules of the homepage's host */
  constructor(home: PageUrl, robots: Robots, byHost: RobotsByHost) {
    this.#byHost = byHost;
    this.sitemaps = robots.sitemaps;
    this.crawlDelayMs = robots.crawlDelayMs ?? 0;
    this.#met.set(partsOf(home).origin, robots);
  }

  /** True if this URL may be asked for, as far as the rules of its host count. */
  readonly allows = (url: string): boolean => this.#met.get(partsOf(url).origin)?.allows(url) ?? true;

  lineAgainst(url: string): ReturnType<Robots["lineAgainst"]> {
    return this.#met.get(partsOf(url).origin)?.lineAgainst(url);
  }

  /** The rules for a page that is to be asked for. @throws as `RobotsByHost.of` does */
  async of(url: string, signal: AbortSignal): Promise<Robots> {
    return this.#met.get(partsOf(url).origin) ?? this.#byHost.of(url, signal);
  }

  /** True if a file beside the pages may be asked for. Never rejects. */
  async mayAsk(url: string, signal: AbortSignal): Promise<boolean> {
    try {
      return (await this.of(url, signal)).allows(url);
    } catch {
      return false; // the host's robots.txt could not be read
    }
  }

  /** From now on the rules of this page's host count. Returns those that did not before. */
  meet(url: string): Robots | undefined {
    const { origin } = partsOf(url);
    const robots = this.#met.has(origin) ? undefined : this.#byHost.known(origin);
    if (robots !== undefined) this.#met.set(origin, robots);
    return robots;
  }
}
