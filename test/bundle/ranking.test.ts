import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { expect, test } from "vitest";
import { z } from "zod";
import { COMMAND } from "../command/command.ts";
import { only } from "../servers/client.ts";
import { startService } from "../servers/service.ts";
import { serveSite } from "../servers/site.ts";
import { startWorker } from "./worker-server.ts";

const ROOMS = [
  "tides",
  "spring-tides",
  "lamps",
  "lamp-oil",
  "ropes",
  "hemp-ropes",
  "knots",
  "charts",
  "öle/für-lampen",
  "潮汐",
];
const TEXT = "The moon pulls the water, the lamp turns on mercury, and ropes shrink in the rain of the harbour";
const page = (title: string, text: string) =>
  `<!doctype html><title>${title}</title><nav>${ROOMS.map((room) => `<a href="/${room}">${room}</a> `).join("")}</nav><main><h1>${title}</h1><p>${text}.</p></main>`;
const words = TEXT.split(" ");
const answers = {
  "/": page("Harbour", TEXT),
  ...Object.fromEntries(
    ROOMS.map((room, n) => [`/${encodeURI(room)}`, page(room, `All of ${room}: ${words.slice(n, n + 9).join(" ")}`)]),
  ),
};

const Answer = z.object({ content: z.tuple([z.object({ text: z.string() })]) });

async function asking(transport: Transport) {
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transport);
  const call = async (name: string, given: Record<string, string>) =>
    Answer.parse(await client.callTool({ name, arguments: given })).content[0].text;
  return { call, [Symbol.asyncDispose]: () => client.close() };
}

const addressesIn = (text: string): readonly string[] => text.match(/(?<=: )https?:\S+$/gm) ?? [];

test("command and service answer a question alike, and command, service, mirror and Worker an address that is not there", async () => {
  const site = await serveSite(answers);
  const service = await startService();
  try {
    expect(only("url", await service.crawl({ url: site.origin, publish: true }))).toContain(".txt");
    const domain = new URL(site.origin).host.replace(":", "_");
    const folder = join(service.folder, "files", domain);
    const worker = await startWorker(folder);
    const command = new StdioClientTransport({ command: process.execPath, args: [COMMAND, "mcp", folder] });
    await using byCommand = await asking(command);
    await using byService = await asking(new StreamableHTTPClientTransport(new URL(`${service.url}/mcp/${domain}`)));
    for (const question of ["what does the moon do?", "hemp in the rain", "lampen öle", "潮汐", "zeppelin", "the"])
      expect(await byCommand.call("search", { question }), question).toBe(await byService.call("search", { question }));
    for (const path of ["/tide", "/rope/hemp.md", "/docs/LampOil/", "/%C3%B6l", "/潮", "/nothing-like-it"]) {
      const nearest = addressesIn(await byCommand.call("read", { address: path }));
      expect(nearest, path).toHaveLength(5);
      expect(addressesIn(await byService.call("read", { address: site.origin + path })), path).toEqual(nearest);
      const headers = { accept: "text/markdown" };
      for (const other of [`${service.url}/mirror/${domain}`, worker.origin])
        expect(addressesIn(await (await fetch(other + path, { headers })).text()), other + path).toEqual(nearest);
    }
    await worker.close();
  } finally {
    await service.stop();
    await site.close();
  }
});
