import { CrawlError } from "@llmstxt-service/page/errors";
import { expect, test } from "vitest";
import { fetchError } from "./failure.ts";

const thrown = (code: string | undefined, message: string, more: object = {}) =>
  Object.assign(new Error(message), { code, ...more });

test.each([
  [thrown("ENOTFOUND", "getaddrinfo ENOTFOUND x.dev", { hostname: "x.dev" }), "dns: host not found: x.dev"],
  [thrown("EAI_AGAIN", "getaddrinfo", { hostname: "x.dev" }), "unreachable: name server not answering: x.dev"],
  [thrown("ECONNREFUSED", "connect ECONNREFUSED 1.2.3.4:80"), "unreachable: connection refused"],
  [thrown("ETIMEDOUT", "connect ETIMEDOUT"), "timeout: connecting took too long"],
  [thrown("ECONNRESET", "read ECONNRESET"), "connection: connection reset"],
  [thrown("CERT_HAS_EXPIRED", "certificate has expired"), "tls: certificate has expired"],
  [
    thrown("DEPTH_ZERO_SELF_SIGNED_CERT", "self-signed certificate; try --use-system-ca"),
    "tls: self-signed certificate",
  ],
  [thrown(undefined, "Expected HTTP/", { name: "HTTPParserError" }), "bad_response: not an HTTP/1.1 response"],
  [thrown("UND_ERR_SOCKET", "bad upgrade", { name: "SocketError" }), "bad_response: not an HTTP/1.1 response"],
  [thrown("EWHATEVER", "something new\nand more"), "connection: something new"],
  [new TypeError("x is not a function"), "unexpected: x is not a function"],
])("%s is %s", (error, expected) => {
  const { code, message, cause } = fetchError(error);
  expect([`${code}: ${message}`, cause]).toEqual([expected, error]);
});

test("an error with one of our codes keeps it", () => {
  const known = new CrawlError("off_site", { origin: "https://y.dev" });
  expect(fetchError(known)).toBe(known);
});

test("plain HTTP behind https:// is no fault of a certificate, and OpenSSL's sentences are cut to their reason", () => {
  const openssl = (code: string, reason: string) =>
    Object.assign(
      new Error(`40ADF1E2427F0000:error:0A00010B:SSL routines:tls_get_more:${reason}:../deps/openssl.c:77:`),
      {
        code,
      },
    );
  const plain = fetchError(openssl("ERR_SSL_WRONG_VERSION_NUMBER", "wrong version number"));
  expect([plain.code, plain.message]).toEqual(["tls", "the server does not speak TLS: try http://"]);
  const refused = fetchError(openssl("ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION", "tlsv1 alert protocol version"));
  expect([refused.code, refused.message]).toEqual(["tls", "TLS handshake failed: tlsv1 alert protocol version"]);
  const expired = Object.assign(new Error("certificate has expired; if..."), { code: "CERT_HAS_EXPIRED" });
  expect(fetchError(expired).message).toBe("certificate has expired");
});
