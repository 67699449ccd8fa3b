import { connect, type Socket } from "node:net";
import { expect, test } from "vitest";
import { startService } from "../servers/service.ts";

/** Whether nobody listens there any more. */
async function refused(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  return await new Promise<boolean>((resolve) => {
    socket.once("error", () => resolve(true));
    socket.once("connect", () => resolve(false));
  }).finally(() => socket.destroy());
}

/** Everything that is said until the connection ends. */
async function said(socket: Socket): Promise<string> {
  let text = "";
  for await (const chunk of socket) text += chunk;
  return text;
}

test("a request on an open connection while the server closes: 503 with a detail, and the end of the connection", async () => {
  const asked = Promise.withResolvers<void>();
  const letGo = Promise.withResolvers<void>();
  const service = await startService({
    patience: { closeMs: 20_000 },
    database: async () => {
      asked.resolve();
      await letGo.promise;
      return "none";
    },
  });
  const port = Number(new URL(service.url).port);
  const socket = connect(port, "127.0.0.1");
  const answers = said(socket);
  socket.write("GET /ready HTTP/1.1\r\nHost: x\r\n\r\n");
  await asked.promise;
  const stopped = service.stop();
  while (!(await refused(port)));
  for (const path of ["/health", "/nothing"]) socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  letGo.resolve();
  const [, first = "", ...rest] = (await answers).split("HTTP/1.1 ");
  expect(first).toMatch(/^200 [\s\S]*\r\n\r\n\{"status":"ready","database":"none"\}$/);
  expect(rest.length).toBeGreaterThan(0);
  for (const answer of rest) {
    expect(answer).toMatch(/^503 [\s\S]*\r\n\r\n\{"detail":"Stopping"\}$/);
    expect(answer).toMatch(/^connection: close\r$/im);
  }
  await stopped;
});
