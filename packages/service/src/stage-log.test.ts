import { pino } from "pino";
import { expect, test } from "vitest";
import { logStages } from "./stage-log.ts";

test("each stage is a line of the debug log with its milliseconds, and the address has no query", () => {
  const lines: string[] = [];
  const log = pino({ level: "debug", base: null }, { write: (line: string) => lines.push(line) });
  const report = logStages(log, "https://example.com/docs?token=canary#canary");
  report({ type: "robots", state: "missing" } as never);
  report({ type: "extraStored", url: "https://store.example/llms-full.txt" });
  report({ type: "pagesStored" } as never);
  expect(lines.map((line) => JSON.parse(line))).toEqual(
    Array(2).fill(
      expect.objectContaining({
        url: "https://example.com/docs",
        stage: "store beside",
        ms: expect.any(Number),
        msg: "Stage done",
      }),
    ),
  );
  expect(lines.join()).not.toContain("canary");
});
