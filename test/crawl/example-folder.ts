import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { judgeWith, readerHere } from "../../packages/crawler/src/crawl/reading/reading.ts";
import { openFolder } from "../../packages/crawler/src/fetch/folder/folder.ts";
import { crawlExample, type ExampleCrawlOptions } from "./example-crawl.ts";
import { HOST } from "./example-site.ts";

/** A crawl of these files, by the ladder that a folder has, with Markdown. */
export function crawlFolder(
  files: Readonly<Record<string, string | Uint8Array>>,
  options: Partial<ExampleCrawlOptions> = {},
) {
  const root = mkdtempSync(join(tmpdir(), "llmstxt-folder-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), content);
  }
  const reader = readerHere({ withMarkdown: true });
  const fetch = openFolder({ root, origin: HOST }).forCrawl({ useProxy: false, judge: judgeWith(reader) });
  return crawlExample({}, { fetch, reader, withMarkdown: true, ...options });
}
