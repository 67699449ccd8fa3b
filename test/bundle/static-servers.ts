import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** A site's folder with a bundle, served by one program with the bundle's own settings. */
export interface StaticServer {
  readonly name: string;
  readonly program: string;
  /** The server's whole configuration. `work` is a folder for what it writes. */
  readonly config: (site: ServedFolder) => string;
  readonly args: (configFile: string, work: string) => readonly string[];
  /** With these it only checks its configuration. */
  readonly checkArgs: (configFile: string, work: string) => readonly string[];
}

interface ServedFolder {
  readonly folder: string;
  readonly port: number;
  readonly work: string;
}

export const NGINX: StaticServer = {
  name: "nginx",
  program: "nginx",
  config: ({ folder, port, work }) => `daemon off; pid ${work}/pid; error_log stderr;
events { }
http {
  access_log off;
  ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${work}/${name};`).join(" ")}
  types { text/html html; text/css css; }
  include ${folder}/.llmstxt/nginx-http.conf;
  server {
    listen 127.0.0.1:${port};
    root ${folder};
    index index.html;
    include ${folder}/.llmstxt/nginx-server.conf;
    include ${folder}/.llmstxt/nginx-annotate.conf;
    location / { try_files $uri $uri.html $uri/ =404; }
  }
}`,
  args: (file, work) => ["-p", work, "-c", file],
  checkArgs: (file, work) => ["-t", "-q", "-p", work, "-c", file],
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
	import ${folder}/.llmstxt/Caddyfile
	try_files {path} {path}.html
	file_server
}
`,
  args: (file) => ["run", "--config", file, "--adapter", "caddyfile"],
  checkArgs: (file) => ["validate", "--config", file, "--adapter", "caddyfile"],
};

const MODULES = ["mpm_event", "authz_core", "dir", "mime", "headers", "rewrite", "setenvif"];

const APACHE_PAGES = "RewriteCond %{REQUEST_FILENAME}.html -f\n  RewriteRule [^/]$ %{REQUEST_URI}.html [L]";

const apacheConfig =
  (settings: (folder: string) => string) =>
  ({ folder, port, work }: ServedFolder): string =>
    `ServerRoot ${work}
PidFile ${work}/pid
Listen 127.0.0.1:${port}
ServerName localhost
ErrorLog ${work}/errors
${MODULES.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join("\n")}
TypesConfig ${work}/types
DocumentRoot ${folder}
DirectoryIndex index.html
${settings(folder)}
`;

const apache: StaticServer = {
  name: "Apache",
  program: "apache2",
  config: apacheConfig(
    (folder) => `<Directory ${folder}>
  Require all granted
  Include ${folder}/.llmstxt/apache.conf
  ${APACHE_PAGES}
</Directory>`,
  ),
  args: (file) => ["-D", "FOREGROUND", "-f", file],
  checkArgs: (file) => ["-t", "-f", file],
};

/** The file of the bundle is read as the folder's .htaccess: with each request, after what the server's own settings did. */
export const APACHE_HTACCESS: StaticServer = {
  ...apache,
  name: "Apache by .htaccess",
  config: apacheConfig(
    (folder) => `AccessFileName .llmstxt/apache.conf
<Directory ${folder}>
  Require all granted
  AllowOverride All
</Directory>
RewriteEngine On
RewriteCond %{DOCUMENT_ROOT}%{REQUEST_URI}.html -f
RewriteRule [^/]$ %{DOCUMENT_ROOT}%{REQUEST_URI}.html [L]`,
  ),
};

const changedNginx = (change: (config: string) => string): StaticServer => ({
  ...NGINX,
  config: (site) => change(NGINX.config(site)),
});

/** For pages that have their annotation already. */
export const NGINX_AS_IT_IS = changedNginx((config) => config.replace(/^ *include .*nginx-annotate.*\n/m, ""));

/** nginx without our settings, and with as many of the rules that publishing.md has for a mirror. @param mirror its address */
export const mirroring = (mirror: URL, rules: number): StaticServer =>
  changedNginx((config) =>
    config
      .replace(/^ *include .*llmstxt.*\n/gm, "")
      .replace("index index.html;", (index) => [index, ...mirrorRules(mirror).slice(0, rules)].join("\n")),
  );

/** As they are written for people, with other names. */
function mirrorRules({ origin, pathname }: URL): readonly string[] {
  const text = readFileSync(join(import.meta.dirname, "../../docs/how-to/publishing.md"), "utf8");
  const blocks = [...text.matchAll(/^```nginx\n([\s\S]*?)^```/gm)].map(([, block = ""]) => block);
  return blocks
    .filter((block) => block.includes("/mirror/"))
    .map((block) => block.replaceAll("https://llmstxt.example", origin).replaceAll("/mirror/example.org", pathname));
}

export const STATIC_SERVERS: readonly StaticServer[] = [NGINX, caddy, apache];

export const isInstalled = ({ program }: StaticServer): boolean =>
  spawnSync("sh", ["-c", `command -v ${program}`], { env: ENVIRONMENT }).status === 0;

/** Debian keeps servers where ordinary users do not look. */
const ENVIRONMENT = { PATH: `${process.env.PATH}:/usr/sbin:/sbin`, HOME: tmpdir(), XDG_DATA_HOME: tmpdir() };

/** What the program says of its configuration for the folder, where it does not take it. */
export function syntaxFault(server: StaticServer, folder: string): string {
  const { work, file } = configure(server, folder, 1_024);
  const { status, stderr, stdout } = spawnSync(server.program, [...server.checkArgs(file, work)], { env: ENVIRONMENT });
  return status === 0 ? "" : `${status}: ${stderr}${stdout}`;
}

function configure(server: StaticServer, folder: string, port: number) {
  const work = mkdtempSync(join(tmpdir(), "static-server-"));
  const file = join(work, "conf");
  writeFileSync(join(work, "types"), "text/html html\ntext/css css\n");
  writeFileSync(file, server.config({ folder, port, work }));
  return { work, file };
}

/** Starts the program in front of the folder. @throws Error with what it said when it does not answer */
export async function startStatic({
  server,
  folder,
  port: asked,
}: {
  readonly server: StaticServer;
  readonly folder: string;
  /** Default: a free one. */
  readonly port?: number;
}) {
  const port = asked ?? (await freePort());
  const { work, file } = configure(server, folder, port);
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
    if (child.exitCode !== null || tries > 200) {
      await close();
      throw new Error(`${server.name} does not answer: ${said}`);
    }
    await sleep(25);
  }
  return { origin, close };
}

const answers = (origin: string): Promise<boolean> =>
  fetch(origin, { signal: AbortSignal.timeout(1_000) }).then(
    async (answer) => {
      await answer.arrayBuffer();
      return true;
    },
    () => false,
  );

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => probe.once("listening", resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === "string") throw new Error("No free port");
  return address.port;
}
