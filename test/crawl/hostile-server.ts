import { type AddressInfo, createServer, type Socket } from "node:net";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/** One address of the hostile server: its behaviour, and the expected results of a fetch. */
export interface HostileCase {
  readonly id: string;
  /** Error codes, or `ok`. */
  readonly comesTo: readonly string[];
  /** Most requests a fetch may make of it. Default 1. */
  readonly requests?: number;
  readonly answer: (socket: Socket, path: string, canary: string) => void;
}

const head = (fields: readonly string[], status = "200 OK") =>
  [`HTTP/1.1 ${status}`, "Content-Type: text/html", ...fields, "", ""].join("\r\n");

const BODY = `<title>Page</title><p>${"Some text. ".repeat(40)}`;
const WHOLE = head([`Content-Length: ${BODY.length}`]) + BODY;

const sends =
  (...parts: readonly (string | Buffer)[]) =>
  (socket: Socket) => {
    for (const part of parts) socket.write(part);
    socket.end();
  };

/** Writes as long as the client reads. */
const pours = (first: string, next: string) => (socket: Socket) => {
  socket.write(first);
  const pour = () => {
    if (socket.destroyed) return;
    for (let i = 0; i < 50; i++) if (!socket.write(next)) return void socket.once("drain", pour);
    setImmediate(pour);
  };
  pour();
};

const drips = (first: string, drop: string) => (socket: Socket) => {
  socket.write(first);
  const timer = setInterval(() => socket.write(drop), 100);
  socket.on("close", () => clearInterval(timer));
};

const redirects =
  (location: (path: string, canary: string) => string) => (socket: Socket, path: string, canary: string) =>
    socket.end(head([`Location: ${location(path, canary)}`, "Content-Length: 0"], "302 Found"));

/** Redirects on the server itself, and then to the canary. */
const strays = (hops: number) =>
  redirects((path, canary) => {
    const hop = Number(/\d+$/.exec(path)?.[0] ?? 0);
    return hop < hops ? `${path.replace(/\/\d+$/, "")}/${hop + 1}` : canary;
  });

const coded = (coding: string, body: Buffer) =>
  sends(head([`Content-Encoding: ${coding}`, `Content-Length: ${body.length}`]), body);

const ZEROS = Buffer.alloc(64 * 2 ** 20);
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

export const HOSTILE_CASES: readonly HostileCase[] = [
  { id: "ordinary", comesTo: ["ok"], answer: sends(WHOLE) },
  { id: "garbage", comesTo: ["bad_response"], answer: sends("HELLO WORLD\r\n\r\n") },
  { id: "body-without-head", comesTo: ["bad_response"], answer: sends(BODY) },
  { id: "http3", comesTo: ["bad_response"], answer: sends(WHOLE.replace("HTTP/1.1", "HTTP/3.0")) },
  { id: "status-999", comesTo: ["http_status", "bad_response"], answer: sends(WHOLE.replace("200 OK", "999 Nope")) },
  { id: "header-64k", comesTo: ["bad_response"], answer: sends(head([`X: ${"a".repeat(65_536)}`]), BODY) },
  {
    id: "headers-endless",
    comesTo: ["bad_response"],
    answer: pours("HTTP/1.1 200 OK\r\n", `X: ${"v".repeat(100)}\r\n`),
  },
  { id: "headers-dripping", comesTo: ["timeout"], answer: drips("HTTP/1.1 200 OK\r\nX: ", "a") },
  { id: "headers-never", comesTo: ["timeout"], answer: () => undefined },
  { id: "continue-flood", comesTo: ["bad_response"], answer: pours("", "HTTP/1.1 100 Continue\r\n\r\n") },
  {
    id: "early-hints-flood",
    comesTo: ["bad_response"],
    answer: sends("HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n".repeat(10_000), WHOLE),
  },
  {
    id: "switching-unasked",
    comesTo: ["bad_response"],
    answer: sends("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n"),
  },
  { id: "closed-at-once", comesTo: ["connection"], requests: 3, answer: (socket) => socket.destroy() },
  {
    id: "reset-in-the-body",
    comesTo: ["connection"],
    requests: 3,
    answer: (socket) => socket.write(WHOLE.slice(0, 200), () => socket.resetAndDestroy()),
  },
  {
    id: "length-too-long",
    comesTo: ["connection", "bad_response"],
    requests: 3,
    answer: sends(head(["Content-Length: 99999"]), BODY),
  },
  {
    id: "length-twice",
    comesTo: ["bad_response"],
    answer: sends(head(["Content-Length: 5", "Content-Length: 6"]), BODY),
  },
  {
    id: "chunks-broken",
    comesTo: ["bad_response"],
    answer: sends(head(["Transfer-Encoding: chunked"]), "zz\r\nhello\r\n0\r\n\r\n"),
  },
  { id: "two-answers", comesTo: ["ok"], answer: sends(WHOLE, WHOLE) },
  { id: "body-dripping", comesTo: ["timeout"], answer: drips(head([]), "x") },
  {
    id: "body-endless",
    comesTo: ["too_large", "timeout"],
    answer: pours(head([]), "<p>again and again</p>\n".repeat(1000)),
  },
  {
    id: "length-10-gb",
    comesTo: ["too_large"],
    answer: pours(head(["Content-Length: 10737418240"]), "x".repeat(65_536)),
  },
  {
    id: "events-endless",
    comesTo: ["unsupported_type"],
    answer: drips(head([]).replace("text/html", "text/event-stream"), "data: x\n\n"),
  },
  { id: "gzip-bomb", comesTo: ["too_large"], answer: coded("gzip", gzipSync(ZEROS)) },
  { id: "brotli-bomb", comesTo: ["too_large"], answer: coded("br", brotliCompressSync(ZEROS, BROTLI)) },
  {
    id: "gzip-50-times",
    comesTo: ["unsupported_coding"],
    answer: coded(Array(50).fill("gzip").join(", "), gzipSync(BODY)),
  },
  { id: "gzip-that-is-none", comesTo: ["ok"], answer: coded("gzip", Buffer.from(BODY)) },
  { id: "gzip-cut-short", comesTo: ["bad_response"], answer: coded("gzip", gzipSync(BODY.repeat(9)).subarray(0, 60)) },
  {
    id: "redirect-circle",
    comesTo: ["too_many_redirects"],
    requests: 2,
    answer: redirects((path) => (path.endsWith("?b") ? path.slice(0, -2) : `${path}?b`)),
  },
  { id: "redirect-for-ever", comesTo: ["too_many_redirects"], requests: 11, answer: strays(99) },
  { id: "redirect-nowhere", comesTo: ["bad_redirect"], answer: redirects(() => "http://[") },
  { id: "redirect-long", comesTo: ["bad_redirect"], answer: redirects(() => `/${"a".repeat(12_000)}`) },
  { id: "redirect-file", comesTo: ["bad_redirect"], answer: redirects(() => "file:///etc/passwd") },
  { id: "redirect-inside", comesTo: ["address_not_allowed"], answer: strays(0) },
  { id: "redirect-inside-later", comesTo: ["address_not_allowed"], requests: 6, answer: strays(5) },
  {
    id: "redirect-inside-decimal",
    comesTo: ["address_not_allowed"],
    answer: redirects((_, canary) => canary.replace("127.0.0.1", "2130706433")),
  },
  {
    id: "redirect-inside-mapped",
    comesTo: ["address_not_allowed"],
    answer: redirects((_, canary) => canary.replace("127.0.0.1", "[::ffff:7f00:1]")),
  },
  {
    id: "redirect-inside-by-name",
    comesTo: ["address_not_allowed"],
    answer: redirects((_, canary) => canary.replace("127.0.0.1", "inside.example")),
  },
  {
    id: "redirect-inside-user",
    comesTo: ["bad_redirect"],
    answer: redirects((_, canary) => canary.replace("//", "//example.com@")),
  },
];

export interface Hostile {
  /** Port of the server; `/<id>` is a case. */
  readonly port: number;
  /** Requests of each case. */
  readonly requests: ReadonlyMap<string, number>;
  /** Number of connections to the forbidden address. */
  readonly canaryHits: () => number;
  readonly sockets: () => number;
  close(): Promise<void>;
}

/** Serves the cases on raw sockets, since Node's HTTP server would not send most of them. */
export async function serveHostile(): Promise<Hostile> {
  const requests = new Map<string, number>();
  const sockets = new Set<Socket>();
  let canaryHits = 0;
  const canary = createServer((socket) => {
    canaryHits++;
    socket.on("error", () => undefined).end(WHOLE);
  });
  const canaryPort = await listen(canary);
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    // The client hangs up on most of what comes here.
    socket.on("error", () => socket.destroy());
    socket.once("data", (bytes) => {
      const path = bytes.toString("latin1").split(" ", 2)[1] ?? "/";
      const id = path.split(/[/?]/)[1] ?? "";
      requests.set(id, (requests.get(id) ?? 0) + 1);
      const found = HOSTILE_CASES.find((one) => one.id === id);
      if (found === undefined) socket.destroy();
      else found.answer(socket, path, `http://127.0.0.1:${canaryPort}/`);
    });
  });
  const port = await listen(server);
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    await Promise.all([server, canary].map((one) => new Promise((resolve) => one.close(resolve))));
  };
  return { port, requests, canaryHits: () => canaryHits, sockets: () => sockets.size, close };
}

async function listen(server: ReturnType<typeof createServer>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}
