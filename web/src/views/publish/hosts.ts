/** Hosts that may serve a site: the bundle's settings for each, and the place they go to. */
export interface Host {
  readonly id: string;
  readonly label: string;
  readonly say: string;
  /** Names of snippets, in the order of reading. */
  readonly files: readonly string[];
}

const LINE = "line.html";

export const HOSTS: readonly [Host, ...Host[]] = [
  {
    id: "nginx",
    label: "nginx",
    say: "Unpack the bundle into the site's root. Include the first file in http { } and the second in server { }.",
    files: ["nginx-http.conf", "nginx-server.conf", LINE],
  },
  {
    id: "caddy",
    label: "Caddy",
    say: "Unpack the bundle into the site's root and import this in the site's block.",
    files: ["Caddyfile", LINE],
  },
  {
    id: "apache",
    label: "Apache",
    say: "Unpack the bundle into the site's root and put this into its .htaccess or its <Directory>.",
    files: ["apache.conf", LINE],
  },
  {
    id: "cloudflare",
    label: "Cloudflare",
    say: "Publish the bundle with the site, and put this Worker in front of it. On Pages without a Worker, _headers does all but negotiation.",
    files: ["worker.js", "_headers", LINE],
  },
  {
    id: "netlify",
    label: "Netlify",
    say: "Publish the bundle with the site, this beside it as _headers. Negotiation needs an Edge Function. Not run by our tests.",
    files: ["_headers", LINE],
  },
  {
    id: "vercel",
    label: "Vercel",
    say: "Publish the bundle with the site, merge vercel.json into yours, and add the middleware. Not run by our tests.",
    files: ["vercel.json", "vercel-middleware.js", LINE],
  },
];
