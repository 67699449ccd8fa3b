import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { type AddressInfo, connect, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { CERTIFICATE, CERTIFICATE_KEY } from "./certificate.ts";

export interface ForwardProxyOptions {
  /** `user:password`; without it no credentials are needed. */
  readonly credentials?: string;
  /** Servers by host and port; all other hosts are unknown to the proxy. */
  readonly hosts: Readonly<Record<string, { readonly port: number }>>;
  /** Answered to every request instead. */
  readonly refuses?: number;
  readonly secure?: true;
}

export interface ForwardProxyServer {
  /** `http://127.0.0.1:<port>` or `https://…` */
  readonly origin: string;
  /** The first line of every request, in the order of arrival. */
  readonly requests: readonly string[];
  close(): Promise<void>;
}

/** A small real proxy: `CONNECT`, and requests in absolute form. It forwards no proxy headers. */
export async function serveForwardProxy(options: ForwardProxyOptions): Promise<ForwardProxyServer> {
  const { hosts, secure } = options;
  const requests: string[] = [];
  const sockets = new Set<Duplex>();
  const keep = (socket: Duplex) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => socket.destroy());
  };
  const server: Server = secure ? createSecureServer({ cert: CERTIFICATE, key: CERTIFICATE_KEY }) : createServer();
  server.on("connection", (socket: Socket) => keep(socket));
  server.on("request", (asked: IncomingMessage, answer: ServerResponse) => {
    requests.push(`${asked.method} ${asked.url}`);
    const { host, pathname, search } = new URL(asked.url ?? "");
    const status = refusal(options, asked) ?? (hosts[host] === undefined ? 502 : undefined);
    if (status !== undefined) return answer.writeHead(status, { "proxy-authenticate": 'Basic realm="p"' }).end();
    const { "proxy-authorization": _, ...headers } = asked.headers;
    const to = { host: "127.0.0.1", port: hosts[host]?.port, method: asked.method, path: pathname + search };
    const onward = request({ ...to, headers }, (site) => {
      answer.writeHead(site.statusCode ?? 502, site.headers);
      site.pipe(answer);
    });
    asked.pipe(onward.on("error", () => answer.destroy()));
  });
  server.on("connect", (asked: IncomingMessage, client: Duplex) => {
    requests.push(`CONNECT ${asked.url}`);
    keep(client);
    const port = hosts[asked.url ?? ""]?.port;
    const status = refusal(options, asked) ?? (port === undefined ? 502 : undefined);
    if (port === undefined || status !== undefined)
      return client.end(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\n\r\n`);
    const site = connect(port, "127.0.0.1", () => {
      client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      client.pipe(site).pipe(client);
    });
    keep(site);
    client.on("close", () => site.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `${secure ? "https" : "http"}://127.0.0.1:${port}`,
    requests,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function refusal({ credentials, refuses }: ForwardProxyOptions, { headers }: IncomingMessage): number | undefined {
  const known = credentials === undefined ? undefined : `Basic ${btoa(credentials)}`;
  if (known !== undefined && headers["proxy-authorization"] !== known) return 407;
  return refuses;
}
