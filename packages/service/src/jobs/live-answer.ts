import type { Fetched } from "@llmstxt-service/crawler/fetch";
import { METADATA, sourceIn } from "@llmstxt-service/document/metadata";
import { CrawlError } from "@llmstxt-service/page/errors";
import { sha256 } from "@llmstxt-service/page/sha256";
import type { LivePlatform } from "../sites/live.ts";

/** An address of a site, and its answer or the error. */
export interface AskedAddress {
  readonly url: string;
  readonly answer: Fetched | CrawlError;
}

export const isGood = (asked: AskedAddress): asked is AskedAddress & { readonly answer: Fetched } =>
  !(asked.answer instanceof CrawlError) && asked.answer.status === 200;

export const isHtml = (answer: Fetched): boolean =>
  /^\s*</.test(textOf(answer)) || /^text\/html\b/i.test(typeOf(answer));

export const isMarkdown = (answer: Fetched): boolean =>
  !isHtml(answer) && /^text\/(?:x-)?markdown\b/i.test(typeOf(answer));

export const variesBy = ({ headers }: Fetched): boolean => /(?:^|[\s,])accept(?:$|[\s,])/i.test(headers.vary ?? "");

export const typeOf = ({ headers }: Fetched): string => (headers["content-type"] ?? "").slice(0, 200);

/** A page that wants a password before it shows what was asked for. Bound: its first 100,000 characters. */
export const isLogin = (answer: Fetched): boolean =>
  isHtml(answer) && /<input\b[^>]{0,500}\btype\s{0,9}=\s{0,9}["']?password\b/i.test(textOf(answer).slice(0, 100_000));

/** Nothing, where a file should be. */
export const isEmpty = (answer: Fetched): boolean => textOf(answer).trim() === "";

/** Unpacked once, it is gzip still. */
export const isPackedTwice = ({ body }: Fetched): boolean => body[0] === 0x1f && body[1] === 0x8b;

/** Time in the line that this program writes into an llms.txt; undefined for a text without it, or of another host. */
export function tryOurTime(answer: Fetched, host: string): Date | undefined {
  const [line = "", time = ""] = METADATA.exec(textOf(answer)) ?? [];
  return URL.parse(sourceIn(line) ?? "")?.host === host ? new Date(time) : undefined;
}

/**
 * Text of an answer without a byte order mark, with plain line ends: an editor or a checkout on Windows may have added
 * them.
 */
const textOf = ({ body }: Fetched): string => new TextDecoder().decode(body).replaceAll("\r\n", "\n");

export const digestOf = (answer: Fetched): string => sha256(textOf(answer));

/**
 * Header fields that show a platform, as its own documentation names them. The platform that hosts the files comes
 * before a server or a network in front of it.
 */
const PLATFORM_SIGNS: readonly (readonly [LivePlatform, field: string, value: RegExp])[] = [
  ["vercel", "x-vercel-id", /./],
  ["netlify", "x-nf-request-id", /./],
  ["githubPages", "x-github-request-id", /./],
  ["vercel", "server", /^vercel\b/i],
  ["netlify", "server", /^netlify\b/i],
  ["githubPages", "server", /^github\.com\b/i],
  ["cloudflare", "server", /^cloudflare\b/i],
  ["nginx", "server", /^(?:nginx|openresty)\b/i],
  ["apache", "server", /^apache\b/i],
  ["caddy", "server", /^caddy\b/i],
];

const platformOf = (headers: Readonly<Record<string, string>>): LivePlatform =>
  PLATFORM_SIGNS.find(([, field, value]) => value.test(headers[field] ?? ""))?.[0] ?? "other";

/** Most characters kept of the Server field. */
const MAX_SERVER = 100;

export interface AnswerFacts {
  readonly platform: LivePlatform;
  readonly server?: string;
  readonly served?: string;
}

/** Facts about a site's llms.txt besides its text; about its server by the first answer that there is. */
export function aboutAnswers(index: AskedAddress, others: readonly AskedAddress[]): AnswerFacts {
  const answered = [index, ...others].flatMap(({ answer }) => (answer instanceof CrawlError ? [] : [answer]));
  const headers = answered[0]?.headers ?? {};
  const { server } = headers;
  return {
    platform: platformOf(headers),
    ...(server && { server: server.slice(0, MAX_SERVER) }),
    ...(isGood(index) && !isHtml(index.answer) && { served: digestOf(index.answer) }),
  };
}
