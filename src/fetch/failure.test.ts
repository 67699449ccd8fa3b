import { expect, test } from "vitest";
import { CrawlError } from "../errors.ts";
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

test("what has a code of ours keeps it", () => {
  const known = new CrawlError("off_site", { origin: "https://y.dev" });
  expect(fetchError(known)).toBe(known);
});
