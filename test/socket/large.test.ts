import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openClient } from "../servers/client.ts";
import { endProcesses, type ServeProcess, startProcess } from "../servers/process.ts";

let folder: string;
let server: ServeProcess;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "large-"));
  server = await startProcess({ DATA_DIR: folder, DATABASE_URL: "none", BROWSER_ENABLED: "false" });
});
afterAll(async () => {
  await endProcesses();
  await rm(folder, { recursive: true });
});

const MB = 1_048_576;

/** What is sent at once: no test holds 200 MB. */
const CHUNK = randomBytes(65_536);

/** What the service may grow by while it is sent too much: buffers of the kernel's and the runtime's, not the message. */
const MOST_GROWTH_MB = 48;

async function residentMb(): Promise<number> {
  const status = await readFile(`/proc/${server.pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

/** The head of a client's frame with a mask of zeros. */
function head(first: number, bytes: number): Buffer {
  if (bytes < 126) return Buffer.from([first, 0x80 | bytes, 0, 0, 0, 0]);
  const long = Buffer.alloc(14);
  long[0] = first;
  long[1] = 0xff;
  long.writeBigUInt64BE(BigInt(bytes), 2);
  return long;
}

async function shakenHands(): Promise<Socket> {
  const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
  // The server may hang up on what is still being sent.
  socket.on("error", () => {});
  socket.write(
    "GET /ws/crawl HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n" +
      `Sec-WebSocket-Key: ${randomBytes(16).toString("base64")}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
  );
  const [answer] = await once(socket, "data");
  expect(String(answer)).toMatch(/^HTTP\/1\.1 101 [\s\S]*\r\n\r\n$/);
  return socket;
}

interface Sent {
  /** Code of the server's close frame. */
  readonly code: number;
  readonly bytes: number;
  /** Most that the service grew by meanwhile. */
  readonly growthMb: number;
}

/** Sends all that comes, as fast as the service takes it, whatever it says meanwhile. */
async function send(chunks: Iterable<Buffer>): Promise<Sent> {
  const socket = await shakenHands();
  const closing = once(socket, "data");
  const before = await residentMb();
  let most = before;
  let bytes = 0;
  for (const chunk of chunks) {
    if (!socket.writable) break;
    bytes += chunk.length;
    if (!socket.write(chunk)) await Promise.race([once(socket, "drain"), once(socket, "close")]);
    if (bytes % (8 * MB) < chunk.length) most = Math.max(most, await residentMb());
  }
  const [frame] = await closing;
  most = Math.max(most, await residentMb());
  socket.destroy();
  // FIN and opcode 8, the length, then the code.
  expect(frame[0]).toBe(0x88);
  return { code: frame.readUInt16BE(2), bytes, growthMb: most - before };
}

function* frameOf(bytes: number): Generator<Buffer> {
  yield head(0x81, bytes);
  for (let sent = 0; sent < bytes; sent += CHUNK.length) yield CHUNK;
}

/** A text message in pieces of `bytes`, none of which is the last. */
function* fragments(bytes: number, count: number): Generator<Buffer> {
  const payload = Buffer.alloc(bytes, "x");
  yield Buffer.concat([head(0x01, bytes), payload]);
  const piece = Buffer.concat([head(0x00, bytes), payload]);
  const perChunk = Math.ceil(65_536 / piece.length);
  const chunk = Buffer.concat(Array.from({ length: perChunk }, () => piece));
  for (let sent = 1; sent < count; sent += perChunk) yield chunk;
}

test.each([16, 200])(
  "a frame of %i MB: close 1009 long before it is all there, and nothing of it is held",
  async (size) => {
    const sent = await send(frameOf(size * MB));
    expect(sent.code).toBe(1009);
    expect(sent.growthMb).toBeLessThan(MOST_GROWTH_MB);
    // What was on its way when the server hung up.
    expect(sent.bytes).toBeLessThan(size * MB);
  },
);

test("a client that sends 16 MB at once is told 1009", async () => {
  const client = openClient(server.url, "/ws/crawl");
  await client.opened;
  client.socket.on("error", () => {});
  client.send("x".repeat(16 * MB));
  expect(await client.closed).toMatchObject({ code: 1009, messages: [] });
});

test("a message in small pieces that add up to more than 64 KiB: close 1009", async () => {
  expect((await send(fragments(1024, 65))).code).toBe(1009);
});

test("two million pieces of a byte: close 1008, and nothing of them is held", async () => {
  const sent = await send(fragments(1, 2_000_000));
  expect(sent.code).toBe(1008);
  expect(sent.growthMb).toBeLessThan(MOST_GROWTH_MB);
});

test("after all of it the service answers as before", async () => {
  expect(await (await fetch(`${server.url}/health`)).json()).toEqual({ status: "ok" });
});
