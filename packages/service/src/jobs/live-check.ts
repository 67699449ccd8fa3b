import type { FetchRequest } from "@llmstxt-service/crawler/fetch";
import { tryPageUrl } from "@llmstxt-service/page/address/page-url";
import { Site } from "@llmstxt-service/page/address/site";
import { CrawlError, toCrawlError } from "@llmstxt-service/page/errors";
import type { LiveCheckName, LiveFix, LiveMissing, LiveVerdict } from "../sites/live.ts";
import {
  type AnswerFacts,
  type AskedAddress,
  aboutAnswer,
  digestOf,
  isGood,
  isHtml,
  isMarkdown,
  typeOf,
  variesBy,
} from "./live-answer.ts";
import { fetchOf } from "./sentinel.ts";
import type { GenerateWorld } from "./world.ts";

export interface LiveCheck {
  readonly name: LiveCheckName;
  /** null: not asked, since what it is about is not there. */
  readonly ok: boolean | null;
  readonly url: string;
  /** 0 where no answer came. */
  readonly status: number;
  readonly contentType: string;
  readonly missing: LiveMissing;
  readonly fix: LiveFix;
  /** Why no answer came; empty where one did. */
  readonly error: string;
}

/** A text that was delivered once. */
interface KnownText {
  readonly digest: string;
  readonly at: Date;
}

/** Digests of the bundle that a site should serve. */
export interface BundleIndex {
  /** Address of its index on the site. */
  readonly index: string;
  /** The texts of the index, newest first. */
  readonly versions: readonly KnownText[];
  /** Of the plain document, newest first: an owner may have put that there. */
  readonly documents: readonly KnownText[];
  /** Addresses of every llms.txt of the bundle. */
  readonly indexes: readonly string[];
  /** A few pages whose Markdown is the bundle's own. */
  readonly pages: readonly { readonly url: string; readonly markdown: string; readonly digest: string }[];
}

export interface LiveReport extends AnswerFacts {
  readonly verdict: LiveVerdict;
  /** Versions between what the site has and the newest, where it has an earlier one. */
  readonly behind?: number;
  /** Since when there is a newer one. */
  readonly since?: Date;
  readonly advice: LiveFix;
  readonly checks: readonly LiveCheck[];
}

/** An index has 50,000 characters, a page's file no more; larger answers are others' and need not be read whole. */
const MAX_BYTES = 2 * 1024 * 1024;
const HTML = "text/html,application/xhtml+xml,*/*;q=0.8";

/** Milliseconds for all requests; what has not answered then is as good as out of reach. */
const LIVE_MS = 30_000;

/** Asks a site's own addresses whether its bundle is there: six requests, guarded like a crawl's. Rejects only when `signal` fires. */
export async function checkLive(bundle: BundleIndex, world: GenerateWorld, signal: AbortSignal): Promise<LiveReport> {
  const ask = asking(bundle, world, signal);
  const [first] = bundle.pages;
  const [index, files, negotiated, page] = await Promise.all([
    ask(bundle.index, "text/plain"),
    Promise.all(bundle.pages.map(({ markdown }) => ask(markdown, "*/*"))),
    first && ask(first.url, "text/markdown"),
    first && ask(first.url, HTML),
  ]);
  const state = indexState(index, bundle);
  const states = bundle.pages.flatMap(({ digest }, at) => {
    const file = files[at];
    return file === undefined ? [] : [{ file, state: fileState(file, [digest]) }];
  });
  const [file] = states;
  const seen = { bundle, world, file: file?.state.type === "same" ? file.file : undefined, negotiated, page };
  return {
    ...verdictOf(
      state,
      states.map((one) => one.state),
      bundle,
    ),
    ...aboutAnswer(index),
    checks: [
      checked("index", index, FILE_MISSING[state.type === "same" && state.behind > 0 ? "earlier" : state.type]),
      ...states.map((one) => checked("markdown", one.file, FILE_MISSING[one.state.type])),
      ...(await fieldChecks(seen, signal)),
    ],
  };
}

function asking({ index }: BundleIndex, world: GenerateWorld, signal: AbortSignal) {
  const { plain } = fetchOf({ url: index }, world);
  const home = tryPageUrl(index);
  const site = home && new Site(home, home);
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(LIVE_MS)]);
  const mayFollow = (target: string) => site?.own(target) !== undefined;
  return async (url: string, accept: string): Promise<AskedAddress> => {
    const request: FetchRequest = { url, accept, mayFollow, once: true, cut: true, maxBytes: MAX_BYTES };
    try {
      return { url, answer: await plain(request, inTime) };
    } catch (thrown) {
      signal.throwIfAborted();
      return { url, answer: toCrawlError(thrown) };
    }
  };
}

/** Content of an address; `behind`: index of the known text there. */
type FileState =
  | { readonly type: "same"; readonly behind: number }
  | { readonly type: "different" | "elsewhere" | "absent" | "unreachable" };

/** Statuses of servers that keep a stranger out; the file may be there. */
const KEPT_OUT: readonly number[] = [401, 403, 407, 408, 425, 429, 451];

function fileState({ answer }: AskedAddress, digests: readonly string[]): FileState {
  if (answer instanceof CrawlError) return { type: answer.code === "off_site" ? "elsewhere" : "unreachable" };
  const { status } = answer;
  if (KEPT_OUT.includes(status) || status >= 500) return { type: "unreachable" };
  if (status !== 200) return { type: "absent" };
  const behind = digests.indexOf(digestOf(answer));
  if (behind >= 0) return { type: "same", behind };
  return { type: isHtml(answer) ? "absent" : "different" };
}

/** The plain document is an earlier state of the bundle's index, whatever its age. */
function indexState(
  index: AskedAddress,
  { versions, documents }: BundleIndex,
): FileState & { readonly isPlain?: true } {
  const state = fileState(
    index,
    versions.map(({ digest }) => digest),
  );
  if (state.type !== "different") return state;
  const plain = fileState(
    index,
    documents.map(({ digest }) => digest),
  );
  return plain.type === "same" ? { ...plain, isPlain: true } : state;
}

function verdictOf(
  index: FileState & { readonly isPlain?: true },
  pages: readonly FileState[],
  { versions, documents }: BundleIndex,
): Pick<LiveReport, "verdict" | "behind" | "since" | "advice"> {
  if (index.type !== "same") return INDEX_VERDICTS[index.type];
  const { behind, isPlain } = index;
  if (behind > 0 || isPlain) {
    const newer = (isPlain ? documents[behind - 1] : versions[behind - 1]) ?? versions[0];
    return { ...STALE, behind, ...(newer && { since: newer.at }) };
  }
  const worst = PAGE_STATES.find((state) => pages.some(({ type }) => type === state));
  return worst === undefined ? { verdict: "live", advice: "" } : PAGE_VERDICTS[worst];
}

const STALE = { verdict: "stale", advice: "publishAgain" } as const;
const OTHER = { verdict: "other", advice: "replace" } as const;
const ABSENT = { verdict: "absent", advice: "publish" } as const;
const UNREACHABLE = { verdict: "unreachable", advice: "letIn" } as const;

type Wrong = Exclude<FileState["type"], "same">;

const INDEX_VERDICTS = { different: OTHER, elsewhere: OTHER, absent: ABSENT, unreachable: UNREACHABLE } as const;
/** Beside the newest index, another text of a page is one of an earlier bundle. */
const PAGE_VERDICTS = { ...INDEX_VERDICTS, different: STALE } as const;
/** The worst first. */
const PAGE_STATES = ["unreachable", "absent", "elsewhere", "different"] as const satisfies readonly Wrong[];

const FILE_MISSING: Readonly<Record<FileState["type"] | "earlier", LiveMissing>> = {
  same: "",
  earlier: "newest",
  different: "ours",
  elsewhere: "ours",
  absent: "file",
  unreachable: "answer",
};

const FIXES: Readonly<Record<LiveMissing, LiveFix>> = {
  "": "",
  answer: "letIn",
  file: "publish",
  ours: "replace",
  newest: "publishAgain",
  type: "setType",
  markdown: "negotiate",
  vary: "setVary",
  link: "setLink",
  canonical: "setCanonical",
};

interface LivePage {
  readonly bundle: BundleIndex;
  readonly world: GenerateWorld;
  /** True if the first page's Markdown is the bundle's. */
  readonly file: AskedAddress | undefined;
  readonly negotiated: AskedAddress | undefined;
  readonly page: AskedAddress | undefined;
}

/** Fields that agents go by besides the files. Each stands or falls by itself. */
async function fieldChecks(
  { bundle, world, file, negotiated, page }: LivePage,
  signal: AbortSignal,
): Promise<LiveCheck[]> {
  const [first] = bundle.pages;
  if (first === undefined || negotiated === undefined || page === undefined) return [];
  const { page: read } = world.readers.forCrawl({ withMarkdown: false }, signal);
  /** Read as a crawl reads it: fields and elements; undefined for what is no page. */
  const reading = async ({ answer }: AskedAddress) =>
    answer instanceof CrawlError || answer.status !== 200
      ? undefined
      : (await read(answer).catch(() => signal.throwIfAborted()))?.page;
  const [html, markdown] = await Promise.all([reading(page), file && reading(file)]);
  const isNegotiated = isGood(negotiated) && isMarkdown(negotiated.answer);
  const leads = [html?.alternates.describedBy, ...(html?.links ?? []).map(({ url }) => url)];
  const isLinked =
    html?.alternates.markdown === first.markdown || leads.some((url) => bundle.indexes.includes(url ?? ""));
  return [
    file === undefined
      ? notAsked("type", first.markdown)
      : checked("type", file, isGood(file) && isMarkdown(file.answer) ? "" : "type"),
    checked("negotiation", negotiated, isGood(negotiated) ? (isNegotiated ? "" : "markdown") : "answer"),
    isNegotiated ? checked("vary", negotiated, variesBy(negotiated.answer) ? "" : "vary") : notAsked("vary", first.url),
    checked("link", page, isGood(page) ? (isLinked ? "" : "link") : "answer"),
    file === undefined
      ? notAsked("canonical", first.markdown)
      : checked("canonical", file, markdown?.canonical === first.url ? "" : "canonical"),
  ];
}

function checked(name: LiveCheckName, { url, answer }: AskedAddress, missing: LiveMissing): LiveCheck {
  const about = { name, ok: missing === "", url, missing, fix: FIXES[missing] };
  return answer instanceof CrawlError
    ? { ...about, status: 0, contentType: "", error: answer.message }
    : { ...about, status: answer.status, contentType: typeOf(answer), error: "" };
}

const notAsked = (name: LiveCheckName, url: string): LiveCheck => ({
  name,
  ok: null,
  url,
  status: 0,
  contentType: "",
  missing: "",
  fix: "",
  error: "",
});
