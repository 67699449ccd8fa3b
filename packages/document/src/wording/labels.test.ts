import { expect, test } from "vitest";
import { folderName, humanised, isGeneric, trySectionName } from "./labels.ts";

test.each([
  ["getting-started", "Getting started"],
  ["api_reference", "API reference"],
  ["cli", "CLI"],
  ["sdks", "SDKs"],
  ["faq", "FAQ"],
  ["userGuide", "User Guide"],
  ["http-api.v2", "HTTP API v2"],
  ["011_company", "Company"],
  ["2-factor-auth", "2 factor auth"],
])("the folder %s is called %s", (folder, name) => {
  expect(folderName(folder)).toBe(name);
});

test("what holds no words is called Pages", () => {
  expect(["", "---", "%20%"].map(folderName)).toEqual(["Pages", "Pages", "Pages"]);
});

test("words that name no part, numbers and whole sentences are no names", () => {
  const texts = [
    "Home",
    "Read more →",
    "← Back to posts",
    "Zurück zur Liste",
    "2024",
    "",
    "A sentence that goes on for a while",
    "x".repeat(41),
  ];
  expect(texts.map(trySectionName)).toEqual(texts.map(() => undefined));
});

test("boxes that choose from other lists say nothing of what is in a part", () => {
  const boxes = [
    "Recent posts",
    "Most read",
    "Trending now",
    "Meistgelesen",
    "Les plus lus",
    "Lo más leído",
    "Самое читаемое",
  ];
  expect(boxes.filter((name) => !isGeneric(name))).toEqual([]);
  expect(["Most-read kinds of fish", "Trends"].filter(isGeneric)).toEqual([]);
});

test("a name is kept as its author wrote it, a slug is spelt out", () => {
  expect(["iOS Guides", "Debugging/testing", "rest-api", "docs →"].map(trySectionName)).toEqual([
    "iOS Guides",
    "Debugging/testing",
    "REST API",
    "Docs",
  ]);
  expect(trySectionName("🗺️ By State")).toBe("By State");
  expect(trySectionName("Dashboards🔒")).toBe("Dashboards");
  expect(humanised("日本語")).toBe("日本語");
});

test.each([
  ["For up-to-date documentation, see the", undefined],
  ["0.3.2+", undefined],
  ["v2.x", undefined],
  ["Untitled", undefined],
  ["Symbol_l.gif", undefined],
  ["Category:Script", "Script"],
  ["Категория:Игры", "Игры"],
  ["tokio::net", "tokio::net"],
  ["Über uns", "Über uns"],
  ["What we do", "What we do"],
])("%s as a section's name is %s: no notice, no version, no raw namespace", (text, name) => {
  expect(trySectionName(text)).toBe(name);
});
