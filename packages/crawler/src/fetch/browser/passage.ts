import type { Duplex } from "node:stream";
import type { CrawlError } from "@llmstxt-service/page/errors";
import type { HostPort } from "../guard/guard.ts";
import type { Lookups } from "../names/names.ts";

/** The way out of one page. */
export interface Passage {
  /** Password of the proxy: any process of this machine could use it otherwise. */
  readonly credentials: Credentials;
  /** Why the last connection to the host of `url` did not come about. */
  failureFor(url: string): CrawlError | undefined;
  /** Ends its look-ups and tunnels. */
  close(): void;
}

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** Requests of one page. */
export class OpenPassage {
  readonly failures = new Failures();
  readonly tunnels = new Set<Duplex>();
  readonly lookups: Lookups;

  constructor(lookups: Lookups) {
    this.lookups = lookups;
  }

  close(): void {
    this.lookups.close();
    for (const socket of this.tunnels) socket.destroy();
  }
}

/** Most failures that are remembered of a page, the latest ones. */
const MAX_REMEMBERED = 1000;

/** Why targets could not be reached, the latest ones: the browser itself only learns that its proxy said no. */
class Failures {
  readonly #failures = new Map<string, CrawlError>();

  get({ hostname, port }: HostPort): CrawlError | undefined {
    return this.#failures.get(`${hostname}:${port}`);
  }

  remember({ hostname, port }: HostPort, error: CrawlError): void {
    if (this.#failures.size >= MAX_REMEMBERED) this.#failures.clear();
    this.#failures.set(`${hostname}:${port}`, error);
  }

  forget({ hostname, port }: HostPort): void {
    this.#failures.delete(`${hostname}:${port}`);
  }
}
