import { expect, test } from "vitest";
import { isFromOwnPage, type Sender } from "./csrf.ts";

const HOST = "llms.example";
const from = (sender: Partial<Sender>, publicUrl?: string) =>
  isFromOwnPage({ isReading: false, origin: undefined, host: HOST, fetchSite: undefined, ...sender }, { publicUrl });

test("a change is taken from our own page only, as the browser tells it", () => {
  expect(from({ fetchSite: "same-origin" })).toBe(true);
  // Behind a proxy that sends another Host.
  expect(from({ fetchSite: "same-origin", origin: "https://llms.example", host: "backend:8000" })).toBe(true);
  for (const fetchSite of ["same-site", "cross-site", "none", "", "x", ["same-origin", "same-origin"]])
    expect(from({ fetchSite, origin: `https://${HOST}` })).toBe(false);
});

test("where a browser sends no Sec-Fetch-Site (plain http), the origin's host must be ours to the port", () => {
  expect(from({ origin: "http://llms.example" })).toBe(true);
  expect(from({ origin: "http://10.0.0.5:8000", host: "10.0.0.5:8000" })).toBe(true);
  for (const origin of [
    "http://10.0.0.5:9000",
    "http://10.0.0.5",
    "null",
    "",
    "10.0.0.5:8000",
    "http://10.0.0.5:8000.evil.example",
  ])
    expect(from({ origin, host: "10.0.0.5:8000" })).toBe(false);
  expect(from({ origin: "https://other.llms.example" })).toBe(false);
  expect(from({ origin: "https://llms.example", host: "backend:8000" }, "https://llms.example/base")).toBe(true);
  expect(from({})).toBe(false);
  expect(from({ origin: "http://llms.example", host: undefined })).toBe(false);
});

test("a request that only reads needs no proof, but is refused to a page that the browser calls another site's", () => {
  expect(from({ isReading: true })).toBe(true);
  expect(from({ isReading: true, fetchSite: "none" })).toBe(true);
  expect(from({ isReading: true, fetchSite: "same-site" })).toBe(false);
  expect(from({ isReading: true, origin: "https://evil.example" })).toBe(false);
});
