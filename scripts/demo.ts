// The main job without the internet: serves examples/demo-site on loopback and writes its llms.txt to the terminal.
import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";

const FOLDER = join(import.meta.dirname, "../examples/demo-site");

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".md": "text/markdown; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".xml": "application/xml",
};

/** `/docs/` is docs/index.html and `/docs/errors` is docs/errors.html, as static hosts do it. */
function fileOf(path: string): string {
  const clean = normalize(path).replace(/^(\.\.[/\\])+/, "");
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

const server = createServer((request, response) => {
  const origin = `http://${request.headers.host}`;
  void answer(decodeURI(URL.parse(request.url ?? "/", origin)?.pathname ?? "/"), origin, response);
});
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  const command = spawn(process.execPath, ["dist/cli.js", `http://127.0.0.1:${port}/`, ...process.argv.slice(2)], {
    stdio: "inherit",
  });
  command.on("exit", (code) => {
    process.exitCode = code ?? 1;
    server.close();
    server.closeAllConnections();
  });
});
