import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../servers/postgres.ts";

/** A program that serves a folder with the settings of examples/serving. */
export interface StaticServer {
  readonly name: string;
  readonly program: string;
  /** The server's whole configuration; `work` is a folder for its temporary files. */
  readonly config: (site: { readonly folder: string; readonly port: number; readonly work: string }) => string;
  readonly args: (configFile: string, work: string) => readonly string[];
}

const SETTINGS = join(import.meta.dirname, "../../examples/serving");

const nginx: StaticServer = {
  name: "nginx",
  program: "nginx",
  config: ({ folder, port, work }) => `daemon off; pid ${work}/pid; error_log stderr;
events { }
http {
  access_log off;
  ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${work}/${name};`).join(" ")}
  types { text/html html; text/css css; }
  include ${SETTINGS}/nginx-http.conf;
  server {
    listen 127.0.0.1:${port};
    root ${folder};
    index index.html;
    include ${SETTINGS}/nginx-server.conf;
    location / { try_files $uri $uri.html $uri/ =404; }
  }
}`,
  args: (file, work) => ["-p", work, "-c", file],
};

const caddy: StaticServer = {
  name: "Caddy",
  program: "caddy",
  config: ({ folder, port }) => `{
	admin off
	auto_https off
}
http://127.0.0.1:${port} {
	root * ${folder}
	import ${SETTINGS}/Caddyfile
	try_files {path} {path}.html
	file_server
}
`,
  args: (file) => ["run", "--config", file, "--adapter", "caddyfile"],
};

const MODULES = ["mpm_event", "authz_core", "dir", "mime", "headers", "rewrite", "setenvif"];

const apache: StaticServer = {
  name: "Apache",
  program: "apache2",
  config: ({ folder, port, work }) => `ServerRoot ${work}
PidFile ${work}/pid
Listen 127.0.0.1:${port}
ServerName localhost
ErrorLog ${work}/errors
${MODULES.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join("\n")}
TypesConfig ${work}/types
DocumentRoot ${folder}
DirectoryIndex index.html
<Directory ${folder}>
  Require all granted
  Include ${SETTINGS}/apache.conf
  RewriteCond %{REQUEST_FILENAME}.html -f
  RewriteRule [^/]$ %{REQUEST_URI}.html [L]
</Directory>
`,
  args: (file) => ["-D", "FOREGROUND", "-f", file],
};

export const STATIC_SERVERS: readonly StaticServer[] = [nginx, caddy, apache];

/** Debian installs servers outside of an ordinary user's PATH. */
const ENVIRONMENT = { PATH: `${process.env.PATH}:/usr/sbin:/sbin`, HOME: tmpdir(), XDG_DATA_HOME: tmpdir() };

export const isInstalled = ({ program }: StaticServer): boolean =>
  spawnSync("sh", ["-c", `command -v ${program}`], { env: ENVIRONMENT }).status === 0;

/** Starts the program for the folder. @throws Error with its output if it does not answer */
export async function startStatic(server: StaticServer, folder: string) {
  const port = await freePort();
  const work = mkdtempSync(join(tmpdir(), "static-server-"));
  const file = join(work, "conf");
  writeFileSync(join(work, "types"), "text/html html\ntext/css css\n");
  writeFileSync(file, server.config({ folder, port, work }));
  const child = spawn(server.program, [...server.args(file, work)], {
    env: ENVIRONMENT,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-4_000);
  });
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const close = async () => {
    child.kill("SIGTERM");
    await exited;
  };
  const origin = `http://127.0.0.1:${port}`;
  for (let tries = 0; !(await answers(origin)); tries++) {
    if (child.exitCode !== null || tries > 400) {
      await close();
      throw new Error(`${server.name} does not answer: ${said}`);
    }
    await sleep(25);
  }
  return { origin, close };
}

const answers = (origin: string): Promise<boolean> =>
  fetch(origin, { signal: AbortSignal.timeout(1_000) }).then(
    (answer) => answer.arrayBuffer().then(() => true),
    () => false,
  );
