import type { StreamMessage } from "@llmstxt-service/service/shapes";
import { expect, test } from "vitest";
import { NOTHING_TOLD, told } from "./stream.ts";

const at = "2026-11-28T10:00:00Z";
const log = (content: string, event?: StreamMessage["event"]): StreamMessage => ({
  ...{ type: "log", at, content },
  ...(event && { event }),
});

test("page events update the progress bar, failures have a reason, and unknown events become log lines", () => {
  const now = told(NOTHING_TOLD, [
    log("Crawled /a", { type: "page", url: "https://x.dev/a", title: "A", done: 1, found: 9 }),
    log("Failed to fetch /b", { type: "failed", url: "https://x.dev/b", code: "timeout", reason: "no answer in 10 s" }),
    log("Something new", { type: "novelty" }),
    log("", { type: "forPrograms" }),
  ]);
  expect(now.progress).toEqual({ done: 1, found: 9 });
  expect(now.pages.map(({ title, failure }) => title || failure)).toEqual(["A", "no answer in 10 s"]);
  expect(now.log.map(({ text, look }) => `${text}${look && ` (${look})`}`)).toEqual([
    "Crawled /a",
    "Failed to fetch /b (failed)",
    "Something new",
  ]);
  expect(told(now, [{ type: "end", at, content: "done" }]).hasEnded).toBe(true);
});
