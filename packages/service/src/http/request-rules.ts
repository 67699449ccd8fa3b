import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/**
 * A route without a request body ignores a body and its type: schedulers send empty JSON and forms. What was sent is read
 * by nobody; Node passes over it.
 */
export function ignoreUnwantedBodies(app: FastifyInstance): void {
  app.addHook("onRequest", async ({ raw, routeOptions }) => {
    if (routeOptions.schema?.body !== undefined) return;
    for (const name of ["content-type", "content-length", "transfer-encoding"]) delete raw.headers[name];
  });
}

/**
 * No text in Postgres holds a NUL or half a surrogate pair, and no address, name or secret needs one: refused before
 * anything asks the database.
 */
export async function refuseUnkept({ params, query, body }: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const found = fieldUnkept([params, query, body]);
  if (found === undefined) return undefined;
  return reply.code(422).send({ detail: `${found.name}: must not contain ${found.what}` });
}

/** Characters of a text that cannot be kept. */
function unkept(text: string): string | undefined {
  if (text.includes("\0")) return "the character NUL";
  return text.isWellFormed() ? undefined : "half a character (a lone surrogate)";
}

/**
 * The field that holds such a text, or is named by one. No recursion: a body of 16 KiB can be 16,000 arrays deep. Numbers never
 * wait: an overlay can be a list of 500,000.
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

/** Fires when the client has gone: nothing is done for it any more. */
export function leaving(reply: FastifyReply): AbortSignal {
  const left = new AbortController();
  reply.raw.once("close", () => left.abort());
  return left.signal;
}
