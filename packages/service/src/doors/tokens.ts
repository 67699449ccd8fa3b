import { errors, jwtVerify, SignJWT } from "jose";

/**
 * Use of a token: for one socket, or for the requests of a signed-in person. A token of one use is refused for the
 * other.
 */
type TokenType = "websocket" | "session";

/** Seconds for which a token is valid. */
export const TOKEN_LIFETIME_SECONDS = 300 as const;

/** Seconds a person stays signed in: a week. */
export const SESSION_LIFETIME_SECONDS = 604_800 as const;

const LIFETIMES: Readonly<Record<TokenType, number>> = {
  websocket: TOKEN_LIFETIME_SECONDS,
  session: SESSION_LIFETIME_SECONDS,
};

/** Most seconds that another instance's clock may be ahead of ours. */
const CLOCK_SKEW_SECONDS = 5;

/** Longest token that is checked; ours have about 150 characters. */
const MAX_TOKEN_LENGTH = 4_096;

/** Three base64url parts without padding; an HMAC-SHA-256 has 43 characters. */
const TOKEN_SHAPE = /^[\w-]+\.[\w-]+\.[\w-]{43}$/;

/** A token for /ws/crawl: HS256 with the API key as secret. */
export const issueToken = (apiKey: string, now: Date): Promise<string> => issue("websocket", apiKey, now);

/**
 * Session token of a signed-in person. Every process with this key accepts it, also after a restart; a new key ends it.
 */
export const issueSession = (apiKey: string, now: Date): Promise<string> => issue("session", apiKey, now);

function issue(type: TokenType, apiKey: string, now: Date): Promise<string> {
  const issuedAt = Math.floor(now.getTime() / 1000);
  return new SignJWT({ type })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + LIFETIMES[type])
    .sign(new TextEncoder().encode(apiKey));
}

/** True if this service issued the token with this key and it has not expired. Never rejects. */
export async function isToken(token: string, apiKey: string | undefined, now: Date): Promise<boolean> {
  return (await tokenState(token, apiKey, { type: "websocket", now })) === "good";
}

/** True if this service issued the session with this key and it has not expired. Never rejects. */
export async function isSession(session: string, apiKey: string | undefined, now: Date): Promise<boolean> {
  return (await tokenState(session, apiKey, { type: "session", now })) === "good";
}

/** State of a token. `over`: signed with our key, but expired or for another use. `wrong`: not signed with our key. */
export async function tokenState(
  token: string,
  apiKey: string | undefined,
  { type, now }: { readonly type: TokenType; readonly now: Date },
): Promise<"good" | "over" | "wrong"> {
  if (apiKey === undefined || token.length > MAX_TOKEN_LENGTH || !TOKEN_SHAPE.test(token)) return "wrong";
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(apiKey), {
      algorithms: ["HS256"],
      requiredClaims: ["exp", "iat", "type"],
      currentDate: now,
    });
    const { exp = Number.NaN, iat = Number.NaN } = payload;
    const isOurs = payload.type === type && exp - iat <= LIFETIMES[type];
    return isOurs && iat <= now.getTime() / 1000 + CLOCK_SKEW_SECONDS ? "good" : "over";
  } catch (error) {
    // jose throws one of these errors for a token whose signature is good; it checks the signature first.
    const isSigned = error instanceof errors.JWTExpired || error instanceof errors.JWTClaimValidationFailed;
    return isSigned ? "over" : "wrong";
  }
}
