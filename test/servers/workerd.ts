import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";

const config = (compatibilityDate: string): string => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (
    modules = [(name = "worker.js", esModule = embed "worker.js")],
    compatibilityDate = "${compatibilityDate}",
    compatibilityFlags = ["nodejs_compat"],
  ))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
`;

/** Cloudflare's runtime with `worker.js` of the folder, on a free port of loopback. */
export async function serveProcess(workerd: string, folder: string) {
  await writeFile(join(folder, "config.capnp"), config("2026-09-01"));
  const child = spawn(workerd, ["serve", "config.capnp", "--control-fd=1"], {
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

/** It writes a line of JSON when a socket listens. */
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
