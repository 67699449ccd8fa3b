import { createHash, timingSafeEqual } from "node:crypto";
import { isIP } from "node:net";
import type { Config } from "../settings/config.ts";
import { isFromOwnPage, type Sender } from "./csrf.ts";
import { isSession, isToken, tokenState } from "./tokens.ts";

/** True if the secret that was sent is the expected one, compared in constant time; false if none is expected. */
export function isSecret(given: string | undefined, expected: string | undefined): boolean {
  if (given === undefined || expected === undefined) return false;
  // Digests have one length, whatever was sent, as timingSafeEqual needs.
  return timingSafeEqual(digest(given), digest(expected));
}

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

export interface SocketCredentials extends Sender {
  readonly token: string | undefined;
  readonly apiKey: string | undefined;
  /** Session cookie of a person who signed in to the web page. */
  readonly session: string | undefined;
}

/** Reason for close code 1008 if a socket may not crawl; undefined: it may. */
export async function socketRefusal(
  { token, apiKey, session, ...sender }: SocketCredentials,
  config: Config,
  now: Date,
): Promise<"Invalid or expired token" | "Unauthorized" | "Forbidden origin" | undefined> {
  // A token that was sent decides alone: the key is not tried after it (specification, rule 1).
  if (token) return (await isToken(token, config.apiKey, now)) ? undefined : "Invalid or expired token";
  if (config.apiKey === undefined)
    return isOwnOrigin(sender.origin, sender.host, config) ? undefined : "Forbidden origin";
  if (apiKey || !session) return isSecret(apiKey, config.apiKey) ? undefined : "Unauthorized";
  if (!isFromOwnPage(sender, config)) return "Forbidden origin";
  return (await isSession(session, config.apiKey, now)) ? undefined : "Unauthorized";
}

/** True if a wrong secret was sent. No secret, or an expired token of this service, is no guess. */
export async function isGuess(credentials: SocketCredentials, config: Config, now: Date): Promise<boolean> {
  const { token, apiKey, session } = credentials;
  if (config.apiKey === undefined) return false;
  if (token) return (await tokenState(token, config.apiKey, { type: "websocket", now })) === "wrong";
  if (apiKey) return !isSecret(apiKey, config.apiKey);
  return Boolean(session) && (await tokenState(session ?? "", config.apiKey, { type: "session", now })) === "wrong";
}

/**
 * True if a page of this origin may use a service that asks for no key. Programs send no origin and are served.
 * The `Host` field alone proves nothing: a hostile page can point a name of its own at this machine. So only hosts that
 * nobody else can own count: addresses, localhost and names without a dot; others need PUBLIC_URL or CORS_ORIGINS.
 */
export function isOwnOrigin(origin: string | undefined, host: string | undefined, config: Config): boolean {
  if (origin === undefined) return true;
  if (config.corsOrigins.includes("*") || config.corsOrigins.includes(origin)) return true;
  if (config.publicUrl !== undefined && URL.parse(config.publicUrl)?.origin === origin) return true;
  const from = URL.parse(origin);
  return from !== null && from.host === host && isUnownable(from.hostname);
}

/**
 * True if the `Host` field names this server as nobody else can. A page whose own name was pointed at this machine (DNS
 * rebinding) reads without an `Origin`, but with that name as host.
 */
export function isOwnHost(host: string | undefined, { corsOrigins, publicUrl }: Config): boolean {
  const named = host === undefined ? null : URL.parse(`http://${host}`);
  // A request without the field is HTTP/1.0, which no browser sends.
  if (named === null) return host === undefined;
  if (corsOrigins.includes("*") || isUnownable(named.hostname)) return true;
  return [publicUrl, ...corsOrigins].some(
    (known) => known !== undefined && URL.parse(known)?.hostname === named.hostname,
  );
}

/** True for addresses, names without a dot, and names that cannot be registered. */
function isUnownable(hostname: string): boolean {
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, "")) !== 0;
  return isAddress || !hostname.includes(".") || /\.(?:localhost|internal)$/.test(hostname);
}
