import { toCrawlError } from "../errors.ts";
import type { Fetched, FetchRequest } from "../fetch/fetch.ts";
import { fetchOf } from "./sentinel.ts";
import type { GenerateWorld } from "./world.ts";

/** What a site that publishes a bundle answers. */
export type LiveCheckName = "index" | "markdown" | "negotiation" | "links";

export interface LiveCheck {
  readonly name: LiveCheckName;
  readonly ok: boolean;
  readonly url: string;
  /** 0 where no answer came. */
  readonly status: number;
  readonly contentType: string;
  /** What is missing; empty where nothing is. */
  readonly missing: "" | "answer" | "index" | "markdown" | "type" | "vary" | "link";
  /** Why no answer came; empty where one did. */
  readonly error: string;
}

/** Addresses that stand for a bundle: its index, and a page with the address of its Markdown. */
export interface LiveAddresses {
  readonly index: string;
  readonly page: string;
  readonly markdown: string;
}

const MAX_BYTES = 65_536;
const HTML = "text/html,application/xhtml+xml,*/*;q=0.8";

/** Asks the site's own addresses whether its bundle is there: four requests, guarded like a crawl's. Rejects only when `signal` fires. */
export async function checkLive(
  { index, page, markdown }: LiveAddresses,
  world: GenerateWorld,
  signal: AbortSignal,
): Promise<readonly LiveCheck[]> {
  const { plain } = fetchOf({ url: index }, world);
  const ask = async (
    name: LiveCheckName,
    request: FetchRequest,
    missingOf: (answer: Fetched) => LiveCheck["missing"],
  ) => {
    try {
      const answer = await plain({ ...request, once: true, cut: true, maxBytes: MAX_BYTES }, signal);
      const missing = answer.status === 200 ? missingOf(answer) : "answer";
      const { status } = answer;
      return {
        name,
        ok: missing === "",
        url: request.url,
        status,
        contentType: typeOf(answer),
        missing,
        error: "",
      } as const;
    } catch (thrown) {
      signal.throwIfAborted();
      const error = toCrawlError(thrown).message;
      return { name, ok: false, url: request.url, status: 0, contentType: "", missing: "answer", error } as const;
    }
  };
  return Promise.all([
    ask("index", { url: index, accept: "text/plain" }, (answer) => (/^\ufeff?# /.test(textOf(answer)) ? "" : "index")),
    ask("markdown", { url: markdown, accept: "*/*" }, missingMarkdown),
    ask(
      "negotiation",
      { url: page, accept: "text/markdown" },
      (answer) => missingMarkdown(answer) || missingVary(answer),
    ),
    ask("links", { url: page, accept: HTML }, (answer) =>
      /rel="?(?:alternate|describedby)/i.test(answer.headers.link ?? "") || textOf(answer).includes("llms.txt")
        ? ""
        : "link",
    ),
  ]);
}

function missingMarkdown(answer: Fetched): LiveCheck["missing"] {
  if (/^\s*</.test(textOf(answer))) return "markdown";
  return /^text\/(?:x-)?markdown\b/i.test(typeOf(answer)) ? "" : "type";
}

/** Without it a cache gives one client what another asked for. */
const missingVary = ({ headers }: Fetched): LiveCheck["missing"] =>
  /(?:^|[\s,])accept(?:$|[\s,])/i.test(headers.vary ?? "") ? "" : "vary";

const typeOf = ({ headers }: Fetched): string => (headers["content-type"] ?? "").slice(0, 200);

const textOf = ({ body }: Fetched): string => Buffer.from(body).toString("utf8");
