import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Service, startService } from "../servers/service.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

/** Sends the head of something, then a byte every half second, until the server has had enough. */
async function dribble(head: string): Promise<{ readonly answer: string; readonly seconds: number }> {
  const startedAt = performance.now();
  const socket = connect(Number(new URL(service.url).port), "127.0.0.1");
  socket.on("error", () => {}); // a byte that crossed the server's end
  const bytes = setInterval(() => socket.writable && socket.write("x"), 500);
  socket.write(head);
  const answer = await text(socket);
  clearInterval(bytes);
  socket.destroy();
  return { answer, seconds: (performance.now() - startedAt) / 1000 };
}

test("headers that take more than 10 seconds, a request that takes more than 15: 408, and the end of the connection", async () => {
  const [headers, body] = await Promise.all([
    dribble("GET /health HTTP/1.1\r\nHost: x\r\nX-Slow: "),
    dribble(
      "POST /internal/hooks/site-changed HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{",
    ),
  ]);
  for (const { answer } of [headers, body]) {
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer.split("\r\n\r\n").at(-1)).toBe('{"detail":"Request Timeout"}');
  }
  expect(Math.floor(headers.seconds)).toBeGreaterThanOrEqual(10);
  expect(headers.seconds).toBeLessThan(14);
  expect(Math.floor(body.seconds)).toBeGreaterThanOrEqual(15);
  expect(body.seconds).toBeLessThan(19);
});
