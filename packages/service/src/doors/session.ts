import type { IncomingHttpHeaders } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../settings/config.ts";
import { isFromOwnPage, senderOf } from "./csrf.ts";
import { SESSION_LIFETIME_SECONDS, tokenState } from "./tokens.ts";
import type { WrongSecrets } from "./wrong-secrets.ts";

/** Cookie names. Only an https page of this very host can set the first one (`__Host-`, RFC 6265bis, 4.1.3.2). */
const SECURE_NAME = "__Host-llmstxt-session";
const PLAIN_NAME = "llmstxt-session";

/** Session token in the request's cookie; undefined if there is none, or an empty one. */
export function sessionCookie({ cookie }: IncomingHttpHeaders): string | undefined {
  const pairs = (cookie ?? "").split(";").map((pair) => pair.trim());
  const sent = (name: string) => pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
  return sent(SECURE_NAME) || sent(PLAIN_NAME) || undefined;
}

export function giveSession(request: FastifyRequest, reply: FastifyReply, session: string): void {
  const isSecure = isOverHttps(request);
  reply.header("Set-Cookie", setCookie(session, { isSecure, seconds: SESSION_LIFETIME_SECONDS }));
}

/** Removes the cookie from the browser, under both names. */
export function takeSession(reply: FastifyReply): void {
  reply.header("Set-Cookie", [
    setCookie("", { isSecure: true, seconds: 0 }),
    setCookie("", { isSecure: false, seconds: 0 }),
  ]);
}

/** Set-Cookie of the session: scripts cannot read it, and it is not sent with requests that another site causes. */
function setCookie(
  value: string,
  { isSecure, seconds }: { readonly isSecure: boolean; readonly seconds: number },
): string {
  const name = isSecure ? SECURE_NAME : PLAIN_NAME;
  return `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${isSecure ? "; Secure" : ""}`;
}

/** True if the browser uses https. Its Origin decides first: the proxy that ends TLS may not be in TRUST_PROXY. */
function isOverHttps({ headers, protocol }: FastifyRequest): boolean {
  return (URL.parse(headers.origin ?? "")?.protocol ?? `${protocol}:`) === "https:";
}

const READING = new Set(["GET", "HEAD"]);

export interface SessionDoor {
  readonly config: Config;
  readonly wrongSecrets: WrongSecrets;
  now(): Date;
}

/**
 * State of a request's session. `good`: a signed-in person sent it. `foreign`: another site's page did, with the
 * person's cookie. `over`: it has expired. `wrong`: it was not signed with our key (which has changed, or somebody
 * guesses keys). The caller removes the cookie in the last two cases.
 */
export async function sessionState(
  { method, headers }: Pick<FastifyRequest, "method" | "headers">,
  { config, now }: Pick<SessionDoor, "config" | "now">,
): Promise<"none" | "foreign" | "good" | "over" | "wrong"> {
  const session = sessionCookie(headers);
  if (session === undefined || config.apiKey === undefined) return "none";
  const sender = senderOf(headers, READING.has(method) ? "reads" : "changes");
  if (!isFromOwnPage(sender, config)) return "foreign";
  return tokenState(session, config.apiKey, { type: "session", now: now() });
}
