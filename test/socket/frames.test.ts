import { randomBytes } from "node:crypto";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { crawled } from "../servers/crawled.ts";
import { type Service, startService } from "../servers/service.ts";

let service: Service;
beforeAll(async () => {
  service = await startService({ crawl: async () => crawled() });
});
afterAll(() => service.stop());

const HANDSHAKE = {
  Host: "localhost",
  Upgrade: "websocket",
  Connection: "Upgrade",
  "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
  "Sec-WebSocket-Version": "13",
};

function request(line: string, fields: Readonly<Record<string, string>>): string {
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${line}\r\n${lines.join("")}\r\n`;
}

function open(): Socket {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => {});
  return socket;
}

/** Everything the server says until it hangs up. */
async function said(socket: Socket): Promise<Buffer> {
  const chunks: Buffer[] = [];
  socket.on("data", (chunk) => chunks.push(chunk));
  await new Promise((resolve) => socket.once("close", resolve));
  return Buffer.concat(chunks);
}

/** The status of the answer, after which the server hangs up. */
async function status(text: string): Promise<number> {
  const socket = open();
  socket.end(text);
  return Number((await said(socket)).toString("latin1").split(" ")[1]);
}

/** Shakes hands, sends one frame, and returns the code of the server's close frame. */
async function closeCode(frame: Buffer): Promise<number> {
  const socket = open();
  socket.write(request("GET /ws/crawl HTTP/1.1", HANDSHAKE));
  socket.write(frame);
  const everything = await said(socket);
  const frames = everything.subarray(everything.indexOf("\r\n\r\n") + 4);
  // The only frame: FIN and opcode 8, the length, then the code.
  expect(frames[0]).toBe(0x88);
  return frames.readUInt16BE(2);
}

/** A client's frame, masked with zeros unless told otherwise. */
function frame(first: number, payload: Buffer, isMasked = true): Buffer {
  const length = Buffer.from([(isMasked ? 0x80 : 0) | payload.length]);
  return Buffer.concat([Buffer.from([first]), length, ...(isMasked ? [Buffer.alloc(4)] : []), payload]);
}

test("a client's frame without a mask: close 1002", async () => {
  expect(await closeCode(frame(0x81, Buffer.from("{}"), false))).toBe(1002);
});

test("a text frame that is not UTF-8: close 1007", async () => {
  expect(await closeCode(frame(0x81, Buffer.from([0xc3, 0x28])))).toBe(1007);
});

test("reserved bits or an unknown opcode: close 1002", async () => {
  expect(await closeCode(frame(0xc1, Buffer.from("{}")))).toBe(1002);
  expect(await closeCode(frame(0x83, Buffer.from("{}")))).toBe(1002);
});

test("an upgrade anywhere else is refused, and the connection closed", async () => {
  for (const path of ["/", "/health", "/ws/crawl/../x", "//ws/crawl", "/ws/crawl/x", "/files/x"]) {
    expect([path, await status(request(`GET ${path} HTTP/1.1`, HANDSHAKE))]).toEqual([path, 404]);
  }
});

test("a handshake that is none is refused, and the connection closed", async () => {
  const { "Sec-WebSocket-Key": _, ...keyless } = HANDSHAKE;
  expect(await status(request("GET /ws/crawl HTTP/1.1", keyless))).toBe(400);
  expect(await status(request("GET /ws/crawl HTTP/1.1", { ...HANDSHAKE, "Sec-WebSocket-Key": "short" }))).toBe(400);
  expect(await status(request("GET /ws/crawl HTTP/1.1", { ...HANDSHAKE, "Sec-WebSocket-Version": "7" }))).toBe(400);
  expect(await status(request("POST /ws/crawl HTTP/1.1", HANDSHAKE))).toBe(404);
  expect(await status(request("GET /ws/crawl HTTP/1.1", { ...HANDSHAKE, Pad: "x".repeat(65_536) }))).toBe(431);
  expect(await status(request("GET /ws/crawl HTTP/1.0", HANDSHAKE))).toBeGreaterThanOrEqual(400);
  expect(await status(request("GET /ws/crawl?token=x HTTP/1.1", { Host: "x", Connection: "close" }))).toBe(426);
});

test("a request and its handshake in one packet are both heard", async () => {
  const socket = open();
  const message = Buffer.from('{"url":"https://x.dev"}');
  socket.write(
    Buffer.concat([
      Buffer.from(request("GET /ws/crawl HTTP/1.1", HANDSHAKE)),
      frame(0x81, message),
      // An answer to the close that will come.
      frame(0x88, Buffer.from([0x03, 0xe8])),
    ]),
  );
  expect((await said(socket)).toString("latin1")).toContain("101 Switching Protocols");
});

test("noise instead of HTTP is answered with 400 and closed", async () => {
  expect(await status(`${randomBytes(200).toString("latin1")}\r\n\r\n`)).toBe(400);
});

test("clients that close with any code, with none, or without a word are handled the same", async () => {
  for (const leave of [[1000], [], [4999]] as const) {
    const client = service.connect();
    await client.opened;
    client.socket.close(...leave);
    expect((await client.closed).messages).toEqual([]);
  }
  const rude = service.connect();
  await rude.opened;
  rude.socket.terminate();
  await rude.closed;
  expect((await fetch(`${service.url}/health`)).status).toBe(200);
});
