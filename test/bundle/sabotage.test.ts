import { chmod, cp, mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { LiveFix } from "../../packages/service/src/sites/live.ts";
import { type Service, startService } from "../servers/service.ts";
import { freePort, isInstalled, NGINX, STATIC_SERVERS, type StaticServer, startStatic } from "./static-servers.ts";

// A site is published wrongly, on real servers: the verdict is right, and its owner who does just what is advised is live.

const page = (title: string, body = "") =>
  `<!doctype html><html><head><title>${title}</title></head><body><main><h1>${title}</h1><p>${title} has a paragraph of its own, long enough to be what the page is about.</p>${body}</main></body></html>`;

/** The site's folder on its server. */
let folder = "";
let port = 0;
let service: Service;
let id = "";
let earlier: Files;
let newest: Files;

type Files = Readonly<Record<string, Uint8Array>>;

/** What stands between the files and who asks for them, by what takes it away. */
type Obstacles = Partial<Record<LiveFix, string>>;

/** The settings of nginx besides the folder. */
interface Deployment {
  /** Those of the bundle are included. */
  hasSettings: boolean;
  /** Lines of the server, by the advice that an owner follows who takes them away. */
  obstacles: Obstacles;
  /** A cache in front. */
  cache: "none" | "by address" | "by address and Accept";
}

const deployment: Deployment = { hasSettings: false, obstacles: {}, cache: "none" };

const cacheFolder = () => join(dirname(folder), "cache");

const nginx: StaticServer = {
  ...NGINX,
  config(site) {
    const { hasSettings, obstacles, cache } = deployment;
    const own = NGINX.config(site).replace(
      "index index.html;",
      `index index.html; ${Object.values(obstacles).join(" ")}`,
    );
    const config = hasSettings ? own : own.replace(/^ *include .*llmstxt.*\n/gm, "");
    if (cache === "none") return config;
    const key = cache === "by address" ? "$request_uri" : "$request_uri $http_accept";
    const inner = `unix:${dirname(folder)}/inner`;
    return config.replace(/listen [^;]*;/, `listen ${inner};`).replace(
      /\}\s*$/,
      `proxy_cache_path ${cacheFolder()} keys_zone=kept:1m use_temp_path=off;
  server {
    listen 127.0.0.1:${site.port};
    location / {
      proxy_pass http://${inner};
      proxy_cache kept; proxy_cache_key "${key}"; proxy_cache_valid 200 10m; proxy_ignore_headers Vary Cache-Control;
    }
  }
}`,
    );
  },
};

const unpack = async (files: Files) => {
  for (const [path, bytes] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), bytes);
  }
};

/** The folder with nothing but the site. */
async function buildSite(title = "Install"): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, "guide"), { recursive: true });
  await writeFile(
    join(folder, "index.html"),
    page("Example", '<a href="/install">Install</a> <a href="/guide/">Guide</a>'),
  );
  await writeFile(join(folder, "install.html"), page(title));
  await writeFile(join(folder, "guide/index.html"), page("Guide"));
  await writeFile(join(folder, "login.html"), '<!doctype html><form><input name=u><input type="password"></form>');
}

/** As the bundle's settings for nginx say. */
async function publish(): Promise<void> {
  await unpack(newest);
  deployment.hasSettings = true;
}

// biome-ignore lint/suspicious/noExplicitAny: what a server says is looked at by the expectations
async function ask(method: string, path: string): Promise<any> {
  return (await fetch(`${service.url}/api/sites${path}`, { method })).json();
}

/** Files that the service has published. */
async function bundle(): Promise<Files> {
  const zip = await fetch(`${service.url}/api/sites/${id}/bundle.zip`);
  return unzipSync(new Uint8Array(await zip.arrayBuffer()));
}

interface Seen {
  readonly verdict: string;
  readonly advice: LiveFix;
  readonly platform: string;
  readonly detail: string;
  readonly faults: readonly string[];
  readonly fixes: readonly LiveFix[];
}

/** What the service sees while the server runs. */
async function seen(server = nginx): Promise<Seen> {
  const running = await startStatic({ server, folder, port });
  try {
    const report = await ask("POST", `/${id}/live`);
    const failed: { name: string; missing: string; fix: LiveFix }[] = report.checks.filter(
      ({ ok }: { ok: boolean | null }) => ok === false,
    );
    const faults = failed.map(({ name, missing }) => `${name} ${missing}`);
    return { ...report, faults, fixes: [report.advice, ...failed.map(({ fix }) => fix)] };
  } finally {
    await running.close();
  }
}

/** What the advice says, and nothing else. */
async function follow(advice: LiveFix): Promise<void> {
  switch (advice) {
    case "":
      return;
    case "publish":
    case "publishAgain":
      await publish();
      return rm(cacheFolder(), { recursive: true, force: true });
    case "replace":
      return writeFile(join(folder, "llms.txt"), newest["llms.txt"] ?? "");
    case "setType":
    case "negotiate":
    case "setVary":
    case "setLink":
    case "setCanonical":
      deployment.hasSettings = true;
      return;
    case "keepApart":
      deployment.cache = "by address and Accept";
      return rm(cacheFolder(), { recursive: true, force: true });
    case "answerHere":
    case "letIn":
    case "sendWhole":
      delete deployment.obstacles[advice];
  }
}

beforeAll(async () => {
  if (!isInstalled(NGINX)) return;
  const work = await mkdtemp(join(tmpdir(), "sabotage-"));
  await chmod(work, 0o755); // mkdtemp keeps servers out that run as somebody else
  folder = join(work, "site");
  port = await freePort();
  service = await startService({ environment: { DATABASE_URL: "" } });
  await vi.waitFor(
    async () => expect(await (await fetch(`${service.url}/ready`)).text()).toContain('"database":"up"'),
    180_000,
  );
  for (const title of ["Installing", "Install"]) {
    await buildSite(title);
    const running = await startStatic({ server: nginx, folder, port });
    await service.crawl({ url: `http://127.0.0.1:${port}/`, publish: true, enableAutoUpdate: true });
    await running.close();
    [{ id }] = (await ask("GET", "")).items;
    earlier = newest;
    newest = await bundle();
  }
});
afterAll(async () => {
  await service?.stop();
  if (folder !== "") await rm(dirname(folder), { recursive: true, force: true });
});

const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);
const ownText = () => text(newest["llms.txt"]);
const putIndex = (content: string | Uint8Array) => writeFile(join(folder, "llms.txt"), content);

interface Sabotage {
  readonly name: string;
  /** Done to a site that is published as it should be. */
  readonly done: () => unknown;
  readonly verdict: string;
  /** Advice for the verdict; empty where only fields are wrong. */
  readonly advice: LiveFix;
  /** Faults among others. */
  readonly faults: readonly string[];
}

const hinder = (advice: LiveFix, lines: string) => Object.assign(deployment.obstacles, { [advice]: lines });

const packed = async (bytes: Uint8Array) => {
  await writeFile(join(folder, "packed"), bytes);
  deployment.obstacles.sendWhole =
    "location = /llms.txt { rewrite ^ /packed last; } location = /packed { internal; default_type text/plain; add_header Content-Encoding gzip; }";
};

const SABOTAGES: readonly Sabotage[] = [
  { name: "nothing", done: () => {}, verdict: "live", advice: "", faults: [] },
  {
    name: "the bundle of the crawl before",
    done: () => unpack(earlier),
    verdict: "stale",
    advice: "publishAgain",
    faults: ["index newest", "markdown ours"],
  },
  {
    name: "another site's file",
    done: () => putIndex("# Another site\n\n> It is not ours.\n"),
    verdict: "other",
    advice: "replace",
    faults: ["index ours"],
  },
  {
    name: "HTML and 200 for everything",
    async done() {
      await buildSite();
      deployment.hasSettings = false;
      deployment.obstacles.publish = "error_page 404 =200 /index.html;";
    },
    verdict: "absent",
    advice: "publish",
    faults: ["index file", "markdown file"],
  },
  {
    name: "files without the settings, so under a wrong type",
    done: () => Object.assign(deployment, { hasSettings: false }),
    verdict: "live",
    advice: "",
    faults: ["type type", "negotiation markdown", "link link", "canonical canonical"],
  },
  {
    name: "a cache that looks at addresses alone",
    done: () => Object.assign(deployment, { cache: "by address" }),
    verdict: "live",
    advice: "",
    faults: ["negotiation apart"],
  },
  {
    name: "a cache that keeps the files before",
    async done() {
      deployment.cache = "by address and Accept";
      await unpack(earlier);
      await seen();
      await unpack(newest);
    },
    verdict: "stale",
    advice: "publishAgain",
    faults: ["index newest"],
  },
  {
    name: "the files below a path",
    async done() {
      await rename(folder, `${folder}-built`);
      await buildSite();
      await cp(`${folder}-built`, join(folder, "public"), { recursive: true });
      await rm(`${folder}-built`, { recursive: true });
      deployment.hasSettings = false;
    },
    verdict: "absent",
    advice: "publish",
    faults: ["index file", "markdown file"],
  },
  {
    name: "a redirect to another site",
    done: () => hinder("answerHere", "location = /llms.txt { return 301 https://other.example/llms.txt; }"),
    verdict: "other",
    advice: "answerHere",
    faults: ["index here"],
  },
  {
    name: "403 for this service's name",
    done: () => hinder("letIn", "if ($http_user_agent ~* llmstxt) { return 403; }"),
    verdict: "unreachable",
    advice: "letIn",
    faults: ["index answer", "markdown answer"],
  },
  {
    name: "a connection that is closed without a word",
    done: () => hinder("letIn", "location ~ llms { return 444; }"),
    verdict: "unreachable",
    advice: "letIn",
    faults: ["index answer"],
  },
  {
    name: "a page to log in",
    done: () => hinder("letIn", 'if ($cookie_session = "") { rewrite ^ /login.html break; }'),
    verdict: "absent",
    advice: "letIn",
    faults: ["index login", "markdown login"],
  },
  {
    name: "a file that is compressed twice",
    done: () => packed(gzipSync(gzipSync(ownText()))),
    verdict: "unreachable",
    advice: "sendWhole",
    faults: ["index whole"],
  },
  {
    name: "a compressed copy that is cut short",
    done: () => packed(gzipSync(ownText()).subarray(0, 60)),
    verdict: "unreachable",
    advice: "sendWhole",
    faults: ["index whole"],
  },
  {
    name: "a file that was cut when it was copied",
    done: () => putIndex(ownText().slice(0, -40)),
    verdict: "stale",
    advice: "publishAgain",
    faults: ["index unchanged"],
  },
  {
    name: "a file older than all that is known",
    done: () =>
      putIndex(
        ownText()
          .replace(/^Generated: \S+/m, "Generated: 2020-02-02T02:02:02Z")
          .replace("Example", "Old"),
      ),
    verdict: "stale",
    advice: "publishAgain",
    faults: ["index unchanged"],
  },
  {
    name: "the line of another host's file",
    done: () => putIndex(ownText().replace(/\| Source: \S+/, "| Source: https://other.example/")),
    verdict: "other",
    advice: "replace",
    faults: ["index ours"],
  },
  { name: "an empty file", done: () => putIndex("\n"), verdict: "absent", advice: "publish", faults: ["index file"] },
  {
    name: "the index without the pages' Markdown",
    done: () => rm(join(folder, "install.md")),
    verdict: "absent",
    advice: "publish",
    faults: ["markdown file"],
  },
  {
    name: "Markdown that is denied",
    done: () => hinder("letIn", "location ~* \\.md$ { deny all; }"),
    verdict: "unreachable",
    advice: "letIn",
    faults: ["markdown answer"],
  },
];

test.skipIf(!isInstalled(NGINX)).each(SABOTAGES)(
  "$name: $verdict, and who follows the advice is live",
  async ({ done, verdict, advice, faults }) => {
    Object.assign(deployment, { hasSettings: false, obstacles: {}, cache: "none" });
    await rm(cacheFolder(), { recursive: true, force: true });
    await buildSite();
    await publish();
    await done();
    const report = await seen();
    expect(report).toMatchObject({ verdict, advice, platform: "nginx", faults: expect.arrayContaining([...faults]) });
    for (const fix of new Set(report.fixes)) await follow(fix);
    expect(await seen()).toMatchObject({ verdict: "live", faults: [] });
  },
);

test.each(STATIC_SERVERS.filter(({ name }) => name !== "nginx"))(
  "$name is known by its answers, and who includes the settings that are named has every field",
  async (server) => {
    if (!isInstalled(server) || !isInstalled(NGINX)) return;
    await buildSite();
    await unpack(newest);
    const bare = {
      ...server,
      config: (site: Parameters<StaticServer["config"]>[0]) =>
        server.config(site).replace(/^\s*(?:import|Include) .*llmstxt.*\n/gm, ""),
    };
    const report = await seen(bare);
    expect([report.verdict, report.platform]).toEqual(["live", server.name.toLowerCase()]);
    expect(report.faults).toEqual(expect.arrayContaining(["negotiation markdown", "link link", "canonical canonical"]));
    expect(await seen(server)).toMatchObject({ verdict: "live", faults: [] });
    await rm(join(folder, "llms.txt"));
    expect((await seen(server)).detail).toContain(
      server.name === "Caddy" ? "the Caddyfile of the bundle" : "apache.conf",
    );
  },
);
