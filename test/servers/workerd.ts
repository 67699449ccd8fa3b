import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** Cloudflare's runtime, which npm has for this platform only. */
export const WORKERD = join(import.meta.dirname, "../../node_modules/@cloudflare/workerd-linux-64/bin/workerd");

export const isWorkerdHere = (): boolean => existsSync(WORKERD);

interface WorkerOptions {
  /** Default: a free one. */
  readonly port?: number;
  /** Host and port of what the Worker has as its static assets. */
  readonly assets?: string;
}

const config = ({ port = 0, assets }: WorkerOptions): string => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      modules = [(name = "worker.js", esModule = embed "worker.js")],
      compatibilityDate = "2026-09-01",
      compatibilityFlags = ["nodejs_compat"],
      bindings = [${assets === undefined ? "" : '(name = "ASSETS", service = "assets")'}],
    )),
    ${assets === undefined ? "" : `(name = "assets", external = (address = "${assets}", http = ())),`}
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
`;

/** Cloudflare's runtime with `worker.js` of the folder, on loopback. */
export async function serveProcess(folder: string, options: WorkerOptions = {}) {
  await writeFile(join(folder, "config.capnp"), config(options));
  const child = spawn(WORKERD, ["serve", "config.capnp", "--control-fd=1"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const port = await listening(child);
  return {
    url: `http://127.0.0.1:${port}/`,
    async [Symbol.asyncDispose]() {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
  };
}

/** Port of workerd, which writes a line of JSON when a socket listens. */
async function listening({ stdout, stderr }: ChildProcess): Promise<number> {
  if (stdout === null || stderr === null) throw new Error("Its output is not piped");
  let said = "";
  stderr.on("data", (chunk) => {
    said += chunk;
  });
  for await (const line of createInterface(stdout)) {
    const { event, port } = JSON.parse(line);
    if (event === "listen") return port;
  }
  throw new Error(`workerd ended before it listened: ${said}`);
}
