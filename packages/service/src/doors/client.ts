import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { sessionCookie } from "./session.ts";
import { networkOf } from "./wrong-secrets.ts";

/**
 * A name of the client that sent this, once its secret has been checked: its key, its session, or else its address. All that has
 * the key is one client.
 */
export function clientOf({ headers, ip }: FastifyRequest, { apiKey }: { readonly apiKey: string | undefined }): string {
  if (apiKey === undefined) return `address ${networkOf(ip)}`;
  if (headers["x-api-key"] !== undefined) return "key";
  return `session ${createHash("sha256")
    .update(sessionCookie(headers) ?? "")
    .digest("base64")}`;
}
