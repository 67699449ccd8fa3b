import type { OfferedPages } from "./offered.ts";
import { mcpServer } from "./server.ts";

/**
 * Answers a client on standard input and output, until input ends or `signal` fires. Nothing else is written to
 * standard output.
 */
export async function serveOnStdio(pages: OfferedPages, signal: AbortSignal): Promise<void> {
  const { StdioServerTransport } = await import("@modelcontextprotocol/sdk/server/stdio.js");
  const server = await mcpServer(pages, signal);
  const ended = Promise.withResolvers<void>();
  server.onclose = ended.resolve;
  const end = () => void server.close();
  // The transport does not notice the end of the input.
  process.stdin.once("end", end);
  signal.addEventListener("abort", end, { once: true });
  await server.connect(new StdioServerTransport());
  if (signal.aborted) end();
  await ended.promise;
  process.stdin.destroy();
}
