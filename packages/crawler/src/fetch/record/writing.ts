import { STATUS_CODES } from "node:http";
import { WARCRecord, WARCSerializer } from "warcio";
import type { Exchanged, ExchangedAnswer, OnExchanged } from "../fetch.ts";
import { CHOICES_FIELD, FAILURE_TYPE, METADATA_FIELD, type RecordedCrawl, SITE_FIELD } from "./format.ts";
import { formsOf } from "./secret-forms.ts";

export interface RecordingOptions extends RecordedCrawl {
  readonly software: string;
  readonly isPacked: boolean;
  /** Texts that were sent and are in no record: where an answer repeats them, encoded or not, asterisks stand. */
  readonly secrets: readonly string[];
}

/** A record in the making. */
export interface Recording {
  /** The file; to be read while the crawl goes on, which waits for its reader. */
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly onExchanged: OnExchanged;
  /** Ends `bytes`. Never rejects. */
  close(): Promise<void>;
}

/** Fields of responses that hold credentials. */
const SECRET_FIELDS: ReadonlySet<string> = new Set([
  "set-cookie",
  "set-cookie2",
  "authorization",
  "proxy-authorization",
  "authentication-info",
  "proxy-authentication-info",
]);

/** Fields that describe the body as it was transferred; they are dropped, as the body is kept decoded. */
const WIRE_FIELDS: ReadonlySet<string> = new Set(["content-encoding", "content-length", "transfer-encoding"]);

export function openRecording({ url, at, choices, software, isPacked, secrets }: RecordingOptions): Recording {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const masked = maskOf(secrets);
  const add = async (record: WARCRecord) => {
    try {
      await writer.write(await WARCSerializer.serialize(record, { gzip: isPacked }));
    } catch {
      // The reader of `bytes` failed, and says why.
    }
  };
  const info = {
    software,
    format: "WARC File Format 1.1",
    [SITE_FIELD]: url,
    ...(choices !== undefined && { [CHOICES_FIELD]: choices }),
  };
  const began = add(WARCRecord.createWARCInfo({ warcVersion: "WARC/1.1", date: at.toISOString() }, info));
  return {
    bytes: readable,
    onExchanged: async (exchanged) => {
      await began;
      await add(recordOf(exchanged, masked));
    },
    async close() {
      await began;
      await writer.close().catch(() => {}); // as above
    },
  };
}

type Mask = (bytes: Uint8Array) => Uint8Array;

function recordOf(exchanged: Exchanged, masked: Mask): WARCRecord {
  const { outcome, url, rung, method, accept } = exchanged;
  const text = (value: unknown): string => Buffer.from(masked(Buffer.from(JSON.stringify(value)))).toString();
  const asked = { rung, method, accept };
  const common = { url, date: new Date().toISOString(), warcVersion: "WARC/1.1" } as const;
  const beside = (metadata: unknown) => ({ [METADATA_FIELD]: text(metadata) });
  if ("error" in outcome) {
    const { code, facts } = outcome.error;
    const warcHeaders = { ...beside(asked), "Content-Type": FAILURE_TYPE };
    return WARCRecord.create({ ...common, type: "metadata", warcHeaders }, [
      Buffer.from(text({ failure: [code, facts] })),
    ]);
  }
  const { status, headers: given, chain, body } = outcome.answer;
  const headers = JSON.parse(text(shown(outcome.answer, given)));
  // A reader may take the bytes away.
  const block = [masked(Uint8Array.from(body))];
  if (rung === "plain") {
    const statusline = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`.trim();
    return WARCRecord.create(
      { ...common, type: "response", statusline, httpHeaders: headers, warcHeaders: beside(asked) },
      block,
    );
  }
  const warcHeaders = { ...beside({ ...asked, status, headers, chain }), "Content-Type": "text/html" };
  return WARCRecord.create({ ...common, type: "conversion", warcHeaders }, block);
}

const shown = ({ body }: ExchangedAnswer, headers: ExchangedAnswer["headers"]) => ({
  ...Object.fromEntries(Object.entries(headers).filter(([name]) => !SECRET_FIELDS.has(name) && !WIRE_FIELDS.has(name))),
  "content-length": String(body.length),
});

/** Bytes of the same length, so that nothing else about an answer changes. */
function maskOf(secrets: readonly string[]): Mask {
  if (secrets.length === 0) return (bytes) => bytes;
  const forms = [...new Set(secrets.flatMap(formsOf))].sort((a, b) => b.length - a.length);
  return (bytes) => {
    const buffer = Buffer.from(bytes);
    for (const secret of forms)
      for (let at = buffer.indexOf(secret); at >= 0; at = buffer.indexOf(secret, at))
        buffer.fill("*", at, at + Buffer.byteLength(secret));
    return buffer;
  };
}
