import { expect, test } from "vitest";
import { leadsOf } from "./lead.ts";

const last = (excerpt: string, ...further: string[]) => leadsOf({ excerpt, further }).at(-1)?.text;

test("a beginning grows by sentences, the first of them without the rest", () => {
  expect(
    leadsOf({ excerpt: "One is here. Two is there.", further: ["Three follows."] }).map(({ text }) => text),
  ).toEqual(["One is here.", "One is here. Two is there.", "One is here. Two is there. Three follows."]);
});

test("an excerpt that ends like a title gets a full stop before the next sentence, in the signs of its script", () => {
  expect(last("Helpers for tests", "They wrap asserts.")).toBe("Helpers for tests. They wrap asserts.");
  expect(last("测试的工具", "它们包装断言。")).toBe("测试的工具。它们包装断言。");
  expect(last("第一句。", "第二句。")).toBe("第一句。第二句。");
});

test("a dash tells topics apart from a beginning that does not end a sentence", () => {
  expect(leadsOf({ excerpt: "Helpers for tests", further: [] }).at(-1)?.behind).toBe(" – ");
  expect(leadsOf({ excerpt: "These are helpers.", further: [] }).at(-1)?.behind).toBe(" ");
});
