import type { CrawlError } from "@llmstxt-service/page/errors";
import type { FailureCode } from "@llmstxt-service/page/failures";

/** Advice if a crawl could not begin; undefined if the message has it. */
export function hintFor(error: CrawlError): string | undefined {
  const status = "status" in error.facts ? Number(error.facts.status) : undefined;
  if (status === 401 || status === 403) return "A site that asks for a password: --header or --cookies.";
  return HINTS[error.code];
}

const HINTS: Partial<Readonly<Record<FailureCode, string>>> = {
  address_not_allowed:
    "It is a private or reserved address, or its port is none of a web server. ALLOW_PRIVATE_NETWORKS=true lets private ones through.",
  off_site: "Start from that address, if you mean that site.",
  robots_disallows: "If the site is yours, RESPECT_ROBOTS=false reads it all the same.",
  robots_unavailable: "Without its robots.txt no page of a site may be read. Try again later.",
  dns: "Check the address for typing errors.",
  unreachable: "See whether the address opens in a browser on this machine.",
  tls: "For a certificate authority of your own set NODE_EXTRA_CA_CERTS to its file.",
  timeout: "Try again later, or start from another page of the site.",
  unsupported_type: "Start from a page of the site.",
  empty_page: "A page that scripts fill needs Chromium or Chrome on this machine: CHROMIUM_PATH names one.",
  browser_missing: "Install Chromium or Chrome, or name one with CHROMIUM_PATH.",
  folder_in_use: "Stop the other process, or use another DATA_DIR.",
};
