import { createHash } from "node:crypto";
import { prefersMarkdown } from "@llmstxt-service/document/bundle/accept";
import { alternate, canonical, describedBy, linkField, target } from "@llmstxt-service/document/emit/http-field";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App, ServerWorld } from "../server-world.ts";
import { tryAbout } from "../store/about.ts";
import { hostOf } from "../store/names.ts";
import type { StoredBytes } from "../store/store.ts";
import { findMirrored } from "./mirrored-page.ts";
import { Misses } from "./misses.ts";
import { ParsedFiles } from "./parsed-files.ts";

const MARKDOWN = "text/markdown; charset=utf-8";
const PLAIN = "text/plain; charset=utf-8";

/** Milliseconds for all reads of the store for one request. */
const READ_MS = 10_000;

/**
 * Bundles of the store under /mirror/<domain>/, as the site itself would serve them: the site needs only one rule in
 * its proxy. Public, without a key.
 */
export function mirrorRoutes(app: App, world: ServerWorld): void {
  const store = { files: world.files, abouts: new ParsedFiles(world.files, tryAbout) };
  const misses = new Misses(world);
  app.addHook("onClose", () => misses.write());
  app.route<{ Params: { domain: string } }>({
    method: ["GET", "HEAD"],
    url: "/mirror/:domain/*",
    schema: { hide: true },
    handler: async (request, reply) => {
      const { pathname, search } = new URL(request.raw.url ?? "/", "http://mirror");
      const { domain } = request.params;
      const path = `/${pathname.split("/").slice(3).join("/")}`;
      const found = await findMirrored({ domain, path, search }, store, AbortSignal.timeout(READ_MS));
      const wantsMarkdown = prefersMarkdown(request.headers.accept ?? "");
      const isGuess = wantsMarkdown || path.endsWith(".md");
      if (found === undefined || (!isGuess && (found.type === "missing" || found.type === "moved")))
        return reply.code(404).send({ detail: "Not found" });
      reply.header("Access-Control-Allow-Origin", "*").header("Cross-Origin-Resource-Policy", "cross-origin");
      if (found.type === "moved") return reply.header("Vary", "Accept").redirect(found.to, 301);
      if (found.type === "missing") {
        reply.header("Cache-Control", "no-store").header("Vary", "Accept").header("X-Robots-Tag", "noindex");
        const text = misses.answer({ ...found, host: hostOf(domain), asked: path + search });
        return reply
          .code(found.about.notFound ?? 404)
          .type(MARKDOWN)
          .send(text);
      }
      if (found.type === "page" || !found.isMarkdown) reply.header("Vary", "Accept");
      if (found.type === "other")
        return sendText(found.stored, found.isMarkdown || wantsMarkdown ? MARKDOWN : PLAIN, { request, reply });
      const { index, stored, url, noindex } = found;
      const sent = found.type === "file" || wantsMarkdown ? stored : undefined;
      const links = [
        ...(found.type === "page" ? [alternate(target(found.markdown))] : []),
        ...(index === undefined ? [] : [describedBy(target(index))]),
        ...(sent === undefined ? [] : [canonical(target(url))]),
      ];
      reply.header("Link", linkField(...links));
      if (sent === undefined) return reply.redirect(found.type === "page" && wantsMarkdown ? found.markdown : url, 302);
      if (noindex) reply.header("X-Robots-Tag", "noindex");
      return sendText(sent, MARKDOWN, { request, reply });
    },
  });
}

/** Answers with ETag and Last-Modified; 304 if the client has this version. */
function sendText(
  { bytes, modifiedAt }: StoredBytes,
  type: string,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): FastifyReply {
  const etag = `"${createHash("sha256").update(type).update(bytes).digest("base64url").slice(0, 22)}"`;
  reply.header("ETag", etag).header("Cache-Control", "public, max-age=300, must-revalidate");
  if (modifiedAt !== undefined) reply.header("Last-Modified", modifiedAt.toUTCString());
  if (isKnown(request, etag, modifiedAt)) return reply.code(304).send();
  return reply.type(type).send(bytes);
}

/** True if the client has this version. The date counts only if no ETag is sent (RFC 9110, 13.1). */
function isKnown({ headers }: FastifyRequest, etag: string, modifiedAt: Date | undefined): boolean {
  const tags = headers["if-none-match"];
  if (tags !== undefined) return tags.split(",").some((tag) => ["*", etag, `W/${etag}`].includes(tag.trim()));
  const since = Date.parse(headers["if-modified-since"] ?? "");
  return modifiedAt !== undefined && Math.floor(modifiedAt.getTime() / 1_000) * 1_000 <= since;
}
