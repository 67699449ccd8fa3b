// The crawls of the scripted service: begun, told of as events, and kept until it closes.
import type { ServerResponse } from "node:http";
import type { ServerConfig } from "../../packages/service/src/protocol/config.ts";
import type { CrawlAnswer, CrawlState } from "../../packages/service/src/protocol/crawl.ts";
import type { JobAnswer } from "../../packages/service/src/protocol/jobs.ts";
import type { SocketEvent } from "../../packages/service/src/protocol/messages.ts";
import { PAGE_HEADERS } from "./page-headers.ts";

/** Tells what happens in one crawl. */
export interface Say {
  log(event: SocketEvent): void;
  /** The document; it ends the crawl. */
  done(text: string, summary: Extract<SocketEvent, { type: "summary" }>, fileUrl: string): void;
  /** Ends the crawl with an error. */
  failed(error: Extract<SocketEvent, { type: "error" }>): void;
  /** Breaks the connections that watch it; the crawl goes on. */
  cut(): void;
}

interface Crawl extends Pick<CrawlAnswer, "id" | "url" | "request" | "summary" | "document" | "error" | "fileUrl"> {
  state: CrawlState;
  readonly events: SocketEvent[];
  readonly watchers: Set<ServerResponse>;
}

export interface CrawlScript {
  readonly config: ServerConfig;
  readonly crawl: (say: Say, request: unknown) => void;
  /** The body of a 422. */
  readonly refuse?: (request: unknown) => object | undefined;
}

export interface Reply {
  readonly status: number;
  readonly body?: unknown;
}

const isOver = ({ state }: Crawl) => state !== "running" && state !== "waiting";

/** What the service answers of crawls; undefined: the answer is a stream, and is under way. */
export class ScriptedCrawls {
  readonly #script: CrawlScript;
  readonly #crawls = new Map<string, Crawl>();
  readonly #jobWatchers = new Set<ServerResponse>();

  constructor(script: CrawlScript) {
    this.#script = script;
  }

  answer(path: string, method: string, body: unknown): Reply | ((response: ServerResponse, after: number) => void) {
    if (path === "/api/crawls") return this.#begin(body);
    if (path === "/api/jobs/events") return (response) => this.#watchJobs(response);
    if (path.includes("/files/"))
      return {
        status: 200,
        body: "# httr2\n\n> Anfragen.\n\n## Artikel\n\n- [OAuth](https://docs.example/de/oauth/600.md)\n",
      };
    const [, id = "", rest = ""] = /^\/api\/crawls\/([\w-]+)(\/\w+)?$/.exec(path) ?? [];
    const crawl = this.#crawls.get(id);
    if (crawl === undefined) return { status: 404, body: { detail: "No such crawl" } };
    if (rest === "/retry") return this.#begin(crawl.request);
    if (rest === "/events") return (response, after) => this.#watch(crawl, response, after);
    if (method === "DELETE") {
      this.#end(crawl, "cancelled", { type: "error", code: "aborted", facts: {}, reason: "", about: "service" });
      return { status: 204 };
    }
    return rest === "" ? { status: 200, body: shown(crawl) } : { status: 202 };
  }

  #begin(asked: unknown): Reply {
    const refused = this.#script.refuse?.(asked);
    if (refused) return { status: 422, body: refused };
    const request = { ...this.#script.config.defaults, ...(asked as CrawlAnswer["request"]), publish: false };
    const id = `crawl-${this.#crawls.size + 1}`;
    const crawl: Crawl = {
      id,
      url: request.url,
      request,
      state: "running",
      events: [],
      watchers: new Set(),
      summary: null,
      document: null,
      error: null,
      fileUrl: null,
    };
    this.#crawls.set(id, crawl);
    this.#script.crawl(this.#speech(crawl), asked);
    return { status: 202, body: { id, location: `/api/crawls/${id}` } };
  }

  #speech(crawl: Crawl): Say {
    return {
      log: (event) => {
        if (event.type === "queued") crawl.state = "waiting";
        this.#tell(crawl, event);
      },
      done: (document, summary, fileUrl) => {
        Object.assign(crawl, { document, summary, fileUrl });
        this.#end(crawl, "done", summary);
      },
      failed: (error) => {
        Object.assign(crawl, { error });
        this.#end(crawl, "failed", error);
      },
      cut: () => {
        for (const watcher of crawl.watchers) watcher.destroy();
      },
    };
  }

  #end(crawl: Crawl, state: CrawlState, last: SocketEvent): void {
    if (isOver(crawl)) return;
    crawl.state = state;
    this.#tell(crawl, last);
    for (const watcher of crawl.watchers) watcher.end();
  }

  #tell(crawl: Crawl, event: SocketEvent): void {
    crawl.events.push(event);
    for (const watcher of crawl.watchers) watcher.write(lineOf(event, crawl.events.length));
    if (event.type !== "page" && event.type !== "visiting")
      for (const watcher of this.#jobWatchers) watcher.write(jobLine(crawl));
  }

  #watchJobs(response: ServerResponse): void {
    response.writeHead(200, { ...PAGE_HEADERS, "content-type": "text/event-stream" });
    response.write(
      `: open\n\n${[...this.#crawls.values()]
        .filter((crawl) => !isOver(crawl))
        .map(jobLine)
        .join("")}`,
    );
    this.#jobWatchers.add(response);
    response.once("close", () => this.#jobWatchers.delete(response));
  }

  #watch(crawl: Crawl, response: ServerResponse, after: number): void {
    response.writeHead(200, { ...PAGE_HEADERS, "content-type": "text/event-stream" });
    response.write(
      crawl.events
        .slice(after)
        .map((event, n) => lineOf(event, after + n + 1))
        .join(""),
    );
    if (isOver(crawl)) return void response.end();
    crawl.watchers.add(response);
    response.once("close", () => crawl.watchers.delete(response));
  }
}

const lineOf = (event: SocketEvent, number: number): string =>
  `id: ${number}\nevent: ${event.type}\ndata: ${JSON.stringify({ ...event, atMs: number * 10 })}\n\n`;

function jobLine({ id, url, state, events, request }: Crawl): string {
  const done = events.filter(({ type }) => type === "page").length;
  const job: JobAnswer = {
    id,
    kind: "crawl",
    state,
    by: "page",
    host: new URL(url).host,
    createdAt: AT,
    startedAt: AT,
    finishedAt: null,
    done,
    total: request.maxPages,
    error: null,
    result: null,
    crawl: `/api/crawls/${id}`,
  };
  return `id: 1\nevent: job\ndata: ${JSON.stringify(job)}\n\n`;
}

const AT = "2026-11-21T05:50:00.000Z";

function shown({ events: _, watchers: __, ...crawl }: Crawl): CrawlAnswer {
  const finishedAt = crawl.state === "done" || crawl.state === "failed" ? AT : null;
  const begun = { by: "page", goesOn: true, resumed: null, createdAt: AT } as const;
  const { document: text, summary } = crawl;
  const ended = { finishedAt, keepsPages: true, stoppedEarly: summary?.why === "asked", elapsedMs: 1_900, site: null };
  return { ...crawl, ...begun, ...ended, text, relatives: [] };
}
