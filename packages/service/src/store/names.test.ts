import { expect, test } from "vitest";
import { fileDomain, fileName, fullFileName, hostOf } from "./names.ts";

test("a name is the domain, the day and the time in UTC; a port's colon becomes _", () => {
  const at = new Date("2026-11-21T05:50:00Z");
  expect(fileName("https://x.dev/docs/", at)).toBe("x.dev_20261121_055000.txt");
  expect(fileName("http://localhost:8080/", at)).toBe("localhost_8080_20261121_055000.txt");
});

test("an llms-full.txt bears the name its llms.txt got", () => {
  const url = "http://localhost:8000/files/x.dev_20261121_055000_2.txt";
  expect(fullFileName(url)).toBe("x.dev_20261121_055000_2-full.txt");
});

test.each([
  ["x.dev", "x.dev"],
  ["x.dev_8080", "x.dev:8080"],
  ["my_shop.example", "my_shop.example"],
  ["my_shop.example_8080", "my_shop.example:8080"],
])("%s is the folder of %s", (folder, host) => {
  expect(hostOf(folder)).toBe(host);
  expect(fileDomain(`https://${host}/`)).toBe(folder);
});
