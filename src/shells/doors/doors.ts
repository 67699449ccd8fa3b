import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../../config.ts";
import { isOwnHost, isOwnOrigin, isSecret } from "./auth.ts";
import { type SessionDoor, sessionCookie, sessionState, takeSession } from "./session.ts";
import type { WrongSecrets } from "./wrong-secrets.ts";

export { isGuess, isSecret, socketRefusal } from "./auth.ts";
export { senderOf } from "./csrf.ts";
export { giveSession, sessionCookie, sessionState, takeSession } from "./session.ts";
export {
  issueSession,
  issueToken,
  isToken,
  SESSION_LIFETIME_SECONDS,
  TOKEN_LIFETIME_SECONDS,
} from "./tokens.ts";
export { WrongSecrets } from "./wrong-secrets.ts";

/** The answer to an address that has sent too many wrong secrets. */
export const TOO_MANY_WRONG = "Too many wrong keys";

/** A field sent twice is not a secret of ours. */
export const header = (value: string | string[] | undefined): string | undefined =>
  typeof value === "string" ? value : undefined;

/** Refuses an address that guesses, before its secret is looked at. @returns undefined: it may try */
export function refuseGuessing(wrong: WrongSecrets, { ip }: FastifyRequest, reply: FastifyReply) {
  const seconds = wrong.refusedFor(ip);
  return seconds === undefined
    ? undefined
    : reply.code(429).header("Retry-After", seconds).send({ detail: TOO_MANY_WRONG });
}

/**
 * The REST interface asks for the key where there is one, or for the session of who signed in with it. Where there is no
 * key, pages of other origins are kept out, and so are hosts that a stranger's page may have pointed at this machine: its
 * own reads carry no origin.
 */
export function keyGuard(door: SessionDoor) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    // What only some may read is kept by nobody on the way.
    reply.header("Cache-Control", "no-store");
    if (door.config.apiKey === undefined) return refuseStrangers(request, reply, door.config);
    const key = header(request.headers["x-api-key"]);
    return key === undefined ? bySession(request, reply, door) : byKey(key, { request, reply, door });
  };
}

function refuseStrangers({ headers }: FastifyRequest, reply: FastifyReply, config: Config): FastifyReply | undefined {
  if (!isOwnOrigin(headers.origin, headers.host, config)) return reply.code(403).send({ detail: "Forbidden origin" });
  return isOwnHost(headers.host, config)
    ? undefined
    : reply.code(403).send({ detail: "Forbidden host: PUBLIC_URL says by which name this server is reached" });
}

function byKey(
  key: string,
  {
    request,
    reply,
    door,
  }: { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly door: SessionDoor },
): FastifyReply | undefined {
  const refused = refuseGuessing(door.wrongSecrets, request, reply);
  if (refused !== undefined) return refused;
  if (isSecret(key, door.config.apiKey)) return undefined;
  // A missing key is not a guess.
  if (key) door.wrongSecrets.add(request.ip);
  return reply.code(401).send({ detail: "Unauthorized" });
}

async function bySession(
  request: FastifyRequest,
  reply: FastifyReply,
  door: SessionDoor,
): Promise<FastifyReply | undefined> {
  const isShown = sessionCookie(request.headers) !== undefined;
  const refused = isShown ? refuseGuessing(door.wrongSecrets, request, reply) : undefined;
  if (refused !== undefined) return refused;
  const state = await sessionState(request, door);
  switch (state) {
    case "good":
      return undefined;
    case "foreign":
      return reply.code(403).send({ detail: "Forbidden origin" });
    case "over":
      takeSession(reply);
      return reply.code(401).send({ detail: "Unauthorized" });
    case "none":
      return reply.code(401).send({ detail: "Unauthorized" });
  }
}
