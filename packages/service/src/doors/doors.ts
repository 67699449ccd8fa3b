import type { IncomingHttpHeaders } from "node:http";
import { sha256 } from "@llmstxt-service/page/sha256";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../settings/config.ts";
import { isOwnHost, isOwnOrigin, isSecret } from "./auth.ts";
import { type SessionDoor, sessionCookie, sessionState, takeSession } from "./session.ts";
import { MAX_HELD_SECONDS, networkOf } from "./wrong-secrets.ts";

export { isGuess, isOwnOrigin, isSecret, socketRefusal } from "./auth.ts";
export { senderOf } from "./csrf.ts";
export { giveSession, sessionCookie, sessionState, takeSession } from "./session.ts";
export {
  issueSession,
  issueToken,
  SESSION_LIFETIME_SECONDS,
  TOKEN_LIFETIME_SECONDS,
  tokenState,
} from "./tokens.ts";
export { WrongSecrets } from "./wrong-secrets.ts";

/** Value of a secret's field; undefined if it was sent twice. */
export const header = (value: string | string[] | undefined): string | undefined =>
  typeof value === "string" ? value : undefined;

/**
 * Answers a wrong secret with 401, later with each one that an address sends, or with 429 if too many of the address
 * wait.
 */
export async function refuseWrong(
  { wrongSecrets, request, reply }: Pick<Knock, "request" | "reply"> & Pick<SessionDoor, "wrongSecrets">,
  detail = "Unauthorized",
): Promise<FastifyReply> {
  switch (await wrongSecrets.settle(request.ip)) {
    case "wrong":
      return reply.code(401).send({ detail });
    case "tooMany":
      return reply.code(429).header("Retry-After", MAX_HELD_SECONDS).send({ detail: "Too many wrong keys" });
  }
}

/**
 * Guard of the REST interface: it asks for the API key, or for the session of a person who signed in with it. Without
 * an API_KEY it refuses pages of other origins, and hosts that are not this server: a stranger's name that points at
 * this machine sends no origin with its reads.
 */
export function keyGuard(door: SessionDoor) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    // Proxies and browsers must not keep private answers.
    reply.header("Cache-Control", "no-store");
    if (door.config.apiKey === undefined) return refuseStrangers(request, reply, door.config);
    const key = header(request.headers["x-api-key"]);
    const knock = { request, reply, door };
    return key === undefined ? bySession(knock) : byKey(key, knock);
  };
}

function refuseStrangers({ headers }: FastifyRequest, reply: FastifyReply, config: Config): FastifyReply | undefined {
  if (!isOwnOrigin(headers.origin, headers.host, config)) return reply.code(403).send({ detail: "Forbidden origin" });
  return isOwnHost(headers.host, config)
    ? undefined
    : reply.code(403).send({ detail: "Forbidden host: PUBLIC_URL says by which name this server is reached" });
}

interface Knock {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly door: SessionDoor;
}

async function byKey(key: string, { request, reply, door }: Knock): Promise<FastifyReply | undefined> {
  const { config, wrongSecrets } = door;
  if (isSecret(key, config.apiKey)) return undefined;
  // An empty key is no guess, so it is refused without delay.
  return key === "" ? reply.code(401).send({ detail: "Unauthorized" }) : refuseWrong({ wrongSecrets, request, reply });
}

async function bySession({ request, reply, door }: Knock): Promise<FastifyReply | undefined> {
  const state = await sessionState(request, door);
  switch (state) {
    case "good":
      return undefined;
    case "foreign":
      return reply.code(403).send({ detail: "Forbidden origin" });
    case "wrong":
      takeSession(reply);
      return refuseWrong({ wrongSecrets: door.wrongSecrets, request, reply });
    case "over":
      takeSession(reply);
      return reply.code(401).send({ detail: "Unauthorized" });
    case "none":
      return reply.code(401).send({ detail: "Unauthorized" });
  }
  state satisfies never;
}

/** Origin of a job: browsers send one of these fields, programs send neither. It is shown, and decides nothing. */
export const starterOf = ({ origin, "sec-fetch-site": fetchSite }: IncomingHttpHeaders): "page" | "api" =>
  origin === undefined && fetchSite === undefined ? "api" : "page";

/**
 * Name of the client that sent a request whose secret has been checked: its key, its session, or without an API_KEY its
 * address. Every request with the key, or with a token made from it, is of one client.
 */
export function clientOf({ headers, ip }: FastifyRequest, { apiKey }: { readonly apiKey: string | undefined }): string {
  if (apiKey === undefined) return `address ${networkOf(ip)}`;
  const session = headers["x-api-key"] === undefined ? sessionCookie(headers) : undefined;
  return session === undefined ? "key" : `session ${sha256(session)}`;
}
