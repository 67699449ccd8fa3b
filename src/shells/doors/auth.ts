import { createHash, timingSafeEqual } from "node:crypto";
import { isIP } from "node:net";
import { errors, jwtVerify, SignJWT } from "jose";
import type { Config } from "../../config.ts";

/** Seconds a token is good for. */
export const TOKEN_LIFETIME_SECONDS = 300 as const;

/** How far ahead of ours the clock of another instance of this service may be. */
const CLOCK_SKEW_SECONDS = 5;

/** A token of ours has about 150 characters; what is longer costs no signature check. */
const MAX_TOKEN_LENGTH = 4_096;

/** Three base64url parts without padding; an HMAC-SHA-256 has 43 characters. */
const TOKEN_SHAPE = /^[\w-]+\.[\w-]+\.[\w-]{43}$/;

/** Whether a stranger's secret is ours, in a time that tells nothing. No secret of ours: never. */
export function isSecret(given: string | undefined, expected: string | undefined): boolean {
  if (given === undefined || expected === undefined) return false;
  // Digests have one length, whatever was sent.
  return timingSafeEqual(digest(given), digest(expected));
}

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** A token for /ws/crawl: HS256 with the API key as secret. */
export function issueToken(apiKey: string, now: Date): Promise<string> {
  const issuedAt = Math.floor(now.getTime() / 1000);
  return new SignJWT({ type: "websocket" })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + TOKEN_LIFETIME_SECONDS)
    .sign(new TextEncoder().encode(apiKey));
}

/** Whether this service issued the token with this key and it has not expired. Never rejects. */
export async function isToken(token: string, apiKey: string | undefined, now: Date): Promise<boolean> {
  return (await tokenState(token, apiKey, now)) === "good";
}

/** `over`: signed with our key, but expired or not for this. `wrong`: not signed with our key. */
async function tokenState(token: string, apiKey: string | undefined, now: Date): Promise<"good" | "over" | "wrong"> {
  if (apiKey === undefined || token.length > MAX_TOKEN_LENGTH || !TOKEN_SHAPE.test(token)) return "wrong";
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(apiKey), {
      algorithms: ["HS256"],
      requiredClaims: ["exp", "iat", "type"],
      currentDate: now,
    });
    const { exp = Number.NaN, iat = Number.NaN, type } = payload;
    const isOurs = type === "websocket" && exp - iat <= TOKEN_LIFETIME_SECONDS;
    return isOurs && iat <= now.getTime() / 1000 + CLOCK_SKEW_SECONDS ? "good" : "over";
  } catch (error) {
    // jose throws for every token that is not valid, and for nothing else; it looks at the signature first.
    const isSigned = error instanceof errors.JWTExpired || error instanceof errors.JWTClaimValidationFailed;
    return isSigned ? "over" : "wrong";
  }
}

/** What a socket brings along. */
export interface SocketCredentials {
  readonly token: string | undefined;
  readonly apiKey: string | undefined;
  readonly origin: string | undefined;
  readonly host: string | undefined;
}

type SocketRefusal = "Invalid or expired token" | "Unauthorized" | "Forbidden origin";

/** Why a socket may not crawl: the reason of close code 1008. undefined: it may. */
export async function socketRefusal(
  { token, apiKey, origin, host }: SocketCredentials,
  config: Config,
  now: Date,
): Promise<SocketRefusal | undefined> {
  // A token that was sent decides alone: there is no falling back to the key (specification, rule 1).
  if (token) return (await isToken(token, config.apiKey, now)) ? undefined : "Invalid or expired token";
  if (config.apiKey !== undefined) return isSecret(apiKey, config.apiKey) ? undefined : "Unauthorized";
  return isOwnOrigin(origin, host, config) ? undefined : "Forbidden origin";
}

/** Whether a wrong secret was shown; to show none, or a token of ours that is over, is no guess. */
export async function isGuess({ token, apiKey }: SocketCredentials, config: Config, now: Date): Promise<boolean> {
  if (config.apiKey === undefined) return false;
  if (token) return (await tokenState(token, config.apiKey, now)) === "wrong";
  return Boolean(apiKey) && !isSecret(apiKey, config.apiKey);
}

/**
 * Whether a page of this origin may use a service that asks for no key. Programs send no origin and are served.
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
 * Whether the `Host` field names this server as nobody else can. A page whose own name was pointed at this machine (DNS
 * rebinding) reads without an `Origin`, but with that name as host.
 */
export function isOwnHost(host: string | undefined, { corsOrigins, publicUrl }: Config): boolean {
  const named = host === undefined ? null : URL.parse(`http://${host}`);
  // Without the field it is HTTP/1.0, and no browser.
  if (named === null) return host === undefined;
  if (corsOrigins.includes("*") || isUnownable(named.hostname)) return true;
  return [publicUrl, ...corsOrigins].some(
    (known) => known !== undefined && URL.parse(known)?.hostname === named.hostname,
  );
}

/** Addresses, names without a dot, and names that cannot be registered. */
function isUnownable(hostname: string): boolean {
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, "")) !== 0;
  return isAddress || !hostname.includes(".") || /\.(?:localhost|internal)$/.test(hostname);
}
