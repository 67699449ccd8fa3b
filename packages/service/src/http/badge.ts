import { element, writeHtml } from "@llmstxt-service/document/emit/html";
import type { App, ServerWorld } from "../server-world.ts";
import type { LiveMark, LiveVerdict } from "../sites/live.ts";
import { hostOf } from "../store/names.ts";

/** Seconds that caches may keep a badge: everybody who reads a README requests it. */
const FRESH_SECONDS = 300;

const WORDS: Readonly<Record<LiveVerdict, readonly [word: string, color: string]>> = {
  live: ["live", "#1a7f37"],
  stale: ["out of date", "#9a6700"],
  other: ["another file", "#b42318"],
  absent: ["not there", "#b42318"],
  unreachable: ["not reachable", "#57606a"],
};

const UNKNOWN = ["not checked", "#57606a"] as const;

/**
 * `/badge/<domain>` and `/badge/<domain>/<path>`: a picture that says whether the site serves its newest files, for the
 * owner to embed. It is public, for published sites without credentials; 404 for all others.
 */
export function badgeRoutes(app: App, { recrawling }: ServerWorld): void {
  for (const url of ["/badge/:domain", "/badge/:domain/*"])
    app.get<{ Params: { domain: string; "*"?: string } }>(url, { schema: { hide: true } }, async (request, reply) => {
      const { domain, "*": path = "" } = request.params;
      const address = `${hostOf(domain)}/${path.replace(/\.svg$/, "")}`;
      const site =
        (await recrawling.sites.find(`https://${address}`)) ?? (await recrawling.sites.find(`http://${address}`));
      if (!site?.request.publish || site.isPrivate) return reply.code(404).send({ detail: "Not found" });
      return reply
        .header("Cache-Control", `public, max-age=${FRESH_SECONDS}`)
        .header("Access-Control-Allow-Origin", "*")
        .header("Cross-Origin-Resource-Policy", "cross-origin")
        .type("image/svg+xml")
        .send(badge(site.live));
    });
}

const HEIGHT = 20;
const NAME = "llms.txt";

/** Pixels of a text with characters of 11 pixels in the usual fonts. */
const widthOf = (text: string): number => Math.round(text.length * 6.6) + 14;

/** The picture, with a text for screen readers. */
function badge(live: LiveMark | null): string {
  const [word, color] = live === null ? UNKNOWN : WORDS[live.verdict];
  const left = widthOf(NAME);
  const width = left + widthOf(word);
  const part = (x: number, wide: number, fill: string) =>
    element("rect", { x: String(x), width: String(wide), height: String(HEIGHT), fill });
  const text = (middle: number, says: string) =>
    element("text", { x: String(middle), y: "14", "text-anchor": "middle" }, says);
  return writeHtml(
    element(
      "svg",
      {
        xmlns: "http://www.w3.org/2000/svg",
        width: String(width),
        height: String(HEIGHT),
        role: "img",
        "aria-label": `${NAME}: ${word}`,
      },
      element("title", {}, live === null ? `${NAME}: ${word}` : `${NAME}: ${word}, checked ${live.at}`),
      part(0, left, "#24292f"),
      part(left, width - left, color),
      element(
        "g",
        { fill: "#fff", "font-family": "Verdana,DejaVu Sans,sans-serif", "font-size": "11" },
        text(left / 2, NAME),
        text(left + (width - left) / 2, word),
      ),
    ),
  );
}
