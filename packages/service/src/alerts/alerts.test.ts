import { createHmac, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterEach, expect, test } from "vitest";
import { readConfig } from "../settings/config.ts";
import { type AlertSender, openAlertSender, type SentAlert } from "./alerts.ts";

// Against a real receiver that checks signatures, and a real mail server.

const SECRET = "between-the-two-of-us";
const never = new AbortController().signal;
const ALERT: SentAlert = {
  id: "0e1b6d1c-4a51-4f0e-8b7e-5bb2c8b3c001",
  type: "failing",
  site: "8c0f3c52-5f0f-4d3e-9d64-0d3a3a3f6c11",
  baseUrl: "https://täst.example/",
  at: "2026-11-22T10:00:00.000Z",
  reason: "timeout after 10 s\r\nBcc: all@evil.example",
  fileUrl: null,
};

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

interface Posted {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Answers what it is told; 401 where the signature is wrong. */
async function receiver(status = 200): Promise<{ url: string; posted: Posted[] }> {
  const posted: Posted[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += chunk;
    posted.push({ headers: request.headers, body });
    response.writeHead(isSigned(posted.at(-1)) ? status : 401, { location: "/elsewhere" }).end("thanks".repeat(50_000));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  closing.push(
    () => server.close(),
    () => server.closeAllConnections(),
  );
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?key=1`, posted };
}

function isSigned(posted: Posted | undefined): boolean {
  const given = String(posted?.headers["x-signature"] ?? "");
  const expected = `sha256=${createHmac("sha256", SECRET)
    .update(posted?.body ?? "")
    .digest("hex")}`;
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
}

function sender(environment: Readonly<Record<string, string>>): AlertSender {
  const opened = openAlertSender(readConfig({ ALERT_WEBHOOK_SECRET: SECRET, ...environment }));
  closing.push(() => opened.close());
  return opened;
}

test("an alert is posted as JSON with a signature of its bytes, to the service's address though it is private", async () => {
  const { url, posted } = await receiver(204);
  await sender({ ALERT_WEBHOOK_URL: url }).send(ALERT, { channel: "webhook", address: null }, never);
  expect(posted).toHaveLength(1);
  expect(JSON.parse(posted[0]?.body ?? "")).toEqual(ALERT);
  expect(posted[0]?.headers).toMatchObject({ "content-type": "application/json" });
});

test("a receiver that is told nothing of the secret, refuses, redirects or is gone, is a failure that says why", async () => {
  const [refusing, redirecting] = [await receiver(500), await receiver(302)];
  const to = (url: string, more = {}) =>
    sender({ ALERT_WEBHOOK_URL: url, ...more }).send(ALERT, { channel: "webhook", address: null }, never);
  await expect(to(refusing.url)).rejects.toThrow("500 Internal Server Error");
  await expect(to(redirecting.url)).rejects.toThrow("302");
  expect(redirecting.posted).toHaveLength(1);
  await expect(to(refusing.url, { ALERT_WEBHOOK_SECRET: "" })).rejects.toThrow("401 Unauthorized");
  expect(refusing.posted.at(-1)?.headers["x-signature"]).toBeUndefined();
  await expect(to("http://127.0.0.1:1/")).rejects.toThrow();
  await expect(sender({}).send(ALERT, { channel: "webhook", address: null }, never)).rejects.toThrow(
    "ALERT_WEBHOOK_URL is not set",
  );
});

test("an address that a site names is guarded as those of a crawl are", async () => {
  const { url, posted } = await receiver();
  const to = { channel: "webhook", address: url } as const;
  for (const private_ of [
    url,
    url.replace("127.0.0.1", "localhost"),
    url.replace("127.0.0.1", "[::1]"),
    "http://169.254.169.254/",
  ])
    await expect(sender({}).send(ALERT, { channel: "webhook", address: private_ }, never)).rejects.toThrow(
      "not allowed",
    );
  expect(posted).toEqual([]);
  await sender({ ALLOW_PRIVATE_NETWORKS: "true" }).send(ALERT, to, never);
  expect(posted).toHaveLength(1);
});

interface Mail {
  readonly from: string;
  readonly to: readonly string[];
  readonly text: string;
}

async function mailServer(): Promise<{ port: number; mails: Mail[] }> {
  const mails: Mail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      password === "p@ss" ? done(null, { user: username }) : done(new Error("wrong password")),
    async onData(stream, { envelope }, done) {
      let text = "";
      for await (const chunk of stream) text += String(chunk);
      mails.push({
        from: envelope.mailFrom === false ? "" : (envelope.mailFrom?.address ?? ""),
        to: envelope.rcptTo.map(({ address }) => address),
        text,
      });
      done();
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => new Promise<void>((resolve) => server.close(resolve)));
  return { port: (server.server.address() as AddressInfo).port, mails };
}

test("an alert is mailed in words, and a site's text adds no field to it", async () => {
  const { port, mails } = await mailServer();
  const to = { channel: "email", address: "client@agency.example" } as const;
  const settings = { SMTP_URL: `smtp://alerts%40agency.example:p%40ss@127.0.0.1:${port}` };
  await sender(settings).send(ALERT, to, never);
  expect(mails).toHaveLength(1);
  const { from, to: rcpt, text = "" } = mails[0] ?? {};
  expect([from, rcpt]).toEqual(["alerts@agency.example", ["client@agency.example"]]);
  const [head = "", ...body] = text.split("\r\n\r\n");
  expect(head).not.toMatch(/^Bcc/im);
  expect(head).toMatch(/^Subject: .*(?:Recrawls|Recrawls_fail)/m);
  expect(body.join("\n")).toContain("Three recrawls in a row have failed");
  await sender({ SMTP_URL: `smtp://127.0.0.1:${port}`, ALERT_FROM: "me@a.example" }).send(ALERT, to, never);
  expect(mails[1]?.from).toBe("me@a.example");
  const wrong = sender({ SMTP_URL: `smtp://x%40a.example:no@127.0.0.1:${port}` }).send(ALERT, to, never);
  await expect(wrong).rejects.toThrow("wrong password");
});

test("a site that names no mailbox is told of at the settings' one, and no secret is shown of a receiver", async () => {
  const { port, mails } = await mailServer();
  const opened = sender({
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    ALERT_EMAIL: "ops@a.example",
    ALERT_WEBHOOK_URL: "https://hooks.example/secret",
  });
  await opened.send(ALERT, { channel: "email", address: null }, never);
  expect(mails[0]?.to).toEqual(["ops@a.example"]);
  const names = [null, "https://own.example/secret"].map((address) => opened.nameOf({ channel: "webhook", address }));
  expect(names).toEqual(["ALERT_WEBHOOK_URL", "https://own.example"]);
  expect(sender({ ALERT_EMAIL: "ops@a.example" }).settings.channels.email).toMatchObject({
    isOpen: false,
    otherwise: null,
  });
});
