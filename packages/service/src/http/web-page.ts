import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import fastifyStatic from "@fastify/static";
import type { App } from "../server-world.ts";
import { handleError } from "./http-errors.ts";

/** Folders that may hold the built web page: beside the bundled command, or in a checkout. */
const BUILT = ["web", "../web", "../../../../dist/web"].map((folder) => resolve(import.meta.dirname, folder));

const builtPage = (): string | undefined => BUILT.find((folder) => existsSync(join(folder, "index.html")));

/** Vite's digest of the page's content, which is part of the name of its first script. */
export function pageDigest(): string | undefined {
  const root = builtPage();
  if (root === undefined) return undefined;
  return /\/assets\/index-([\w-]+)\.js"/.exec(readFileSync(join(root, "index.html"), "utf8"))?.[1];
}

/** Route of the page, its scripts and fonts. Without a build / is not found. */
export async function webPage(app: App): Promise<void> {
  const root = builtPage();
  if (root === undefined) return;
  await app.register(fastifyStatic, {
    root,
    dotfiles: "deny",
    wildcard: false,
    decorateReply: false,
    // Serves the compressed files that scripts/compress-page.ts made.
    preCompressed: true,
    // Names of these files contain a digest of their content, so they never change.
    setHeaders: (reply, path) => {
      const isAsset = path.startsWith(join(root, "assets"));
      reply.header("Cache-Control", isAsset ? "public, max-age=31536000, immutable" : "no-cache");
    },
  });
}

/** Texts of the local store under /files. Files outside the folder and dot files are not found (404). */
export async function localFiles(app: App, folder: string): Promise<void> {
  await app.register(async (scope: App) => {
    scope.setErrorHandler((error, request, reply) =>
      isForbidden(error) ? reply.code(404).send({ detail: "Not found" }) : handleError(error, request, reply),
    );
    await scope.register(fastifyStatic, {
      root: resolve(folder),
      prefix: "/files/",
      dotfiles: "ignore",
      index: false,
      decorateReply: false,
      setHeaders: (reply) => {
        reply.header("Content-Type", "text/plain; charset=utf-8");
        // These texts are public: pages of other origins may load them, as from an object store.
        reply.header("Cross-Origin-Resource-Policy", "cross-origin");
      },
    });
  });
}

const isForbidden = (error: unknown): boolean =>
  error instanceof Error && "statusCode" in error && error.statusCode === 403;
