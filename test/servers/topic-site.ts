import { setTimeout as sleep } from "node:timers/promises";
import { type Site, serveSite } from "./site.ts";

interface TopicSiteOptions {
  readonly pages: number;
  /** Milliseconds before each answer. */
  readonly latencyMs: number;
  /** Default 127.0.0.1. */
  readonly hostname?: string;
}

const TOPICS = ["guides", "reference", "examples", "integrations", "recipes"];

const words = (seed: number) => Array.from({ length: 60 }, (_, n) => `word${(seed * 31 + n * 7) % 997}`).join(" ");

/** A site of pages of about 14 KB with texts of their own, all of them linked from the homepage, that takes its time. */
export async function topicSite({ pages, latencyMs, hostname }: TopicSiteOptions): Promise<Site> {
  const paths = Array.from({ length: pages - 1 }, (_, n) => `/${TOPICS[n % TOPICS.length]}/topic-${n}`);
  const links = paths.map((path) => `<li><a href="${path}">About ${path.slice(1)}</a></li>`).join("");
  return await serveSite(
    {
      "*": async ({ url = "/" }, response) => {
        await sleep(latencyMs);
        const seed = paths.indexOf(url);
        if (url !== "/" && seed < 0) return void response.writeHead(404).end();
        const paragraphs = Array.from({ length: 25 }, (_, n) => `<p>Of ${url}: ${words(seed * 25 + n)}.</p>`);
        const body = `<main><h1>${url === "/" ? "Topics" : `Topic ${seed}`}</h1>${paragraphs.join("")}</main>`;
        const navigation = url === "/" ? `<nav><ul>${links}</ul></nav>` : "";
        response.writeHead(200, { "content-type": "text/html" });
        response.end(
          `<!doctype html><html lang=en><title>Topic ${seed}, ${words(seed).slice(0, 30)}</title>${navigation}${body}`,
        );
      },
    },
    hostname,
  );
}
