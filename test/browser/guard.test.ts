import { createSocket } from "node:dgram";
import { type AddressInfo, createServer, type Socket } from "node:net";
import type { Fetched } from "@llmstxt-service/crawler/fetch";
import { type FetchingOptions, openFetching } from "@llmstxt-service/crawler/fetch/open";
import { afterEach, expect, test } from "vitest";
import { BROWSER } from "../servers/chromium-processes.ts";
import { serveSite } from "../servers/site.ts";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

interface Canary {
  readonly port: number;
  /** First line of whatever a TCP connection sent, and `udp` for each datagram. */
  readonly seen: string[];
}

/** A server inside the operator's network that must not be reached: TCP and UDP on one port. */
async function serveCanary(): Promise<Canary> {
  const seen: string[] = [];
  const open = new Set<Socket>();
  const tcp = createServer((socket) => {
    open.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("data", (bytes) => {
      seen.push(bytes.toString("latin1").split("\r\n", 1)[0] ?? "");
      socket.end("HTTP/1.1 200 OK\r\nAccess-Control-Allow-Origin: *\r\nContent-Length: 6\r\n\r\nSECRET");
    });
  });
  await new Promise<void>((resolve) => tcp.listen(0, "127.0.0.1", resolve));
  const { port } = tcp.address() as AddressInfo;
  const udp = createSocket("udp4", () => seen.push("udp"));
  await new Promise<void>((resolve) => udp.bind(port, "127.0.0.1", resolve));
  closers.push(async () => {
    udp.close();
    for (const socket of open) socket.destroy();
    await new Promise((resolve) => tcp.close(resolve));
  });
  return { port, seen };
}

/** Every known way in which a page can send a request. */
const attack = (port: number) => {
  const canary = `http://127.0.0.1:${port}`;
  return `<!doctype html><title>Attack</title>
<link rel="prefetch" href="${canary}/prefetch"><link rel="preconnect" href="${canary}"><link rel="preload" as="script" href="${canary}/preload">
<link rel="dns-prefetch" href="//localhost"><link rel="stylesheet" href="${canary}/style.css"><link rel="icon" href="${canary}/icon">
<style>@import "${canary}/import.css"; @font-face { font-family: f; src: url(${canary}/font) } p { font-family: f; background: url(${canary}/bg) }</style>
<img src="${canary}/img"><iframe src="${canary}/frame"></iframe><iframe src="/redirect"></iframe><object data="${canary}/object"></object>
<embed src="${canary}/embed"><video src="${canary}/video"></video><script src="${canary}/script"></script><script src="/redirect"></script>
<h1>Text</h1><script>
const attempt = (run) => { try { Promise.resolve(run()).catch(() => {}); } catch {} };
for (const host of ["127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "2130706433", "0.0.0.0", "inside.example"]) {
  const url = "http://" + host + ":${port}/" ;
  attempt(() => fetch(url + "fetch", { mode: "no-cors" }));
  attempt(() => { const x = new XMLHttpRequest(); x.open("POST", url + "xhr"); x.send("x"); });
  attempt(() => navigator.sendBeacon(url + "beacon", "x"));
  attempt(() => new WebSocket("ws://" + host + ":${port}/socket"));
  attempt(() => new EventSource(url + "events"));
  attempt(() => window.open(url + "window"));
}
attempt(() => fetch("/redirect"));
attempt(() => new Worker(URL.createObjectURL(new Blob(["importScripts('${canary}/worker'); fetch('${canary}/worker-fetch')"]))));
attempt(() => navigator.serviceWorker.register("/worker.js"));
attempt(() => new WebTransport("https://127.0.0.1:${port}/transport").ready);
for (const urls of ["stun:127.0.0.1:${port}", "turn:127.0.0.1:${port}?transport=udp", "turn:127.0.0.1:${port}?transport=tcp"]) attempt(() => {
  const peer = new RTCPeerConnection({ iceServers: [{ urls, username: "u", credential: "c" }] });
  peer.createDataChannel("x");
  return peer.createOffer().then((offer) => peer.setLocalDescription(offer));
});
setTimeout(() => {
  const form = Object.assign(document.createElement("form"), { method: "post", action: "${canary}/form", target: "frame" });
  document.body.append(form, Object.assign(document.createElement("iframe"), { name: "frame" }));
  form.submit();
}, 200);
</script>`;
};

async function attackFrom(allowPrivateNetworks: boolean): Promise<{ canary: Canary; fetched: Fetched }> {
  const canary = await serveCanary();
  const site = await serveSite({
    "/": attack(canary.port),
    "/redirect": { status: 302, headers: { location: `http://127.0.0.1:${canary.port}/redirected` } },
    "/worker.js": {
      headers: { "content-type": "text/javascript" },
      body: `fetch("http://127.0.0.1:${canary.port}/service-worker")`,
    },
    "*": { status: 404 },
  });
  closers.push(site.close);
  // A public name that points to an address of ours.
  const resolve: FetchingOptions["resolve"] = async () => [{ address: "127.0.0.1", family: 4 }];
  const fetching = openFetching({ userAgent: "llmstxt-test/1", allowPrivateNetworks, resolve, browser: BROWSER });
  closers.push(fetching.close);
  const read = async ({ rung }: Fetched) => (rung === "plain" ? { problem: "shell" as const } : {});
  const crawl = fetching.forCrawl({ typed: site.origin, read });
  return { canary, fetched: await crawl.page({ url: `${site.origin}/` }, new AbortController().signal) };
}

test("a page in Chromium that tries every way out reaches nothing inside our network", async () => {
  const { canary, fetched } = await attackFrom(false);
  expect(canary.seen).toEqual([]);
  expect(new TextDecoder().decode(fetched.body)).toContain("<h1>Text</h1>");
});

test("with private networks allowed the same page reaches them, by TCP and through our proxy only", async () => {
  const { canary } = await attackFrom(true);
  const paths = canary.seen.map((line) => /^[A-Z]+ \/([a-z-]*)/.exec(line)?.[1] ?? line);
  expect(paths).toEqual(expect.arrayContaining(["fetch", "xhr", "events", "frame", "script", "redirected", "socket"]));
  expect(paths).not.toContain("udp");
});
