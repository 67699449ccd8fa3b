import type { Fetched } from "@llmstxt-service/crawler/fetch";
import { CrawlError } from "@llmstxt-service/page/errors";
import { sha256 } from "@llmstxt-service/page/sha256";
import type { LivePlatform } from "../sites/live.ts";

/** An address of a site, and what came of asking for it. */
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

/** As it was written: a checkout on Windows may have given its lines other ends, an editor a mark in front. */
const textOf = ({ body }: Fetched): string => new TextDecoder().decode(body).replaceAll("\r\n", "\n");

export const digestOf = (answer: Fetched): string => sha256(textOf(answer));

/**
 * Signs of platforms in the fields of an answer, as their own documentation names them. What hosts the files comes before a
 * server or a network that stands in front of it.
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

/** Characters of a server's name for itself. */
const MAX_SERVER = 100;

export interface AnswerFacts {
  readonly platform: LivePlatform;
  /** Name that the site's server gives itself. */
  readonly server?: string;
  /** SHA-256 of what the site has as its llms.txt. */
  readonly served?: string;
}

/** Facts about a site's llms.txt besides its text. */
export function aboutAnswer({ answer }: AskedAddress): AnswerFacts {
  if (answer instanceof CrawlError) return { platform: "other" };
  const { server } = answer.headers;
  const isFile = answer.status === 200 && !isHtml(answer);
  return {
    platform: platformOf(answer.headers),
    ...(server && { server: server.slice(0, MAX_SERVER) }),
    ...(isFile && { served: digestOf(answer) }),
  };
}
