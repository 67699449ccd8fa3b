export { answerOverHttp } from "./http.ts";
export { OfferedPages, type ReadText } from "./offered.ts";
export { bundlePages, type ListText, listedPages } from "./open.ts";
export { callTool, MCP_TOOLS, mcpServer } from "./server.ts";
export { serveOnStdio } from "./stdio.ts";
