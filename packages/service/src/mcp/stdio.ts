import type { OfferedPages } from "./offered.ts";
import { mcpServer } from "./server.ts";

/** Answers a model's program on standard input and output, until that ends or `signal` fires. Standard output has nothing else. */
export async function serveOnStdio(pages: OfferedPages, signal: AbortSignal): Promise<void> {
  const { StdioServerTransport } = await import("@modelcontextprotocol/sdk/server/stdio.js");
  const server = await mcpServer(pages, signal);
  const ended = Promise.withResolvers<void>();
  server.onclose = ended.resolve;
  const end = () => void server.close();
  // The transport itself waits for ever.
  process.stdin.once("end", end);
  signal.addEventListener("abort", end, { once: true });
  await server.connect(new StdioServerTransport());
  if (signal.aborted) end();
  await ended.promise;
  process.stdin.destroy();
}
