import { expect, test } from "vitest";
import { readPage } from "../../page/src/page.ts";
import { Texts } from "./texts.ts";

const FACTOR = 0x01000193;

/** Lines of different words whose FNV-1a hashes all end in the same 17 bits. */
function meetingLines(count: number): string[] {
  const lines: string[] = [];
  for (let number = 0; lines.length < count; number++) {
    const start = `${"x".repeat(60)}${number.toString(36).padStart(6, "0")}`;
    let state = start.length + 2;
    for (let at = 0; at < start.length; at++) state = Math.imul(state ^ start.charCodeAt(at), FACTOR);
    for (let code = 0x4e00; code < 0x9000; code++) {
      const last = Math.imul(state ^ code, FACTOR) & 0x1ffff;
      if (last < 0x4e00 || last >= 0x9000) continue;
      lines.push(start + String.fromCharCode(code, last));
      break;
    }
  }
  return lines;
}

test("lines that were chosen to have one hash cost no more than others", () => {
  const cost = (lines: readonly string[]) => {
    const html = `<main>${lines.map((line) => `<p>${line}</p>`).join("")}</main>`;
    const page = readPage(Buffer.from(html), { url: "https://x.dev/", contentType: "text/html; charset=utf-8" });
    expect(page.text.split("\n")).toHaveLength(lines.length);
    const cpu = () => {
      const before = process.threadCpuUsage().user;
      new Texts().add(page.url, page);
      return process.threadCpuUsage().user - before;
    };
    return Math.min(cpu(), cpu(), cpu());
  };
  const chosen = meetingLines(16_000);
  const others = chosen.map((line, at) => `${line.slice(0, -2)} of page ${at}`);
  // Some systems count CPU in steps of ten milliseconds.
  expect(cost(chosen)).toBeLessThan(5 * Math.max(20_000, cost(others)));
});
