import type { OfferedPages } from "./offered.ts";
import { mcpServer } from "./server.ts";

export { OfferedPages, type ReadText } from "./offered.ts";
export { bundlePages, type ListText, listedPages } from "./open.ts";
export { callTool, MCP_TOOLS, mcpServer } from "./server.ts";

/** Answers a message, the parsed body, by streamable HTTP without sessions and streams: each answer is one JSON text. */
export async function answerOverHttp(
  pages: OfferedPages,
  { request, body }: { readonly request: Request; readonly body: unknown },
  signal: AbortSignal,
): Promise<Response> {
  const { WebStandardStreamableHTTPServerTransport: Transport } = await import(
    "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js"
  );
  const server = await mcpServer(pages, signal);
  try {
    const transport = new Transport({ enableJsonResponse: true });
    await server.connect(transport);
    return await transport.handleRequest(request, { parsedBody: body });
  } finally {
    await server.close();
  }
}

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
