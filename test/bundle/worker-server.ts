import { createHash } from "node:crypto";
import { copyFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join, normalize, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { serveProcess } from "../servers/workerd.ts";

type Answer = (request: Request) => Promise<Response>;

interface Worker {
  readonly default: { fetch(request: Request, env: { readonly ASSETS: { fetch: Answer } }): Promise<Response> };
}

/** The bundle's Worker in Node, which has the same Request and Response, with static assets as Cloudflare serves them. */
export async function startWorker(folder: string) {
  const { default: worker } = (await import(`${pathToFileURL(join(folder, ".llmstxt/worker.js")).href}`)) as Worker;
  const assets = staticAssets(folder);
  return answering((request) => worker.fetch(request, { ASSETS: { fetch: assets } }));
}

/** The bundle's Worker in Cloudflare's own runtime, with the same static assets. */
export async function startWorkerd(folder: string, port?: number) {
  const assets = await answering(staticAssets(folder));
  const project = await mkdtemp(join(tmpdir(), "workerd-"));
  await copyFile(join(folder, ".llmstxt/worker.js"), join(project, "worker.js"));
  const server = await serveProcess(project, { assets: new URL(assets.origin).host, ...(port && { port }) });
  return {
    origin: server.url.slice(0, -1),
    async close() {
      await server[Symbol.asyncDispose]();
      await assets.close();
      await rm(project, { recursive: true, force: true });
    },
  };
}

/** An HTTP server on loopback. */
async function answering(answer: Answer) {
  const server = createServer({ keepAliveTimeout: 300_000 }, (incoming, outgoing) => {
    void answer(requestOf(incoming)).then(async (response) => {
      outgoing.writeHead(response.status, Object.fromEntries(response.headers));
      outgoing.end(Buffer.from(await response.arrayBuffer()));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port");
  return {
    origin: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function requestOf({ method = "GET", url = "/", headers }: IncomingMessage): Request {
  const fields = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  );
  return new Request(`http://${headers.host}${url}`, { method, headers: fields });
}

const TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  md: "text/plain",
  txt: "text/plain; charset=utf-8",
  css: "text/css",
  js: "text/javascript",
  xml: "application/xml",
  json: "application/json",
};

/** `/a` is `a.html`, `/a/` is `a/index.html`, to which `/a` leads; what is not there is the site's 404 page. */
export function staticAssets(folder: string): Answer {
  const read = (file: string) => {
    const path = normalize(join(folder, file));
    return path.startsWith(folder + sep) ? readFile(path).catch(() => undefined) : Promise.resolve(undefined);
  };
  return async (request) => {
    const { pathname } = new URL(request.url);
    const path = decodeURIComponent(pathname);
    for (const file of path.endsWith("/") ? [`${path}index.html`] : [path, `${path}.html`]) {
      const body = await read(file);
      if (body === undefined) continue;
      const etag = `"${createHash("sha256").update(body).digest("hex").slice(0, 16)}"`;
      const cache = { etag, "cache-control": "public, max-age=0, must-revalidate" };
      if (request.headers.get("if-none-match") === etag) return new Response(null, { status: 304, headers: cache });
      const type = TYPES[file.slice(file.lastIndexOf(".") + 1)] ?? "application/octet-stream";
      return new Response(body, { headers: { ...cache, "content-type": type } });
    }
    if (!path.endsWith("/") && (await read(`${path}/index.html`)) !== undefined)
      return new Response(null, { status: 307, headers: { location: `${pathname}/` } });
    return new Response("Not here", { status: 404, headers: { "content-type": "text/html" } });
  };
}
