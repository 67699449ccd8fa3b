// A site with files laid over it, on loopback: as its host would serve the folder of a bundle. Only what lies over it is
// answered here, all else by the site behind, with this address in the place of its own.
import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { join, normalize, sep } from "node:path";
import { pathToFileURL } from "node:url";

type Answer = (request: Request) => Promise<Response>;

interface Worker {
  readonly default: {
    fetch(request: Request, env: { readonly ASSETS: { readonly fetch: Answer } }): Promise<Response>;
  };
}

export interface OverlaidSite {
  readonly origin: string;
  /** Lays a folder over the site, in the place of what lay there; with its Worker in front where it has one. */
  lay(folder: string): Promise<void>;
  close(): void;
}

export async function overlay(behind: string): Promise<OverlaidSite> {
  let origin = "";
  let answer: Answer = (request) => passed(request, behind, origin);
  // Longer than the judge is busy with itself: a connection that ends under it counts as a broken link.
  const server = createServer({ keepAliveTimeout: 300_000 }, (incoming, outgoing) => {
    void answer(requestOf(incoming, origin)).then(async (response) => {
      outgoing.writeHead(response.status, Object.fromEntries(response.headers));
      outgoing.end(Buffer.from(await response.arrayBuffer()));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    async lay(folder) {
      const assets: Answer = async (request) => fileIn(folder, request) ?? passed(request, behind, origin);
      const file = join(folder, ".llmstxt/worker.js");
      if (!existsSync(file)) answer = assets;
      else {
        const { default: worker } = (await import(pathToFileURL(file).href)) as Worker;
        answer = (request) => worker.fetch(request, { ASSETS: { fetch: assets } });
      }
    },
    close: () => void server.close(),
  };
}

function requestOf({ method = "GET", url = "/", headers }: IncomingMessage, origin: string): Request {
  const fields = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || name === "host" || name === "connection" ? [] : [[name, String(value)] as [string, string]],
  );
  return new Request(origin + url, { method, headers: fields });
}

function fileIn(folder: string, request: Request): Response | undefined {
  const path = decodeURIComponent(new URL(request.url).pathname);
  const file = normalize(join(folder, path));
  if (!file.startsWith(folder + sep) || !existsSync(file) || !statSync(file).isFile()) return undefined;
  const headers = { "content-type": "text/plain; charset=utf-8", "cache-control": "max-age=300, must-revalidate" };
  return new Response(readFileSync(file), { headers });
}

async function passed(request: Request, behind: string, origin: string): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const found = await fetch(behind + pathname + search, {
    method: request.method,
    headers: request.headers,
    redirect: "manual",
  });
  const headers = new Headers(found.headers);
  for (const name of ["content-length", "content-encoding", "transfer-encoding", "connection", "keep-alive"])
    headers.delete(name);
  headers.set("location", (headers.get("location") ?? "").replace(behind, origin));
  if (headers.get("location") === "") headers.delete("location");
  if (request.method === "HEAD" || [204, 304].includes(found.status))
    return new Response(null, { status: found.status, headers });
  const isText = /text|xml|json|script/.test(headers.get("content-type") ?? "");
  const body = isText ? (await found.text()).replaceAll(behind, origin) : await found.arrayBuffer();
  return new Response(body, { status: found.status, headers });
}
