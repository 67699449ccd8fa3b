import type { OfferedPages } from "./offered.ts";
import { mcpServer } from "./server.ts";

export interface McpRequest {
  readonly request: Request;
  /** The body of `request`, parsed. */
  readonly body: unknown;
}

/** Answers by streamable HTTP, without sessions and streams: each answer is one JSON text. */
export async function answerOverHttp(
  pages: OfferedPages,
  { request, body }: McpRequest,
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
