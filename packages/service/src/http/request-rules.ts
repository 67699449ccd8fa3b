import { CrawlError } from "@llmstxt-service/page/errors";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../server-world.ts";

/**
 * Ignores body and content type of requests to routes without a body: schedulers send empty JSON and forms. Node
 * discards the body.
 */
export function ignoreUnwantedBodies(app: App): void {
  app.addHook("onRequest", async ({ raw, routeOptions }) => {
    if (routeOptions.schema?.body !== undefined) return;
    for (const name of ["content-type", "content-length", "transfer-encoding"]) delete raw.headers[name];
  });
}

/**
 * Refuses texts with a NUL or half a surrogate pair before the database is asked: Postgres cannot hold them, and no
 * address, name or secret has one.
 */
export async function refuseUnkept({ params, query, body }: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const found = fieldUnkept([params, query, body]);
  if (found === undefined) return undefined;
  return reply.code(422).send({ detail: `${found.name}: must not contain ${found.what}` });
}

/** Name of the first character that cannot be stored; undefined if there is none. */
function unkept(text: string): string | undefined {
  if (text.includes("\0")) return "the character NUL";
  return text.isWellFormed() ? undefined : "half a character (a lone surrogate)";
}

/**
 * The first field whose value or name is such a text. It does not recurse: a body of 16 KiB can be 16,000 arrays deep.
 * Numbers are skipped: an overlay can be a list of 500,000.
 */
function fieldUnkept(parts: readonly unknown[]): { readonly name: string; readonly what: string } | undefined {
  const open = parts.map((value) => ({ name: "", value }));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { name, value } = next;
    const what = typeof value === "string" ? unkept(value) : undefined;
    if (what !== undefined) return { name: name || "body", what };
    if (typeof value !== "object" || value === null) continue;
    const within: Iterable<[string | number, unknown]> = Array.isArray(value) ? value.entries() : Object.entries(value);
    for (const [key, inside] of within) {
      const named = typeof key === "string" ? unkept(key) : undefined;
      if (named !== undefined) return { name: name || "body", what: named };
      if (typeof inside !== "string" && (typeof inside !== "object" || inside === null)) continue;
      open.push({ name: name === "" ? String(key) : `${name}.${key}`, value: inside });
    }
  }
  return undefined;
}

/** Signal that fires when the client has gone, so that its work can stop. */
export function leaving(reply: FastifyReply): AbortSignal {
  const left = new AbortController();
  reply.raw.once("close", () => left.abort(new CrawlError("aborted", { detail: "The client went away" })));
  return left.signal;
}
