import { STATUS_CODES } from "node:http";
import { expect, test } from "vitest";
import { statusLine } from "./status-line.ts";

test("a status is named as Node names it, without Node, so that a browser can", () => {
  const answers = Object.entries(STATUS_CODES).filter(([status]) => Number(status) >= 200);
  for (const [status, reason] of answers) expect(statusLine(Number(status))).toBe(`${status} ${reason}`);
  expect(statusLine(599)).toBe("599");
});
