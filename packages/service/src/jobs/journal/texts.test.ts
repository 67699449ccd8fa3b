import { listedFile } from "@llmstxt-service/document/eval/listed-file";
import { choosePages } from "@llmstxt-service/document/eval/selection";
import { TEXT_BEGINNING } from "@llmstxt-service/document/limits";
import type { Page } from "@llmstxt-service/page";
import { expect, test } from "vitest";
import { KeptTexts } from "./texts.ts";

test("texts are kept whole of the pages that a document is asked about, and the beginning of many others", () => {
  const text = "word ".repeat(TEXT_BEGINNING);
  const urls = Array.from({ length: 2_000 }, (_, n) => `https://x.dev/topic-${n}/`);
  const texts = new KeptTexts();
  const kept = new Map(urls.map((url) => [url, texts.textOf({ url, text } as Page)]));
  const listed = urls.map((url) => `- [Topic](${url})`).join("\n");
  const asked = choosePages([listedFile({ name: "", text: `# Site\n\n${listed}\n` })]).flatMap((one) => one.urls);
  expect(asked).toHaveLength(100);
  for (const url of asked) expect(kept.get(url)).toBe(text);
  const cut = [...kept.values()].filter((one) => one.length === TEXT_BEGINNING);
  expect(cut.length).toBeGreaterThan(1_000);
});
