// A crawl by the service: SERVICE=https://llms.example API_KEY=… node websocket-client.mjs https://example.com > llms.txt
// Progress goes to stderr, the text to stdout. Node 22 or newer: it has WebSocket built in.
const service = process.env.SERVICE ?? "http://localhost:8000";
const apiKey = process.env.API_KEY;
const request = { url: process.argv[2] ?? "https://example.com", maxPages: 50, enableAutoUpdate: false };

/** The key opens no socket by itself: it is exchanged for a token of five minutes, which is all an address ever holds. */
async function token() {
  const answer = await fetch(new URL("/auth/token", service), { method: "POST", headers: { "X-API-Key": apiKey } });
  if (!answer.ok) throw new Error(`POST /auth/token: ${answer.status} ${await answer.text()}`);
  return (await answer.json()).token;
}

const address = new URL("/ws/crawl", service.replace(/^http/, "ws"));
if (apiKey) address.searchParams.set("token", await token());

const socket = new WebSocket(address);
socket.addEventListener("open", () => socket.send(JSON.stringify(request)));
socket.addEventListener("message", ({ data }) => {
  const { type, content } = JSON.parse(data);
  if (type === "result") process.stdout.write(content);
  else console.error(type === "log" ? content : `${type}: ${content}`);
  if (type === "error") process.exitCode = 1;
});
socket.addEventListener("close", ({ code, reason }) => {
  if (code === 1000) return;
  console.error(`closed: ${code} ${reason}`);
  process.exitCode = 1;
});
