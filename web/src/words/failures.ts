import type { FailureCode } from "@llmstxt-service/page/failures";
import { amount, type Fields, text } from "../protocol/reader.ts";

/** Words for a failure: what happened, and what to do. */
interface FailureWords {
  readonly title: string;
  readonly advice: string;
}

const words = (title: string, advice: string) => (): FailureWords => ({ title, advice });

const LATER = "Try again in a few minutes.";
const ANOTHER = "Check the address, or open it in your browser to see what is there.";
const OWNER = "The site's owner has to fix this.";
const OPERATOR = "The operator of this service has to fix this.";

const STATUS_ADVICE: Readonly<Record<number, string>> = {
  401: "This page cannot send one. The command can: llmstxt --header or --cookies.",
  403: "The site refused us. It may let only some visitors in.",
  404: ANOTHER,
  410: ANOTHER,
};

const STATUS_TITLES: Readonly<Record<number, string>> = {
  401: "The site asks for a password (401)",
  403: "The site refused us (403)",
  404: "The page was not found (404)",
  410: "The page is gone (410)",
  429: "The site received too many requests from us (429)",
};

const statusWords = (facts: Fields): FailureWords => {
  const status = amount(facts.status);
  const title = STATUS_TITLES[status] ?? `The server answered with an error (${status})`;
  return { title, advice: STATUS_ADVICE[status] ?? (status >= 500 || status === 429 ? LATER : ANOTHER) };
};

const timeoutWords = ({ timeoutMs }: Fields): FailureWords => ({
  title: timeoutMs === undefined ? "It did not answer in time" : `It did not answer in ${amount(timeoutMs) / 1000} s`,
  advice: LATER,
});

/** Words for every code of the server: a new code is a compile error until it has some. */
export const FAILURE_WORDS: Readonly<Record<FailureCode, (facts: Fields) => FailureWords>> = {
  invalid_url: words("That is not a valid web address", "Enter a full address, such as https://docs.example.com."),
  invalid_json: words("The server did not understand this page", "Reload the page."),
  invalid_request: ({ detail }) => ({ title: "The server refused the request", advice: `It says: ${text(detail)}.` }),
  out_of_range: ({ min, max }) => ({
    title: "A number is out of range",
    advice: `Choose a number from ${amount(min)} to ${amount(max)}.`,
  }),
  no_request: words("The request did not arrive in time", LATER),
  wrong_usage: ({ detail }) => ({ title: "The request cannot be carried out", advice: text(detail) }),
  wrong_settings: words("A setting of the server is wrong", OPERATOR),
  address_not_allowed: words(
    "This server may not crawl that address",
    "It belongs to a private network, or its port is not one of web servers.",
  ),
  off_site: ({ origin }) => ({
    title: "It redirects to another site",
    advice: `If ${text(origin)} is the site you mean, start there.`,
  }),
  robots_disallows: words("robots.txt does not allow crawling", "We follow robots.txt, so nothing was crawled."),
  robots_unavailable: ({ status }) => ({
    title: `robots.txt could not be read (${amount(status)})`,
    advice: `A site whose robots.txt fails may not be crawled. ${LATER}`,
  }),
  dns: words("No site at this address", "Check the host name for a typing mistake."),
  unreachable: words("No connection to the site", `Nothing answers at this address. ${ANOTHER}`),
  proxy_refused: words(
    "The network's proxy refused the connection",
    "The administrator of this service has to look at HTTP_PROXY and HTTPS_PROXY.",
  ),
  connection: words("The connection broke off", LATER),
  tls: ({ detail }) => ({
    title: "The secure connection failed",
    advice: /certificate|altname/i.test(text(detail))
      ? `Its certificate is not valid (${text(detail)}). ${OWNER}`
      : "Nothing at this address speaks HTTPS. If the site has no certificate, begin the address with http://.",
  }),
  timeout: timeoutWords,
  http_status: statusWords,
  http_status_passing: statusWords,
  host_asks_to_wait: ({ waitMs }) => ({
    title: "The site asks us to wait",
    advice: `Try again in ${Math.ceil(amount(waitMs) / 60_000)} min.`,
  }),
  too_many_redirects: words("It redirects without end", "Start from the address where your browser ends up."),
  bad_redirect: words("It redirects to something that is not an address", OWNER),
  unreadable: words("The page took too much time or memory to read", OWNER),
  bad_response: words("The answer was damaged", OWNER),
  unsupported_coding: words("The answer is compressed in an unknown way", OWNER),
  unsupported_type: ({ detail }) => ({
    title: /pdf/i.test(text(detail)) ? "That is a PDF, not a web page" : "That is not a web page",
    advice: "Start from a page of the site, not from a file.",
  }),
  too_large: ({ maxBytes }) => ({
    title: "The page is too large",
    advice: `Pages may have at most ${Math.round(amount(maxBytes) / 1_048_576)} MB.`,
  }),
  empty_page: words(
    "The page has no text that a program can read",
    "It may need a browser, a click or a log-in before it shows anything.",
  ),
  host_failing: words("The site stopped answering", LATER),
  not_recorded: words("The recording does not have this page", "Record the site again."),
  browser_missing: words("It needs a browser, and this server has none", OPERATOR),
  browser_failed: words("The server's browser failed", LATER),
  proxy_browser_failed: words("The proxy browser failed", OPERATOR),
  crawl_timeout: words(
    "No page was read in time",
    "The time limit was over before the first page was there. Try again, or try a smaller part of the site.",
  ),
  interrupted: words("The server stopped the crawl", "It stopped before the crawl ended. Start the crawl again."),
  server_busy: words("The server is busy", LATER),
  too_many_at_once: words("Too many requests at once", "Wait for an answer before the next one."),
  credentials_sealed: words("The site's header fields cannot be read", OPERATOR),
  worker_lost: words("The server gave up on this site", OPERATOR),
  aborted: words("The crawl was stopped", "Start it again when you want."),
  storage_failed: words("The file could not be stored", "Download it here."),
  database_unavailable: words("The database does not answer", LATER),
  database_slow: words("The database took too long for this list", "Search or filter to make it shorter."),
  folder_in_use: words("Another process uses the database", OPERATOR),
  enhancement_failed: words("The language model failed", "The text stays as it was."),
  unexpected: words("Something went wrong in the server", "Please report it."),
};
