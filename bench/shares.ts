// How evenly a service serves its clients: crawls from addresses of their own, and an index of what each had.
import { openClient } from "../test/servers/client.ts";

/** Without a key each address is a client: the one whose crawls are timed has its own. */
export const OWN_ADDRESS = "127.0.0.2";

/** Clients that want the same. */
export const EQUAL = 8;
/** Address of one of several clients. @param client 0 to 253 */
export const addressOf = (client: number): string => `127.0.1.${client + 1}`;

/** Largest factor on the time of a small crawl beside others, over that alone. */
export const MOST_TIMES = 3;
/** Least index of Jain over equal clients. */
export const LEAST_JAIN = 0.9;

/** A crawl over the WebSocket. @param localAddress the client @returns the pages in the document */
export async function crawlFrom(
  localAddress: string,
  service: string,
  request: { readonly url: string; readonly maxPages: number },
): Promise<number> {
  const client = openClient(service, "/ws/crawl", { localAddress });
  await client.opened;
  client.send(request);
  const { messages } = await client.closed;
  const text = JSON.stringify(messages.find(({ type }) => type === "result") ?? "");
  return Number(/Pages: (\d+)/.exec(text)?.[1] ?? 0);
}

/** Jain's index: 1 where all have the same, 1/n where one has everything (Jain, Chiu, Hawe 1984). */
export const jain = (parts: readonly number[]): number =>
  parts.reduce((sum, part) => sum + part, 0) ** 2 / (parts.length * parts.reduce((sum, part) => sum + part ** 2, 0));
