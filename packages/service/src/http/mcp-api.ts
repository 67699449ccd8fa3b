import { SearchIndex } from "@llmstxt-service/document/search";
import { tryPercentDecoded } from "@llmstxt-service/page/address/percent";
import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod";
import { isOwnOrigin, keyGuard } from "../doors/doors.ts";
import { answerOverHttp, OfferedPages } from "../mcp/mcp.ts";
import type { App, ServerWorld } from "../server-world.ts";
import { type About, tryAbout } from "../store/about.ts";
import type { Store, StoredBytes } from "../store/store.ts";
import { NOTES } from "../store/written.ts";
import { askingOf, clientLine } from "./client-line.ts";
import { isName } from "./mirrored-page.ts";
import { ParsedFiles } from "./parsed-files.ts";

interface McpSite {
  /** Domain as in the names of files, where a port's colon is `_`. */
  readonly domain: string;
  /** Folder of the base URL, with a slash at its end; empty for the root. */
  readonly folder: string;
}

interface McpBundle {
  readonly about: About;
  readonly pages: OfferedPages;
}

/**
 * Published bundles as servers of the Model Context Protocol: /mcp/<domain>, and /mcp/<domain>/<path> for sites below a
 * path. Public bundles need no key; private ones need the key as the REST interface does, or as a bearer token.
 */
export function mcpRoutes(app: App, world: ServerWorld): void {
  const bundles = new McpBundles(world.files);
  const found = new WeakMap<FastifyRequest, McpBundle>();
  const guard = keyGuard(world);
  const lineOfKeys = clientLine(world);
  // Requests to public bundles show no key, so their client is their address.
  const lineOfAll = clientLine({ config: { ...world.config, apiKey: undefined }, forClient: world.forClient });
  const admit = async (request: FastifyRequest, reply: FastifyReply) => {
    const { headers } = request;
    if (!isOwnOrigin(headers.origin, headers.host, world.config))
      return reply.code(403).send({ detail: "Forbidden origin" });
    const site = siteOf(request);
    const bundle = site && (await bundles.find(site));
    if (bundle === undefined)
      return reply.code(404).send({ detail: "No site is published here: set publish, then crawl it" });
    found.set(request, bundle);
    if (bundle.about.private !== true) return lineOfAll(request, reply);
    const [, bearer] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? "") ?? [];
    if (bearer !== undefined) headers["x-api-key"] ??= bearer;
    return (await guard(request, reply)) ?? lineOfKeys(request, reply);
  };
  for (const url of ["/mcp/:domain", "/mcp/:domain/*"]) {
    const schema = { hide: true, body: z.unknown() };
    app.route({
      method: "POST",
      url,
      schema,
      onRequest: admit,
      handler: async (request, reply) => {
        const bundle = found.get(request);
        if (bundle === undefined) throw new Error("No bundle was found before its body was read");
        // A hundred searches would be one request to the bounds of a client.
        if (Array.isArray(request.body))
          return reply.code(400).send({ detail: "A request has one message, no list of them" });
        const { left } = askingOf(request);
        const asked = new Request("http://mcp/", { method: "POST", headers: headersOf(request) });
        const answer = await answerOverHttp(bundle.pages, { request: asked, body: request.body }, left);
        for (const [name, value] of answer.headers) reply.header(name, value);
        return reply.code(answer.status).send(Buffer.from(await answer.arrayBuffer()));
      },
    });
    app.route({
      method: ["GET", "DELETE"],
      url,
      schema: { hide: true },
      handler: (_request, reply) =>
        reply
          .code(405)
          .header("Allow", "POST")
          .send({ detail: "There are no streams and no sessions here: POST a message" }),
    });
  }
}

/** Header fields that the protocol reads. */
const FIELDS = ["accept", "content-type", "mcp-protocol-version", "mcp-session-id"];

const headersOf = ({ headers }: FastifyRequest): [string, string][] =>
  FIELDS.flatMap((name): [string, string][] => {
    const value = headers[name];
    return typeof value === "string" ? [[name, value]] : [];
  });

function siteOf({ raw }: FastifyRequest): McpSite | undefined {
  const [, , host = "", ...folders] = new URL(raw.url ?? "/", "http://mcp").pathname.split("/");
  const [domain, path] = [tryPercentDecoded(host), tryPercentDecoded(folders.filter(Boolean).join("/"))];
  if (domain === undefined || path === undefined || !isName(domain) || (path !== "" && !isName(path))) return undefined;
  return { domain, folder: path === "" ? "" : `${path}/` };
}

const READ_MS = 10_000;

/** Bundles of the store, kept parsed until they change. */
class McpBundles {
  readonly #files: Store;
  readonly #abouts: ParsedFiles<About>;
  readonly #indexes: ParsedFiles<SearchIndex>;
  readonly #made = new WeakMap<About, McpBundle>();

  constructor(files: Store) {
    this.#files = files;
    this.#abouts = new ParsedFiles(files, tryAbout);
    this.#indexes = new ParsedFiles(files, tryIndex);
  }

  async find({ domain, folder }: McpSite): Promise<McpBundle | undefined> {
    const notes = `${domain}/${folder}${NOTES}`;
    const [about, index] = await Promise.all([
      this.#abouts.read(`${notes}pages.json`),
      this.#indexes.read(`${notes}search.json`),
    ]);
    if (about === undefined || index === undefined) return undefined;
    const made = this.#made.get(about);
    if (made?.pages.index === index) return made;
    const pages = new OfferedPages({ index, about }, (address) => this.#read(domain, address));
    this.#made.set(about, { about, pages });
    return { about, pages };
  }

  /**
   * Reads a file of this domain; undefined for an address elsewhere.
   * @param address as in a bundle's list
   */
  async #read(domain: string, address: string): Promise<string | undefined> {
    const name = address.startsWith("/") ? tryPercentDecoded(address.slice(1)) : undefined;
    if (name === undefined || !isName(name) || !name.endsWith(".md")) return undefined;
    return (await this.#files.get(`${domain}/${name}`, AbortSignal.timeout(READ_MS)))?.bytes.toString();
  }
}

function tryIndex({ bytes }: StoredBytes): SearchIndex | undefined {
  try {
    return new SearchIndex(bytes.toString());
  } catch {
    return undefined; // SyntaxError, ZodError: half of it, or none of ours
  }
}
