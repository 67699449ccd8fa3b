import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../../../..");

/** Rooms, or parts of them, that have nothing to do before an answer is there. */
const LATER =
  /^packages\/(?:page\/src\/(?:page\.|scan|content|markdown)|document\/src\/(?!bundle\/writer)[^/]+\/|service\/src\/(?:store\/(?!write-whole|on-disk)|threads|jobs\/compose)|crawler\/src\/(?:crawl\/(?:stages|walk|home|frontier|sitemap|markdown-versions)|fetch\/(?:folder|browser\/(?:egress|render|chromium|processes|memory)))|cli\/src\/generate\/(?:finish|delivery|publish-folder))/;

/** Files that the command had loaded when it wrote its first request, with paths below the project. */
async function loadedFirst(url: string): Promise<{ readonly path: string; readonly loaded: readonly string[] }> {
  const args = ["--require", join(ROOT, "test/command/loaded-first.cjs"), join(ROOT, "packages/cli/src/start.ts"), url];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, XDG_CACHE_HOME: "/nonexistent" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const { path, loaded }: { path: string; loaded: string[] } = JSON.parse(await text(child.stdout));
  const below = `${pathToFileURL(ROOT).href}/`;
  return { path, loaded: loaded.map((file) => file.replace(below, "")) };
}

/** Modules that take long to load and are not needed for a request without TLS. */
const COSTLY = /node_modules\/zod\/(?!mini\/)|^node:(crypto|https|tls|zlib)$/;

test("robots.txt is asked for before anything is loaded that reads pages, chooses them or writes documents", async () => {
  const server = createServer((_, response) => void response.end()).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const { path, loaded } = await loadedFirst(`http://127.0.0.1:${port}/`);
  server.close();
  server.closeAllConnections();
  expect(path).toBe("/robots.txt");
  expect(loaded).toContain("packages/crawler/src/crawl/robots/robots.ts");
  expect(loaded.filter((file) => LATER.test(file) || COSTLY.test(file))).toEqual([]);
});
