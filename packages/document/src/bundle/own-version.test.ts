import { expect, test } from "vitest";
import { isMarkdownOf } from "./own-version.ts";

const ENGLISH = Array.from({ length: 12 }, (_, n) => `High water at station ${n} comes ${n * 7} minutes later.`);
const CHINESE = "潮汐表列出每个港口的高潮和低潮时间以及水位高度。请在出航之前核对当天的数据。";

test.each([
  ["the same with links and marks", `# Tides\n\n${ENGLISH.join(" ").replaceAll("water", "[water](/w)")}`],
  ["the same with a box that the page has not", `${ENGLISH.join("\n\n")}\n\n> Note: read the tables first.`],
  ["most of it", ENGLISH.slice(0, 9).join(" ")],
])("%s is the page's Markdown", (_, markdown) => {
  expect(isMarkdownOf(markdown, `Tides ${ENGLISH.join(" ")}`)).toBe(true);
});

test.each([
  ["another text", "# Contributing\n\nOpen a pull request. Write a test for each change, and keep the lines short."],
  ["one sentence of many", ENGLISH[0] ?? ""],
  [
    "the page within a much longer text",
    `${ENGLISH.join(" ")} ${CHINESE} ${"Ports and piers of the north. ".repeat(9)}`,
  ],
  ["nothing", ""],
])("%s is not", (_, markdown) => {
  expect(isMarkdownOf(markdown, `Tides ${ENGLISH.slice(0, 6).join(" ")}`)).toBe(false);
});

test("it is told in any script", () => {
  expect(isMarkdownOf(`# 潮汐\n\n**${CHINESE}**`, CHINESE)).toBe(true);
  expect(isMarkdownOf("# 联系我们\n\n如果您有任何问题或建议，请通过电子邮件与我们的团队联系。", CHINESE)).toBe(false);
});
