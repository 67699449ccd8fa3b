import type { IncomingHttpHeaders } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../settings/config.ts";
import { isFromOwnPage, senderOf } from "./csrf.ts";
import { SESSION_LIFETIME_SECONDS, tokenState } from "./tokens.ts";
import type { WrongSecrets } from "./wrong-secrets.ts";

/** Over https no other name and no plain-http page can set the first (`__Host-`, RFC 6265bis, 4.1.3.2). */
const SECURE_NAME = "__Host-llmstxt-session";
const PLAIN_NAME = "llmstxt-session";

/** Proof of a sign-in in the request. An empty one is none. */
export function sessionCookie({ cookie }: IncomingHttpHeaders): string | undefined {
  const pairs = (cookie ?? "").split(";").map((pair) => pair.trim());
  const sent = (name: string) => pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
  return sent(SECURE_NAME) || sent(PLAIN_NAME) || undefined;
}

/** The fields that hand the cookie to a browser. */
export function giveSession(request: FastifyRequest, reply: FastifyReply, session: string): void {
  const isSecure = isOverHttps(request);
  reply.header("Set-Cookie", setCookie(session, { isSecure, seconds: SESSION_LIFETIME_SECONDS }));
}

/** Takes it back, whichever name it has. */
export function takeSession(reply: FastifyReply): void {
  reply.header("Set-Cookie", [
    setCookie("", { isSecure: true, seconds: 0 }),
    setCookie("", { isSecure: false, seconds: 0 }),
  ]);
}

/** Not readable by scripts, and not sent when another site's page or link asks. */
function setCookie(
  value: string,
  { isSecure, seconds }: { readonly isSecure: boolean; readonly seconds: number },
): string {
  const name = isSecure ? SECURE_NAME : PLAIN_NAME;
  return `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${isSecure ? "; Secure" : ""}`;
}

/** The browser knows best: a proxy that takes the TLS off may not be named in TRUST_PROXY. */
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
 * True if a signed-in person sent this. `foreign`: another page did, with the person's cookie. `over`: it was ours.
 * `wrong`: it is none of ours (the key has changed, or somebody guesses keys). The caller takes back these two.
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
