import { join } from "node:path";
import { expect, test } from "vitest";
import { COMMAND, temporaryFolder } from "../command/command.ts";
import { ending, only, openClient } from "../servers/client.ts";
import { startProcess } from "../servers/process.ts";
import { serveSite } from "../servers/site.ts";
import { ready } from "./crawling.ts";

const paragraphs = Array.from(
  { length: 1_000 },
  (_, at) => `<p>Rope number ${at} is spliced with ${at + 1} tucks.</p>`,
);

test("the built service starts its threads from its own files", async () => {
  await using service = await startProcess(
    { DATA_DIR: join(temporaryFolder(), "data"), ALLOW_PRIVATE_NETWORKS: "true", RECRAWL_SCHEDULE: "" },
    { command: COMMAND },
  );
  const site = await serveSite({
    "/": '<title>Ropes</title><h1>Ropes</h1><p>All about ropes and knots.</p><a href="/long">Long</a>',
    // Large enough for a thread.
    "/long": `<title>Long</title><h1>Long</h1>${paragraphs.join("")}`,
  });
  await ready(service.url);
  const client = openClient(service.url, "/ws/crawl");
  await client.opened;
  client.send({ url: site.origin, enableAutoUpdate: true });
  const closed = await client.closed;
  await site.close();
  expect(ending(closed)).toEqual(["result", "url", "close 1000"]);
  expect(only("result", closed)).toContain("- [Long](");
  expect(closed.messages).toContainEqual({ type: "log", content: "Auto-update enabled for this site" });
});
