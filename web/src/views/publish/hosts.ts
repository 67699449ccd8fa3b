import type { Live, Site, Snippet } from "../../protocol/types.ts";

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
    say: "Put this Worker in front of the site. On Cloudflare Pages, _headers does without one, but HTML is sent even to those who ask for Markdown.",
    files: ["worker.js", "_headers"],
  },
  {
    id: "netlify",
    label: "Netlify",
    kind: "_headers",
    say: "Deploy this beside the files as _headers. To answer with Markdown where it is asked for, Netlify needs an Edge Function. Our tests do not run this.",
    files: ["_headers"],
  },
  {
    id: "vercel",
    label: "Vercel",
    kind: "a middleware",
    say: "Merge vercel.json into yours, and add the middleware. Our tests do not run this.",
    files: ["vercel.json", "vercel-middleware.js"],
  },
  {
    id: "githubPages",
    label: "GitHub Pages",
    kind: "files and a line",
    say: "GitHub Pages sets no header fields. This line in each page leads agents to the files instead.",
    files: [LINE],
  },
  {
    id: "other",
    label: "Any server",
    kind: "proxy rules",
    say: "Send requests for llms.txt, for *.md and for Markdown alone to the mirror, which this service keeps up to date.",
    files: [],
  },
];

/** Rules for any proxy, which serve the bundle from this service: the same stand in docs/how-to/publishing.md. */
function mirrorRules({ baseUrl }: Site): Snippet {
  const there = `/mirror/${new URL(baseUrl).host.replace(":", "_")}$uri`;
  const pass = `proxy_pass ${location.origin}; proxy_ssl_server_name on;`;
  const rules = [
    `location ~ (\\.md|/llms\\.txt)$ { rewrite ^ ${there} break; ${pass} }`,
    `if ($http_accept ~* "^text/markdown *(,|$)(?!.*(text/html|text/\\*|\\*/\\*) *(,|$))") { rewrite ^ ${there} last; }`,
    `location ^~ /mirror/ { ${pass} }`,
  ];
  return { name: "For instance in nginx", text: `${rules.join("\n")}\n` };
}

/** The settings for a host. */
export const settingsFor = (host: Host, snippets: readonly Snippet[], site: Site): readonly Snippet[] =>
  host.id === "other"
    ? [mirrorRules(site)]
    : host.files.flatMap((name) => snippets.find((snippet) => snippet.name === name) ?? []);
