import { sha256 } from "@llmstxt-service/page/sha256";
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
  return `session ${sha256(sessionCookie(headers) ?? "")}`;
}
