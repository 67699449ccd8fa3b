import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

interface Worker {
  readonly default: { fetch(request: Request, env: { readonly ASSETS: { fetch: typeof assets } }): Promise<Response> };
}

let assets: (request: Request) => Promise<Response>;

/** The bundle's Worker in Node, which has the same Request and Response, with static assets as Cloudflare serves them. */
export async function startWorker(folder: string) {
  const { default: worker } = (await import(`${pathToFileURL(join(folder, ".llmstxt/worker.js")).href}`)) as Worker;
  assets = staticAssets(folder);
  const server = createServer((incoming, outgoing) => {
    const { method = "GET" } = incoming;
    const headers = Object.entries(incoming.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as [string, string]],
    );
    const request = new Request(`http://${incoming.headers.host}${incoming.url}`, { method, headers });
    void worker.fetch(request, { ASSETS: { fetch: (wanted: Request) => assets(wanted) } }).then(async (response) => {
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

const TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  md: "text/plain",
  txt: "text/plain; charset=utf-8",
  css: "text/css",
};

/** `/a` is `a.html`, `/a/` is `a/index.html`; what is not there is the site's 404 page. */
function staticAssets(folder: string): (request: Request) => Promise<Response> {
  return async (request) => {
    const path = decodeURIComponent(new URL(request.url).pathname);
    const file = path.endsWith("/") ? `${path}index.html` : /\.\w+$/.test(path) ? path : `${path}.html`;
    const body = await readFile(join(folder, file)).catch(() => undefined);
    if (body === undefined) return new Response("Not here", { status: 404, headers: { "content-type": "text/html" } });
    const etag = `"${createHash("sha256").update(body).digest("hex").slice(0, 16)}"`;
    const cache = { etag, "cache-control": "public, max-age=0, must-revalidate" };
    if (request.headers.get("if-none-match") === etag) return new Response(null, { status: 304, headers: cache });
    const type = TYPES[file.slice(file.lastIndexOf(".") + 1)] ?? "application/octet-stream";
    return new Response(body, { headers: { ...cache, "content-type": type } });
  };
}
