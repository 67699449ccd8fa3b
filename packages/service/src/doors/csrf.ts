import type { IncomingHttpHeaders } from "node:http";
import type { Config } from "../settings/config.ts";

/**
 * A browser's statement about the page that sent a request. Programs can state anything here, but have no person's
 * cookie.
 */
export interface Sender {
  /** True if the request only reads (GET, HEAD); the handshake of a socket does more. */
  readonly isReading: boolean;
  readonly origin: string | undefined;
  readonly host: string | undefined;
  /** `Sec-Fetch-Site`: only browsers set it, and only on https and localhost. */
  readonly fetchSite: string | string[] | undefined;
}

export const senderOf = (headers: IncomingHttpHeaders, does: "reads" | "changes"): Sender => ({
  isReading: does === "reads",
  origin: headers.origin,
  host: headers.host,
  fetchSite: headers["sec-fetch-site"],
});

/**
 * True if our own page sent a request that carries a person's cookie. Browsers add the cookie by themselves, also for a
 * page on another port or a sibling name: SameSite does not tell those apart. A name that was pointed at this machine
 * proves nothing, but has no cookie of ours either, so `Host` may be compared. Reading needs no proof where the browser
 * says nothing: no other page can read the answer.
 */
export function isFromOwnPage(sender: Sender, { publicUrl }: Pick<Config, "publicUrl">): boolean {
  const { isReading, origin, host, fetchSite } = sender;
  if (fetchSite !== undefined) return fetchSite === "same-origin" || (isReading && fetchSite === "none");
  if (origin === undefined) return isReading;
  if (publicUrl !== undefined && URL.parse(publicUrl)?.origin === origin) return true;
  return host !== undefined && URL.parse(origin)?.host === host;
}
