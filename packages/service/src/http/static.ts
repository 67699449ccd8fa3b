import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import fastifyStatic from "@fastify/static";
import type { Settings } from "../settings.ts";
import { filesFolder } from "../store-disk.ts";
import { answerError } from "./errors.ts";
import type { App } from "./world.ts";

/** Folders that may hold the built web page: beside the bundled command, or in a checkout. */
const BUILT = ["web", "../web", "../../../../dist/web"].map((folder) => resolve(import.meta.dirname, folder));

/** The page at /, its scripts and fonts; without a build / is not found. */
export async function webPage(app: App): Promise<void> {
  const root = BUILT.find((folder) => existsSync(join(folder, "index.html")));
  if (root === undefined) return;
  await app.register(fastifyStatic, {
    ...{ root, dotfiles: "deny", wildcard: false, decorateReply: false, preCompressed: true },
    // Names of these files have a digest of their content, so they never change.
    setHeaders: (reply, path) => {
      const isAsset = path.startsWith(join(root, "assets"));
      reply.header("Cache-Control", isAsset ? "public, max-age=31536000, immutable" : "no-cache");
    },
  });
}

/** Texts of the local store under /files/, and no list of them. */
export async function localFiles(app: App, settings: Settings): Promise<void> {
  const root = resolve(filesFolder(settings));
  await mkdir(root, { recursive: true });
  await app.register(async (scope: App) => {
    // A dotted name, or one outside the folder, is not there.
    scope.setErrorHandler((error, request, reply) => {
      const isForbidden = error instanceof Error && "statusCode" in error && error.statusCode === 403;
      return isForbidden ? reply.code(404).send({ detail: "Not found" }) : answerError(error, request, reply);
    });
    await scope.register(fastifyStatic, {
      ...{ root, prefix: "/files/", index: false, decorateReply: false },
      dotfiles: "ignore",
      setHeaders: (reply) => {
        reply.header("Content-Type", "text/plain; charset=utf-8");
        // These texts are public: pages of other origins may load them, as from an object store.
        reply.header("Access-Control-Allow-Origin", "*").header("Cross-Origin-Resource-Policy", "cross-origin");
      },
    });
  });
}
