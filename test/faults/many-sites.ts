import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";

/** Many small sites, `/<site>/` each, that remember who asked for what. */
export interface ManySites {
  url(site: number): string;
  /** Gives every `every`th site other words; they then have changed. */
  rewrite(every: number): void;
  /** True if a document about a site has the words that it has now. */
  isNewest(url: string, document: string): boolean;
  /** Who fetched each site's homepage with GET, in order, since `forget`. */
  readonly visitors: ReadonlyMap<number, readonly string[]>;
  /** Sites that one process came back to after another had begun on them: crawled twice at once. */
  overlaps(): readonly number[];
  forget(): void;
  close(): Promise<void>;
}

const PAGES = 3;

export interface ManySitesOptions {
  /** Text of robots.txt; default: none. */
  readonly robots?: string;
  /** Called as a request arrives, and as its answer leaves. */
  readonly onRequest?: (path: string) => void;
  readonly onAnswer?: () => void;
  /** Addresses of this machine that they lie on in turn: a host is crawled once at a time. Default 1. */
  readonly hosts?: number;
}

export async function serveManySites(
  delayMs = 20,
  { robots, onRequest, onAnswer, hosts = 1 }: ManySitesOptions = {},
): Promise<ManySites> {
  const versions = new Map<number, number>();
  const visitors = new Map<number, string[]>();
  const asked = new Map<number, string[]>();
  let round = 0;
  const answer: RequestListener = (request, response) => {
    onRequest?.(request.url ?? "");
    response.once("finish", () => onAnswer?.());
    if (robots !== undefined && request.url === "/robots.txt") return void response.end(robots);
    const [, site = "", page = ""] = /^\/(\d+)\/(\d*)$/.exec(request.url ?? "") ?? [];
    if (site === "") return void response.writeHead(404).end();
    const number = Number(site);
    const agent = request.headers["user-agent"] ?? "";
    push(asked, number, agent);
    if (page === "" && request.method === "GET") push(visitors, number, agent);
    const html = pageOf(number, page, versions.get(number) ?? 0);
    const etag = `"${versions.get(number) ?? 0}-${page}"`;
    setTimeout(() => {
      const isKnown = request.headers["if-none-match"] === etag;
      response.writeHead(isKnown ? 304 : 200, { etag, "content-type": "text/html; charset=utf-8" });
      response.end(isKnown ? undefined : html);
    }, delayMs);
  };
  const origins: string[] = [];
  const servers: Server[] = [];
  for (let n = 1; n <= hosts; n++) {
    const server = createServer(answer).listen(0, `127.0.0.${n}`);
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    origins.push(`http://127.0.0.${n}:${port}`);
    servers.push(server);
  }
  return {
    url: (site) => `${origins[site % hosts]}/${site}/`,
    rewrite(every) {
      round++;
      for (let site = 0; site < 10_000; site += every) versions.set(site, round);
    },
    isNewest(url, document) {
      const site = Number(new URL(url).pathname.split("/")[1]);
      return document.includes(titleOf(site, "", versions.get(site) ?? 0));
    },
    visitors,
    overlaps: () => [...asked].filter(([, agents]) => cameBack(agents)).map(([site]) => site),
    forget() {
      visitors.clear();
      asked.clear();
    },
    close: async () => {
      for (const server of servers) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
}

function push(map: Map<number, string[]>, key: number, value: string): void {
  const list = map.get(key) ?? [];
  map.set(key, list);
  list.push(value);
}

/** A, then B, then A again. */
function cameBack(agents: readonly string[]): boolean {
  const turns = agents.filter((agent, index) => agent !== agents[index - 1]);
  return new Set(turns).size < turns.length;
}

const titleOf = (site: number, page: string, version: number) =>
  `Site ${site} ${page === "" ? "home" : `part ${page}`}, version ${version}`;

function pageOf(site: number, page: string, version: number): string {
  const title = titleOf(site, page, version);
  const links = Array.from(
    { length: PAGES },
    (_, index) => `<a href="/${site}/${index + 1}">part ${index + 1}</a>`,
  ).join(" ");
  return `<!doctype html><html lang="en"><title>${title}</title><meta name="description" content="What ${title} says.">
    <main><h1>${title}</h1><p>${`A sentence of ${title}. `.repeat(15)}</p>${page === "" ? links : ""}</main></html>`;
}
