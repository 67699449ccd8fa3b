import { vi } from "vitest";
import type { Begun, Crawl, StreamMessage } from "../../packages/service/src/shapes.ts";
import { type Service, startService } from "../servers/service.ts";
import type { SiteAnswer } from "../servers/site.ts";

export type Streamed = StreamMessage & { readonly id: number };

const TOOLS = [
  "A spade digs the beds in spring, and its blade is kept sharp with a file.",
  "Rakes level the soil after sowing; one with wide teeth gathers leaves in autumn.",
  "The watering can holds ten litres and has a rose of brass for seedlings.",
  "Shears trim the hedge twice a year, best on a cloudy morning without frost.",
  "With a wheelbarrow compost, stones and prunings travel from one end to the other.",
];

const TITLES = ["Digging with spades", "Why rakes", "Watering", "Shears and hedges", "A wheelbarrow"];

/** A site with a homepage and up to five other pages, each with its own text. */
export function smallSite(pages = 3): Record<string, SiteAnswer> {
  const names = ["spade", "rake", "watering-can", "shears", "wheelbarrow"].slice(0, pages);
  const links = names.map((name) => `<li><a href="/${name}">${name}</a></li>`).join("");
  const home = page("Small Site", `<p>A site for tests about gardens and tools.</p><ul>${links}</ul>`);
  const others = names.map((name, at) => [`/${name}`, page(TITLES[at] ?? "", `<p>${TOOLS[at]}</p>`)]);
  return { "/": home, ...Object.fromEntries(others) };
}

export const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1>${body}</main></body></html>`;

/** Holds a site's answers back until `open` is called. */
export function gate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const behind =
    (html: string): SiteAnswer =>
    (_, response) => {
      void promise.then(() => response.writeHead(200, { "content-type": "text/html" }).end(html));
    };
  return { open: resolve, behind };
}

/** Reads a crawl's event stream, to its end or to a matching event. */
export async function readEvents(
  url: string,
  headers: Readonly<Record<string, string>> = {},
  isLast: (message: Streamed) => boolean = () => false,
): Promise<readonly Streamed[]> {
  const answer = await fetch(url, { headers });
  if (answer.status !== 200 || answer.body === null) throw new Error(`${answer.status}: ${await answer.text()}`);
  const messages: Streamed[] = [];
  let text = "";
  for await (const piece of answer.body.pipeThrough(new TextDecoderStream())) {
    text += piece;
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
      const { 1: id, 2: data } = /^id: (\d+)\ndata: (.*)$/.exec(text.slice(0, end)) ?? [];
      text = text.slice(end + 2);
      if (data === undefined) continue;
      const message = { id: Number(id), ...JSON.parse(data) } as Streamed;
      messages.push(message);
      if (isLast(message)) return messages;
    }
  }
  return messages;
}

/** A service with an open database: opening can take longer than a request waits. */
export async function startReady(environment: Readonly<Record<string, string>>): Promise<Service> {
  const service = await startService({ environment });
  await ready(service.url);
  return service;
}

/** Resolves when the server's database is open. */
export async function ready(url: string): Promise<void> {
  const look = async () => {
    if (!(await fetch(`${url}/ready`)).ok) throw new Error("The database is still being opened");
  };
  await vi.waitFor(look, { timeout: 200_000, interval: 100 });
}

/** Asks for a crawl and waits for its end. */
export async function crawled(service: Service, request: object): Promise<Crawl> {
  const { body } = await service.ask<Begun>("POST /api/crawls", request);
  await readEvents(`${service.url}/api/crawls/${body.id}/events`);
  return (await service.ask<Crawl>(`GET /api/crawls/${body.id}`)).body;
}
