// Serves the example site on loopback, as a static host does.
import { readFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, posix } from "node:path";
import { setTimeout } from "node:timers/promises";

const FOLDER = join(import.meta.dirname, "../examples/demo-site");

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".md": "text/markdown; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".xml": "application/xml",
};

/** `/docs/` is docs/index.html and `/docs/errors` is docs/errors.html, as static hosts do it. */
function fileOf(path: string): string {
  const clean = posix.normalize(path).replace(/^(\.\.[/\\])+/, "");
  if (clean.endsWith("/")) return join(FOLDER, clean, "index.html");
  return join(FOLDER, extname(clean) === "" ? `${clean}.html` : clean);
}

async function answer(path: string, origin: string, response: ServerResponse): Promise<void> {
  const file = fileOf(path);
  const text = await readFile(file, "utf8").catch(() => undefined); // any failure to read is a page that is not there
  const body = text ?? (await readFile(join(FOLDER, "404.html"), "utf8"));
  response.writeHead(text === undefined ? 404 : 200, { "content-type": TYPES[extname(file)] ?? "text/plain" });
  response.end(body.replaceAll("{{origin}}", origin));
}

export interface DemoSite extends Disposable {
  readonly origin: string;
}

interface DemoOptions {
  /** A loopback address; default 127.0.0.1. */
  readonly hostname?: string;
  /** Default: a free one. */
  readonly port?: number;
  /** Delay before each answer; default 0. */
  readonly latencyMs?: number;
}

/** @throws Error if the port is taken */
export async function serveDemoSite(options: DemoOptions = {}): Promise<DemoSite> {
  const { hostname = "127.0.0.1", port: wanted = 0, latencyMs = 0 } = options;
  const server = createServer(async (request, response) => {
    const origin = `http://${request.headers.host}`;
    if (latencyMs > 0) await setTimeout(latencyMs);
    await answer(decodeURI(URL.parse(request.url ?? "/", origin)?.pathname ?? "/"), origin, response);
  });
  await new Promise<void>((resolve, reject) => {
    server.on("error", reject);
    server.listen(wanted, hostname, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://${hostname}:${port}`,
    [Symbol.dispose]: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const PORT = 8801;

// Serves the site of the tutorials until Ctrl-C.
if (import.meta.main) {
  try {
    const { origin } = await serveDemoSite({ port: PORT });
    process.stdout.write(`The example site is at ${origin}. Ctrl-C stops it.\n`);
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    process.stderr.write(`The example site needs port ${PORT}, and something else has it: ${why}\n`);
    process.exitCode = 1;
  }
}
