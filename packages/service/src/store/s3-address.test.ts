import { expect, test } from "vitest";
import { numberedName } from "./names.ts";
import { bucketUrl, encodedName, publicBase } from "./s3-address.ts";

test("a bucket is a path of its endpoint, or a name before it", () => {
  const place = { bucket: "texts", endpoint: "https://s3.example.com:9000/" };
  expect(bucketUrl(place)).toBe("https://s3.example.com:9000/texts");
  expect(bucketUrl({ ...place, pathStyle: false })).toBe("https://texts.s3.example.com:9000");
});

test("without an endpoint the bucket is at Amazon, in its region", () => {
  expect(bucketUrl({ bucket: "texts", region: "eu-west-1" })).toBe("https://s3.eu-west-1.amazonaws.com/texts");
  expect(bucketUrl({ bucket: "texts", pathStyle: false })).toBe("https://texts.s3.us-east-1.amazonaws.com");
});

test("a public domain may be a bare name, a URL, or a URL with a path; a slash at its end is one too many", () => {
  const place = { bucket: "texts", endpoint: "https://s3.example.com" };
  expect(publicBase({ ...place, publicDomain: "cdn.example.com" })).toBe("https://cdn.example.com");
  expect(publicBase({ ...place, publicDomain: "http://localhost:9000/a/" })).toBe("http://localhost:9000/a");
});

test("without a public domain the public URL is where the object itself is", () => {
  const place = { bucket: "texts", endpoint: "https://s3.example.com" };
  expect(publicBase(place)).toBe("https://s3.example.com/texts");
  expect(publicBase({ ...place, publicDomain: "" })).toBe("https://s3.example.com/texts");
});

test("a name is encoded so that a URL parser leaves it alone", () => {
  const name = "x.dev/a b+c(1)'*!?#%é.txt";
  const url = `https://s3.example.com/texts/${encodedName(name)}`;
  expect(new URL(url).href).toBe(url);
  expect(decodeURIComponent(encodedName(name))).toBe(name);
});

test("a name that a URL would change or no store would take is refused", () => {
  for (const name of ["", "/a.txt", "a//b.txt", "../a.txt", "a/./b.txt", "a\nb", "\ud800.txt", "x".repeat(1_025)])
    expect(() => encodedName(name)).toThrow("Not a name for an object");
});

test("the count goes before the ending of the file, not of a folder", () => {
  expect(numberedName("a.txt", 1)).toBe("a.txt");
  expect(numberedName("x.dev_20261121_055000.txt", 2)).toBe("x.dev_20261121_055000_2.txt");
  expect(numberedName("x.dev/llms", 3)).toBe("x.dev/llms_3");
});

test("an endpoint with a password in it is refused, and the password is not said again", () => {
  for (const endpoint of ["https://me:s3cret@s3.example.com", "s3.example.com", "ftp://s3.example.com"])
    expect(() => bucketUrl({ bucket: "texts", endpoint })).toThrow(/^The S3 endpoint must be an http\(s\) URL without/);
});
