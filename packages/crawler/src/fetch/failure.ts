import { CrawlError } from "@llmstxt-service/page/errors";
import type { WordsCode } from "@llmstxt-service/page/failures";

type SocketFailure = readonly [code: WordsCode, says: string];

/** Failures of sockets, name look-ups and undici's parser, in words for a person. */
const FAILURES_BY_CODE: Readonly<Record<string, SocketFailure>> = {
  ENOTFOUND: ["dns", "host not found"],
  ENODATA: ["dns", "host not found"],
  EAI_AGAIN: ["unreachable", "name server not answering"],
  ECONNREFUSED: ["unreachable", "connection refused"],
  EHOSTUNREACH: ["unreachable", "no route to host"],
  EHOSTDOWN: ["unreachable", "host is down"],
  ENETUNREACH: ["unreachable", "network unreachable"],
  EADDRNOTAVAIL: ["unreachable", "network unreachable"],
  ETIMEDOUT: ["timeout", "connecting took too long"],
  UND_ERR_CONNECT_TIMEOUT: ["timeout", "connecting took too long"],
  ECONNRESET: ["connection", "connection reset"],
  EPIPE: ["connection", "connection reset"],
  UND_ERR_SOCKET: ["connection", "connection closed before the answer was complete"],
  UND_ERR_HEADERS_OVERFLOW: ["bad_response", "headers over 16 KiB"],
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: ["bad_response", "body shorter than it was said to be"],
  EPROTO: ["tls", "TLS handshake failed"],
};

/** OpenSSL's and Node's names for what can be wrong with a certificate or a handshake. */
const TLS_CODE = /^(ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|INVALID_CA)/;

/** An answer that is no TLS record: plain HTTP, as a rule. */
const NOT_TLS = /^ERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|HTTPS_PROXY_REQUEST)$/;

/** OpenSSL's sentences: a thread, a number, library, function and, in words, the reason. Bound: one line of an error. */
const OPENSSL_REASON = /:SSL routines:[^:]*:([^:]+)/;

/** llhttp's own errors, not all of which have a code, and what undici makes of an unasked 100 or 101. */
function isNotHttp({ name, message }: Error): boolean {
  return name === "HTTPParserError" || (name === "SocketError" && /^bad (response|upgrade)$/.test(message));
}

/** The closed list's entry for whatever a connection threw. Errors with a code of their own are named; others are bugs. */
export function fetchError(thrown: unknown): CrawlError {
  if (thrown instanceof CrawlError) return thrown;
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (NOT_TLS.test(code))
    return new CrawlError("tls", { detail: "the server does not speak TLS: try http://" }, { cause: thrown });
  const [failure, says] = failureOf(code, error);
  const isAboutName = failure === "dns" || code === "EAI_AGAIN";
  const about = isAboutName && "hostname" in error ? `: ${error.hostname}` : "";
  return new CrawlError(failure, { detail: says + about }, { cause: thrown });
}

function failureOf(code: string, error: Error): SocketFailure {
  if (isNotHttp(error)) return ["bad_response", "not an HTTP/1.1 response"];
  const known = FAILURES_BY_CODE[code];
  if (known !== undefined) return known;
  if (TLS_CODE.test(code)) return ["tls", tlsReason(firstLine(error.message))];
  return code === "" ? ["unexpected", firstLine(error.message)] : ["connection", firstLine(error.message)];
}

const firstLine = (message: string) => message.split("\n", 1)[0]?.slice(0, 200) ?? "";

function tlsReason(message: string): string {
  const [, reason] = OPENSSL_REASON.exec(message) ?? [];
  // After the semicolon Node gives advice on starting Node.
  return reason === undefined ? message.replace(/;.*/, "") : `TLS handshake failed: ${reason}`;
}
