// A built site on disk, served on loopback as its real host would: `/page` is `page.html`, `/folder` goes to `/folder/`, the
// rest is the site's 404 page. The local address stands in the place of the real one.
import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize, sep } from "node:path";

const TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  htm: "text/html; charset=utf-8",
  xml: "application/xml",
  txt: "text/plain; charset=utf-8",
  md: "text/markdown; charset=utf-8",
  css: "text/css",
  js: "text/javascript",
  json: "application/json",
};

export interface FolderSite {
  readonly url: string;
  readonly origin: string;
  close(): void;
}

/** Serves `folder`; `host` is the name of its real host, whose addresses in pages become local ones. */
export async function serveFolder(folder: string, host: string): Promise<FolderSite> {
  let origin = "";
  const server = createServer((request, response) => {
    const path = URL.parse(request.url ?? "/", origin)?.pathname ?? "/";
    const found = fileOf(folder, path);
    if (found === "folder") return void response.writeHead(301, { location: `${path}/` }).end();
    const file = found ?? fileOf(folder, "/404.html");
    if (file === undefined) return void response.writeHead(404, { "content-type": "text/html" }).end("Not Found");
    send(response, file, { status: found === undefined ? 404 : 200, host, origin });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url: `${origin}/`, origin, close: () => void server.close() };
}

interface Answer {
  readonly status: number;
  readonly host: string;
  readonly origin: string;
}

function send(response: ServerResponse, file: string, { status, host, origin }: Answer): void {
  const type = TYPES[extname(file).slice(1).toLowerCase()] ?? "application/octet-stream";
  const bytes = readFileSync(file);
  const isText = /html|xml|plain|markdown/.test(type);
  const body = isText
    ? bytes.toString("utf8").replaceAll(`https://${host}`, origin).replaceAll(`http://${host}`, origin)
    : bytes;
  response.writeHead(status, { "content-type": type }).end(body);
}

/** The file behind a path, `folder` where a slash is missing, undefined where there is nothing. */
function fileOf(folder: string, path: string): string | undefined {
  const file = normalize(join(folder, decodedPath(path)));
  if (file !== folder && !file.startsWith(folder + sep)) return undefined;
  const isFile = (name: string) => existsSync(name) && statSync(name).isFile();
  const index = join(file, "index.html");
  if (path.endsWith("/")) return isFile(index) ? index : undefined;
  if (isFile(file)) return file;
  if (isFile(`${file}.html`)) return `${file}.html`;
  return isFile(index) ? "folder" : undefined;
}

function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path; // URIError: a lone percent sign
  }
}
