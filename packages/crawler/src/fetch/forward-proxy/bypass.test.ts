import { expect, test } from "vitest";
import { bypassOf } from "./bypass.ts";

const covered = (list: string, ...urls: readonly string[]) => urls.filter((url) => bypassOf(list)(new URL(url)));

test("a name covers itself and the names below it, however it is written", () => {
  const inside = ["http://example.com/", "https://docs.example.com:8443/", "http://EXAMPLE.com./"];
  const outside = ["http://notexample.com/", "http://example.com.evil.test/", "http://example.org/"];
  for (const list of ["example.com", ".example.com", "*.example.com", "a.test, Example.COM", "a.test  example.com."])
    expect(covered(list, ...inside, ...outside)).toEqual(inside);
});

test("an entry with a port covers that port, the scheme's own where the address has none", () => {
  const urls = ["http://a.test/", "https://a.test/", "http://a.test:8080/", "http://b.a.test:8080/"];
  expect(covered("a.test:8080", ...urls)).toEqual(["http://a.test:8080/", "http://b.a.test:8080/"]);
  expect(covered("a.test:443", ...urls)).toEqual(["https://a.test/"]);
  expect(covered("*:80", ...urls)).toEqual(["http://a.test/"]);
});

test("addresses and networks cover addresses, of both families, and no names", () => {
  const urls = [
    "http://10.1.2.3/",
    "http://11.1.2.3/",
    "http://[fd00::7]/",
    "http://[2001:db8::1]:81/",
    "http://ten.test/",
  ];
  expect(covered("10.0.0.0/8", ...urls)).toEqual(["http://10.1.2.3/"]);
  expect(covered("11.1.2.3, fd00::/8", ...urls)).toEqual(["http://11.1.2.3/", "http://[fd00::7]/"]);
  expect(covered("[2001:db8::1]:81, [fd00::7]:81", ...urls)).toEqual(["http://[2001:db8::1]:81/"]);
  expect(covered("2001:db8::1 10.1.2.3:80", ...urls)).toEqual(["http://10.1.2.3/", "http://[2001:db8::1]:81/"]);
});

test("`*` covers everything, and what is no entry covers nothing", () => {
  const urls = ["http://a.test/", "https://8.8.8.8/"];
  expect(covered("*", ...urls)).toEqual(urls);
  for (const list of [
    "",
    " ,, ",
    "10.0.0.0/33",
    "8.8.8.8/",
    "8.8.8.8/x",
    "[",
    "]:80",
    "a.test:99999999",
    "::1::2",
    "..",
    "*.",
  ])
    expect(covered(list, ...urls)).toEqual([]);
});

test("names in other scripts are covered by either spelling", () => {
  expect(covered("bücher.test", "http://bücher.test/", "http://xn--bcher-kva.test/")).toHaveLength(2);
  expect(covered("xn--bcher-kva.test", "http://bücher.test/")).toHaveLength(1);
});

test("this machine is always asked without a proxy", () => {
  const urls = [
    "http://localhost:3000/",
    "http://a.localhost/",
    "http://127.9.9.9/",
    "http://[::1]:80/",
    "https://10.0.0.1/",
  ];
  expect(covered("", ...urls)).toEqual(urls.slice(0, 4));
});
