import type { FetchRequest } from "@llmstxt-service/crawler/fetch";
import { tryPageUrl } from "@llmstxt-service/page/address/page-url";
import { Site } from "@llmstxt-service/page/address/site";
import { CrawlError, toCrawlError } from "@llmstxt-service/page/errors";
import type { LiveCheckName, LiveFix, LiveMissing } from "../sites/live.ts";
import {
  type AnswerFacts,
  type AskedAddress,
  aboutAnswers,
  isGood,
  isMarkdown,
  typeOf,
  variesBy,
} from "./live-answer.ts";
import { type FileVerdict, fileState, indexState, type KnownTexts, missingOf, verdictOf } from "./live-state.ts";
import { fetchOf } from "./sentinel.ts";
import type { GenerateWorld } from "./world.ts";

export interface LiveCheck {
  readonly name: LiveCheckName;
  /** Result of the check; null if it was not asked, because its file is not there. */
  readonly ok: boolean | null;
  readonly url: string;
  /** Status of the answer; 0 if none came. */
  readonly status: number;
  readonly contentType: string;
  readonly missing: LiveMissing;
  readonly fix: LiveFix;
  /** Reason why no answer came; empty if one did. */
  readonly error: string;
}

/** Addresses and digests of a bundle that a site should serve. */
export interface BundleIndex extends KnownTexts {
  /** Addresses of every llms.txt of the bundle. */
  readonly indexes: readonly string[];
  /** A few pages whose Markdown is a file of the bundle. */
  readonly pages: readonly { readonly url: string; readonly markdown: string; readonly digest: string }[];
}

export interface LiveReport extends AnswerFacts, FileVerdict {
  readonly checks: readonly LiveCheck[];
}

/**
 * Most bytes read of an answer. An index has 50,000 characters and a page's file no more, so a larger answer is not
 * ours.
 */
const MAX_BYTES = 2 * 1024 * 1024;
const HTML = "text/html,application/xhtml+xml,*/*;q=0.8";

/** Milliseconds for all requests; an address that has not answered by then counts as unreachable. */
const LIVE_MS = 30_000;

/**
 * Requests a site's own addresses and compares them with its bundle: at most six requests, and one more if a cache may
 * be in between, guarded like a crawl's. Rejects only when `signal` fires.
 */
export async function checkLive(bundle: BundleIndex, world: GenerateWorld, signal: AbortSignal): Promise<LiveReport> {
  const ask = asking(bundle, world, signal);
  const [first] = bundle.pages;
  const [index, files, asked] = await Promise.all([
    ask(bundle.index, "text/plain"),
    Promise.all(bundle.pages.map(({ markdown }) => ask(markdown, "*/*"))),
    first && askBoth(first.url, ask),
  ]);
  const state = indexState(index, bundle);
  const states = bundle.pages.flatMap(({ digest }, at) => {
    const file = files[at];
    return file === undefined ? [] : [{ file, state: fileState(file, [digest]) }];
  });
  const [file] = states;
  const seen = { bundle, world, file: file?.state.type === "same" ? file.file : undefined, asked };
  return {
    ...verdictOf(
      state,
      states.map((one) => one.state),
    ),
    ...aboutAnswers(index, [...files, ...(asked === undefined ? [] : [asked.page])]),
    checks: [
      checked("index", index, missingOf(state)),
      ...states.map((one) => checked("markdown", one.file, missingOf(one.state))),
      ...(await fieldChecks(seen, signal)),
    ],
  };
}

type AskSite = (url: string, accept: string) => Promise<AskedAddress>;

function asking({ index }: BundleIndex, world: GenerateWorld, signal: AbortSignal): AskSite {
  const { plain } = fetchOf({ url: index }, world);
  const home = tryPageUrl(index);
  const site = home && new Site(home, home);
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(LIVE_MS)]);
  const mayFollow = (target: string) => site?.own(target) !== undefined;
  return async (url, accept) => {
    const request: FetchRequest = { url, accept, mayFollow, once: true, cut: true, maxBytes: MAX_BYTES };
    try {
      return { url, answer: await plain(request, inTime) };
    } catch (thrown) {
      signal.throwIfAborted();
      return { url, answer: toCrawlError(thrown) };
    }
  };
}

const FIXES: Readonly<Record<LiveMissing, LiveFix>> = {
  "": "",
  answer: "letIn",
  whole: "sendWhole",
  login: "letIn",
  here: "answerHere",
  file: "publish",
  ours: "replace",
  newest: "publishAgain",
  unchanged: "publishAgain",
  type: "setType",
  markdown: "negotiate",
  vary: "setVary",
  apart: "keepApart",
  link: "setLink",
  canonical: "setCanonical",
};

/** Answers of a page's own address, requested as HTML and then as Markdown: a cache that confuses the two shows. */
interface AskedPage {
  readonly page: AskedAddress;
  readonly negotiated: AskedAddress;
  /** True if the address answers with Markdown past all caches, and with HTML through one. */
  readonly isMixed: boolean;
}

async function askBoth(url: string, ask: AskSite): Promise<AskedPage> {
  const page = await ask(url, HTML);
  const negotiated = await ask(url, "text/markdown");
  if (!isGood(negotiated) || isMarkdown(negotiated.answer)) return { page, negotiated, isMixed: false };
  const fresh = await ask(`${url}${url.includes("?") ? "&" : "?"}llmstxt=${Date.now()}`, "text/markdown");
  return { page, negotiated, isMixed: isGood(fresh) && isMarkdown(fresh.answer) };
}

interface LivePage {
  readonly bundle: BundleIndex;
  readonly world: GenerateWorld;
  /** The first page's Markdown, if it is the bundle's. */
  readonly file: AskedAddress | undefined;
  readonly asked: AskedPage | undefined;
}

/** Checks of header fields and links that agents use, each by itself. */
async function fieldChecks({ bundle, world, file, asked }: LivePage, signal: AbortSignal): Promise<LiveCheck[]> {
  const [first] = bundle.pages;
  if (first === undefined || asked === undefined) return [];
  const { page, negotiated, isMixed } = asked;
  const { page: read } = world.readers.forCrawl({ withMarkdown: false }, signal);
  /** Page facts as a crawl reads them; undefined for an error, or an answer that is no page. */
  const reading = async ({ answer }: AskedAddress) =>
    answer instanceof CrawlError || answer.status !== 200
      ? undefined
      : (await read(answer).catch(() => signal.throwIfAborted()))?.page;
  const [html, markdown] = await Promise.all([reading(page), file && reading(file)]);
  const isNegotiated = isGood(negotiated) && isMarkdown(negotiated.answer);
  const leads = [html?.alternates.describedBy, ...(html?.links ?? []).map(({ url }) => url)];
  const isLinked =
    html?.alternates.markdown === first.markdown || leads.some((url) => bundle.indexes.includes(url ?? ""));
  const negotiation = isNegotiated ? "" : isMixed ? "apart" : isGood(negotiated) ? "markdown" : "answer";
  return [
    file === undefined
      ? notAsked("type", first.markdown)
      : checked("type", file, isGood(file) && isMarkdown(file.answer) ? "" : "type"),
    checked("negotiation", negotiated, negotiation),
    varyCheck({ page, negotiated, isNegotiated }),
    checked("link", page, isGood(page) ? (isLinked ? "" : "link") : "answer"),
    file === undefined
      ? notAsked("canonical", first.markdown)
      : checked("canonical", file, markdown?.canonical === first.url ? "" : "canonical"),
  ];
}

/** Check of `Vary`. A client that asked for HTML and got Markdown was answered by a cache, whatever the fields say. */
function varyCheck({
  page,
  negotiated,
  isNegotiated,
}: Pick<AskedPage, "page" | "negotiated"> & { readonly isNegotiated: boolean }): LiveCheck {
  if (isGood(page) && isMarkdown(page.answer)) return checked("vary", page, "apart");
  if (!isNegotiated || !isGood(negotiated)) return notAsked("vary", page.url);
  return checked("vary", negotiated, variesBy(negotiated.answer) ? "" : "vary");
}

function checked(name: LiveCheckName, { url, answer }: AskedAddress, missing: LiveMissing): LiveCheck {
  // Only the index may be somebody else's file: another text of a page is from an earlier bundle.
  const fix = name === "markdown" && missing === "ours" ? "publishAgain" : FIXES[missing];
  const about = { name, ok: missing === "", url, missing, fix };
  return answer instanceof CrawlError
    ? { ...about, status: 0, contentType: "", error: answer.message }
    : { ...about, status: answer.status, contentType: typeOf(answer), error: "" };
}

const notAsked = (name: LiveCheckName, url: string): LiveCheck => {
  const nothing = { status: 0, contentType: "", missing: "", fix: "", error: "" } as const;
  return { name, ok: null, url, ...nothing };
};
