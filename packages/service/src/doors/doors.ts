import type { IncomingHttpHeaders } from "node:http";
import { sha256 } from "@llmstxt-service/page/sha256";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../settings/config.ts";
import { isOwnHost, isOwnOrigin, isSecret } from "./auth.ts";
import { type SessionDoor, sessionCookie, sessionState, takeSession } from "./session.ts";
import { MAX_HELD_SECONDS, networkOf, type WrongSecrets } from "./wrong-secrets.ts";

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

/** A field sent twice is not a secret of ours. */
export const header = (value: string | string[] | undefined): string | undefined =>
  typeof value === "string" ? value : undefined;

interface WrongSecret {
  readonly wrongSecrets: WrongSecrets;
  readonly request: Pick<FastifyRequest, "ip">;
  readonly reply: FastifyReply;
}

/** Answers a secret that was compared and is wrong, later and later the more of them an address shows. */
export async function refuseWrong(
  { wrongSecrets, request, reply }: WrongSecret,
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
 * The REST interface asks for the key where there is one, or for the session of who signed in with it. Where there is no
 * key, pages of other origins are kept out, and so are hosts that a stranger's page may have pointed at this machine: its
 * own reads carry no origin.
 */
export function keyGuard(door: SessionDoor) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    // Private answers are not kept by proxies or browsers.
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
  // A missing key is not a guess.
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

/** The door that a request came in at: browsers say so of a page's, and nothing depends on it. */
export const starterOf = ({ origin, "sec-fetch-site": fetchSite }: IncomingHttpHeaders): "page" | "api" =>
  origin === undefined && fetchSite === undefined ? "api" : "page";

/**
 * A name of the client that sent this, once its secret has been checked: its key, its session, or else its address. All that has
 * the key, or a token made with it, is one client.
 */
export function clientOf({ headers, ip }: FastifyRequest, { apiKey }: { readonly apiKey: string | undefined }): string {
  if (apiKey === undefined) return `address ${networkOf(ip)}`;
  const session = headers["x-api-key"] === undefined ? sessionCookie(headers) : undefined;
  return session === undefined ? "key" : `session ${sha256(session)}`;
}
