import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { CrawlError } from "@llmstxt-service/page/errors";
import { FAILURE_CODES, FAILURES } from "@llmstxt-service/page/failures";
import { grouped } from "@llmstxt-service/page/grouped";
import { MAX_PDF_BYTES } from "@llmstxt-service/page/pdf-source";
import { AsyncIterReader, WARCParser, type WARCRecord } from "warcio";
import { codingOf, decodeBody, tooLarge } from "../http/http.ts";
import { broken, partsOf, WarcBytes } from "./bytes.ts";
import {
  type AskedAs,
  CHOICES_FIELD,
  FAILURE_TYPE,
  METADATA_FIELD,
  type RecordedCrawl,
  type RenderedAs,
  SITE_FIELD,
} from "./format.ts";
import type { RecordedAnswer, RecordedExchange } from "./recorded-host.ts";

/** Bounds of what is kept in memory. */
const MAX_RECORDS = 500_000;
const MAX_KEPT_BYTES = 2 ** 30;
/** Most bytes of a block: no page has more. */
const MAX_BLOCK_BYTES = MAX_PDF_BYTES;

interface ReadRecord extends Partial<RecordedCrawl> {
  readonly exchanges: readonly RecordedExchange[];
}

/** @throws CrawlError `wrong_usage`; Error of the file system */
export async function readRecord(path: string, signal: AbortSignal): Promise<ReadRecord> {
  const { url, warcs } = partsOf(path);
  const reading = new WarcReading();
  for (const { name, open } of warcs) {
    const bytes = new WarcBytes(name);
    const source = open();
    try {
      for await (const record of recordsIn(bytes.of(source), name)) {
        signal.throwIfAborted();
        const block = await blockOf(record, { bytes, name, number: reading.next(name) });
        await reading.take(record, block);
        if (reading.keptBytes > MAX_KEPT_BYTES) throw broken(name, "its answers do not fit into memory");
      }
    } finally {
      source.destroy();
    }
  }
  if (reading.exchanges.length === 0) throw broken(path, "there is no answer in it");
  return { ...withUrl(url ?? reading.firstPage), ...reading.found, exchanges: reading.exchanges };
}

const withUrl = (url: string | undefined) => (url === undefined ? {} : { url });

async function* recordsIn(source: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<WARCRecord> {
  const parser = new WARCParser(source);
  for (let number = 1; ; number++) {
    const record = await parser.parse();
    if (record === null) return;
    if (!record.warcHeaders.statusline.startsWith("WARC/"))
      throw broken(
        name,
        `record ${number} does not begin with WARC/: the length of the one before is wrong, or it is no WARC`,
      );
    yield record;
  }
}

/** The block behind the fields, or as much of it as a page may have. Taken whole: the reader would wait for ever for one that is cut. */
async function blockOf(
  record: WARCRecord,
  { bytes, name, number }: { readonly bytes: WarcBytes; readonly name: string; readonly number: number },
): Promise<{ readonly body: Buffer; readonly isWhole: boolean }> {
  const said = record.warcHeader("Content-Length") ?? "";
  if (!/^\d{1,15}$/.test(said)) throw broken(name, `record ${number} has no length`);
  const chunks: Uint8Array[] = [];
  let length = 0;
  bytes.inBlock();
  for await (const chunk of record.reader) {
    bytes.inBlock();
    length += chunk.length;
    if (length <= MAX_BLOCK_BYTES) chunks.push(chunk);
  }
  const left: unknown = Reflect.get(record.reader, "limit");
  if (typeof left === "number" && left > 0) throw broken(name, `record ${number} is cut: ${left} bytes are missing`);
  return { body: Buffer.concat(chunks), isWhole: length <= MAX_BLOCK_BYTES };
}

type WarcBlock = Awaited<ReturnType<typeof blockOf>>;

/** Collects the parts of a record one by one. */
class WarcReading {
  readonly exchanges: RecordedExchange[] = [];
  found: Partial<RecordedCrawl> = {};
  /** Address of the first page, for records that do not name their site. */
  firstPage: string | undefined;
  keptBytes = 0;
  #records = 0;
  /** Answers by digest, for records that say the same answer came again. */
  readonly #answers = new Map<string, () => RecordedAnswer>();

  next(name: string): number {
    this.#records++;
    if (this.#records > MAX_RECORDS) throw broken(name, `it has more than ${grouped(MAX_RECORDS)} records`);
    return this.#records;
  }

  async take(record: WARCRecord, block: WarcBlock): Promise<void> {
    const at = dateOf(record.warcDate);
    if (at !== undefined) this.found = { at, ...this.found };
    const type = record.warcType;
    if (type === "warcinfo") return this.#info(block, at);
    const url = addressOf(record.warcTargetURI);
    if (url === undefined) return;
    if (type === "metadata" && record.warcContentType === FAILURE_TYPE) return this.#failure(url, record, block);
    if (type === "conversion") return this.#rendered(url, record, block);
    if (type === "response" || type === "revisit") return this.#answer(url, record, block);
  }

  #info({ body }: WarcBlock, at: Date | undefined): void {
    const fields = new Map(
      body
        .toString("utf8")
        .split(/\r?\n/)
        .map((line) => splitField(line)),
    );
    const url = fields.get(SITE_FIELD);
    if (url === undefined || addressOf(url) === undefined) return;
    this.found = { ...this.found, ...(at && { at }), url, choices: fields.get(CHOICES_FIELD) };
  }

  #failure(url: string, record: WARCRecord, { body }: WarcBlock): void {
    const error = failureIn(body.toString("utf8"));
    this.#add(url, askedAs(record), () => {
      throw error;
    });
  }

  #rendered(url: string, record: WARCRecord, { body }: WarcBlock): void {
    const asked = askedAs(record);
    const { status, headers, chain } = metadataOf(record);
    if (asked.rung === "plain" || typeof status !== "number") return;
    const addresses = Array.isArray(chain) ? chain.flatMap((one) => addressOf(one) ?? []) : [];
    this.#add(
      url,
      asked,
      this.#kept({ status, headers: textsIn(headers), body, chain: addresses.length > 0 ? addresses : [url] }),
    );
  }

  async #answer(url: string, record: WARCRecord, block: WarcBlock): Promise<void> {
    const { status, headers = new Headers() } = record.getResponseInfo() ?? {};
    if (typeof status !== "number" || !(status >= 100 && status <= 599)) return;
    const fields = Object.fromEntries(headers);
    // The digest is of what was said to be the same; this product writes no such records.
    const digest = record.warcPayloadDigest ?? "";
    const same = record.warcType === "revisit" ? this.#answers.get(digest) : undefined;
    const body = same ? () => same().body : undefined;
    const answer = body
      ? () => ({ status, headers: fields, body: body() })
      : await this.#decoded({ status, headers: fields }, block);
    if (digest !== "") this.#answers.set(digest, answer);
    if (status === 200 && /html/i.test(fields["content-type"] ?? "")) this.firstPage ??= url;
    this.#add(url, askedAs(record), answer);
  }

  async #decoded(
    head: Pick<RecordedAnswer, "status" | "headers">,
    { body, isWhole }: WarcBlock,
  ): Promise<() => RecordedAnswer> {
    const failing = (error: CrawlError) => () => {
      throw error;
    };
    if (!isWhole) return failing(tooLarge(MAX_BLOCK_BYTES));
    try {
      const { "transfer-encoding": transfer, "content-encoding": coding, ...headers } = head.headers;
      const isChunked = transfer?.toLowerCase() === "chunked";
      const bytes = isChunked ? Buffer.from(await new AsyncIterReader([body], null, true).readFully()) : body;
      return this.#kept({ ...head, headers, body: await decodeBody(bytes, codingOf(coding), MAX_BLOCK_BYTES) });
    } catch (thrown) {
      if (thrown instanceof CrawlError) return failing(thrown);
      throw thrown;
    }
  }

  #kept({ body, ...answer }: RecordedAnswer): () => RecordedAnswer {
    const packed = zstdCompressSync(body);
    this.keptBytes += packed.length;
    return () => ({ ...answer, body: Uint8Array.from(zstdDecompressSync(packed)) });
  }

  #add(url: string, asked: AskedAs, answer: () => RecordedAnswer): void {
    this.exchanges.push({ ...asked, url, answer });
  }
}

function splitField(line: string): readonly [string, string] {
  const colon = line.indexOf(":");
  return [line.slice(0, Math.max(colon, 0)), line.slice(colon + 1).trim()];
}

/** Date of a record; undefined for other forms, such as years of more than four digits. */
function dateOf(text: string | null | undefined): Date | undefined {
  if (!/^\d{4}-\d\d-\d\dT/.test(text ?? "")) return undefined;
  const date = new Date(text ?? "");
  return Number.isNaN(date.getTime()) ? undefined : date;
}

function addressOf(text: unknown): string | undefined {
  const url = typeof text === "string" ? URL.parse(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") return undefined;
  url.hash = "";
  return url.href;
}

type Metadata = { readonly [Field in keyof RenderedAs]?: unknown };

function metadataOf(record: WARCRecord): Metadata {
  try {
    const parsed: unknown = JSON.parse(record.warcHeader(METADATA_FIELD) ?? "{}");
    return typeof parsed === "object" && parsed !== null ? parsed : {};
  } catch {
    return {}; // another recorder's
  }
}

function askedAs(record: WARCRecord): AskedAs {
  const { rung, method, accept } = metadataOf(record);
  return {
    rung: rung === "browser" || rung === "proxy" ? rung : "plain",
    method: method === "HEAD" ? method : "GET",
    accept: typeof accept === "string" ? accept : undefined,
  };
}

const textsIn = (value: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(typeof value === "object" && value !== null ? value : {}).filter(
      (field): field is [string, string] => typeof field[1] === "string",
    ),
  );

/** The failure that a block describes. A block that cannot be parsed is a failure, too. */
function failureIn(block: string): CrawlError {
  try {
    const {
      failure: [code, facts],
    } = JSON.parse(block);
    const known = FAILURE_CODES.find((one) => one === code && FAILURES[one].about === "page");
    if (known !== undefined) return new CrawlError(...([known, facts] as ConstructorParameters<typeof CrawlError>));
  } catch {
    // Facts of another version, or no JSON.
  }
  return new CrawlError("bad_response", { detail: "the record tells of a failure that this version does not know" });
}
