import type { Live } from "../../protocol/types.ts";

/** A host or server that may serve a site, with the bundle's settings for it and the place for them. */
export interface Host {
  readonly id: Live["platform"];
  readonly label: string;
  /** A few words below its name. */
  readonly kind: string;
  readonly say: string;
  /** Names of snippets, in the order of reading. */
  readonly files: readonly string[];
}

/**
 * Name of the snippet with the HTML element that leads agents from a page to its Markdown, for hosts without settings.
 */
export const LINE = "line.html";

export const HOSTS: readonly [Host, ...Host[]] = [
  {
    id: "nginx",
    label: "nginx",
    kind: "two includes",
    say: "Include the first file in http { } and the second in server { }, then reload nginx.",
    files: ["nginx-http.conf", "nginx-server.conf"],
  },
  { id: "caddy", label: "Caddy", kind: "one import", say: "Import this in the site's block.", files: ["Caddyfile"] },
  {
    id: "apache",
    label: "Apache",
    kind: ".htaccess",
    say: "Put this into the site's .htaccess or its <Directory>.",
    files: ["apache.conf"],
  },
  {
    id: "cloudflare",
    label: "Cloudflare",
    kind: "a Worker in front",
    say: "Put this Worker in front of the site. On Pages without a Worker, _headers does all but negotiation.",
    files: ["worker.js", "_headers"],
  },
  {
    id: "netlify",
    label: "Netlify",
    kind: "_headers",
    say: "Deploy this beside the files as _headers. Negotiation needs an Edge Function. Not run by our tests.",
    files: ["_headers"],
  },
  {
    id: "vercel",
    label: "Vercel",
    kind: "a middleware",
    say: "Merge vercel.json into yours, and add the middleware. Not run by our tests.",
    files: ["vercel.json", "vercel-middleware.js"],
  },
  {
    id: "githubPages",
    label: "GitHub Pages",
    kind: "files and a line",
    say: "Pages sets no fields: this line in each page leads agents to the files.",
    files: [LINE],
  },
  {
    id: "other",
    label: "Any server",
    kind: "one proxy rule",
    say: "Send requests for llms.txt and *.md to the mirror, which this service keeps up to date.",
    files: [],
  },
];
