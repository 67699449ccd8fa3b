import type { FailureCode } from "@llmstxt-service/page/errors";

const LATER = "Try again in a few minutes.";
const ANOTHER = "Check the address, or open it in your browser to see what is there.";
const OWNER = "The site's owner has to fix this.";
const OPERATOR = "The operator of this service has to fix this.";

/** Title and advice by code. The server's message is shown beside them, so facts are not repeated. */
const FAILURES: Readonly<Partial<Record<FailureCode, readonly [title: string, advice: string]>>> = {
  address_not_allowed: [
    "This server may not crawl that address",
    "It belongs to a private network, or its port is not one of web servers.",
  ],
  off_site: ["It redirects to another site", "If that is the site you mean, start there."],
  robots_disallows: [
    "robots.txt does not allow crawling",
    "We follow robots.txt, so nothing was crawled. Its owner can allow it.",
  ],
  robots_unavailable: ["robots.txt could not be read", `A site whose robots.txt fails may not be crawled. ${LATER}`],
  dns: ["No site at this address", "Check the host name for a typing mistake."],
  unreachable: ["No connection to the site", `Nothing answers at this address. ${ANOTHER}`],
  proxy_refused: ["The network's proxy refused the connection", OPERATOR],
  connection: ["The connection broke off", LATER],
  tls: [
    "The secure connection failed",
    "If the site has no certificate, begin the address with http://. Else its owner has to fix it.",
  ],
  timeout: ["It did not answer in time", LATER],
  http_status: ["The site refused the page", ANOTHER],
  http_status_passing: ["The site answered with an error", LATER],
  host_asks_to_wait: ["The site asks us to wait", LATER],
  too_many_redirects: ["It redirects without end", "Start from the address where your browser ends up."],
  bad_redirect: ["It redirects to something that is not an address", OWNER],
  bad_response: ["The answer was damaged", OWNER],
  unsupported_coding: ["The answer is compressed in an unknown way", OWNER],
  unsupported_type: ["That is not a web page", "Start from a page of the site, not from a file."],
  too_large: ["The page is too large", "Start from a smaller page of the site."],
  empty_page: [
    "The page has no text that a program can read",
    "It may need a browser, a click or a log-in before it shows anything.",
  ],
  unreadable: ["The page took too much time or memory to read", OWNER],
  host_failing: ["The site stopped answering", LATER],
  browser_missing: ["It needs a browser, and this server has none", OPERATOR],
  browser_failed: ["The server's browser failed", LATER],
  proxy_browser_failed: ["The proxy browser failed", OPERATOR],
  crawl_timeout: ["No page was read in time", "Try again, or try a smaller part of the site."],
  interrupted: ["The server stopped the crawl", "It was restarted before the crawl ended. Start the crawl again."],
  aborted: ["The crawl was cancelled", "Start it again when you want."],
  storage_failed: ["The file could not be stored", "It is tried again by itself. Download it here meanwhile."],
  database_unavailable: ["The database does not answer", LATER],
};

/** A status says more than the code; it is in the server's message. */
const STATUSES: Readonly<Record<string, readonly [title: string, advice: string]>> = {
  401: ["The site asks for a password (401)", "This page cannot send one. The command can: llmstxt --header."],
  403: ["The site refused us (403)", "It may let only some visitors in."],
  404: ["The page was not found (404)", ANOTHER],
  410: ["The page is gone (410)", ANOTHER],
  429: ["The site received too many requests from us (429)", LATER],
};

function wordsOf(code: string, reason: string): readonly [title: string, advice: string] {
  const [status = ""] = /\b[45]\d\d\b/.exec(code.startsWith("http_status") ? reason : "") ?? [];
  const known = Object.hasOwn(FAILURES, code) ? FAILURES[code as FailureCode] : undefined;
  return STATUSES[status] ?? known ?? [reason, ""];
}

/** A failure in words; `tried`: the server's message, unless the title says the same. */
export function failureWords({ code, reason }: { readonly code: string; readonly reason: string }) {
  const [title, advice] = wordsOf(code, reason);
  return { title, advice, tried: title === reason ? "" : reason };
}
