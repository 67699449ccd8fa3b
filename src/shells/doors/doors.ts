import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../../config.ts";
import { isOwnHost, isOwnOrigin, isSecret } from "./auth.ts";
import type { WrongSecrets } from "./wrong-secrets.ts";

export { isGuess, isSecret, issueToken, isToken, socketRefusal, TOKEN_LIFETIME_SECONDS } from "./auth.ts";
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
 * The REST interface asks for the key where there is one. Where there is none, pages of other origins are kept out, and so
 * are hosts that a stranger's page may have pointed at this machine: its own reads carry no origin.
 */
export function keyGuard({ config, wrongSecrets }: { readonly config: Config; readonly wrongSecrets: WrongSecrets }) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const { headers, ip } = request;
    if (config.apiKey === undefined) {
      if (!isOwnOrigin(headers.origin, headers.host, config))
        return reply.code(403).send({ detail: "Forbidden origin" });
      return isOwnHost(headers.host, config)
        ? undefined
        : reply.code(403).send({ detail: "Forbidden host: PUBLIC_URL says by which name this server is reached" });
    }
    const key = header(headers["x-api-key"]);
    const refused = key === undefined ? undefined : refuseGuessing(wrongSecrets, request, reply);
    if (refused !== undefined) return refused;
    if (isSecret(key, config.apiKey)) return undefined;
    // A missing key is not a guess.
    if (key) wrongSecrets.add(ip);
    return reply.code(401).send({ detail: "Unauthorized" });
  };
}
