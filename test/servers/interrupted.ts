import { type Closed, openClient } from "./client.ts";
import type { ServeProcess } from "./process.ts";

interface Interruption {
  readonly server: ServeProcess;
  readonly siteUrl: string;
  readonly clients: number;
  /** SIGTERM is sent when the first client has had this many messages. */
  readonly afterMessages: number;
}

export interface Interrupted {
  readonly closed: readonly Closed[];
  readonly exit: number | NodeJS.Signals;
  /** From SIGTERM to the end of the process. */
  readonly seconds: number;
}

/** Several clients crawl a site, and in the middle of it the server is told to stop. */
export async function interrupted({ server, siteUrl, clients, afterMessages }: Interruption): Promise<Interrupted> {
  const crawls = Array.from({ length: clients }, () => openClient(server.url, "/ws/crawl"));
  await Promise.all(crawls.map(({ opened }) => opened));
  for (const client of crawls) client.send({ url: siteUrl, maxPages: 1000 });
  const [first] = crawls;
  if (first !== undefined) await Promise.race([messageCount(first, afterMessages), first.closed]);
  const startedAt = performance.now();
  server.kill("SIGTERM");
  const closed = await Promise.all(crawls.map((client) => client.closed));
  const exit = await server.exited;
  return { closed, exit, seconds: (performance.now() - startedAt) / 1000 };
}

async function messageCount({ messages, socket }: ReturnType<typeof openClient>, count: number): Promise<void> {
  while (messages.length < count) await new Promise((resolve) => socket.once("message", resolve));
}
