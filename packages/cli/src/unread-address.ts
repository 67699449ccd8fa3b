import type { CrawlError } from "@llmstxt-service/page/errors";

/** An address whose text could not be read. The cause says why. */
export class UnreadAddress extends Error {
  override readonly name = "UnreadAddress";
  override readonly cause: CrawlError;

  constructor(address: string, cause: CrawlError) {
    super(`Cannot read ${address}: ${cause.message}`);
    this.cause = cause;
  }
}
