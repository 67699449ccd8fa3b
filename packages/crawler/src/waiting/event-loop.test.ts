import { createServer, get } from "node:http";
import { expect, test } from "vitest";
import { yieldToEventLoop } from "./event-loop.ts";

test("a request is answered between two heavy steps that were asked for at once", async () => {
  const events: string[] = [];
  const server = createServer((_request, response) => {
    events.push("answered");
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const step = async (name: string) => {
    await yieldToEventLoop();
    events.push(name);
    const until = performance.now() + 20;
    while (performance.now() < until);
  };
  const answered = new Promise((resolve) =>
    get({ port, host: "127.0.0.1" }, (response) => response.resume().on("end", resolve)),
  );
  await Promise.all([answered, ...Array.from({ length: 40 }, (_, n) => step(`step ${n}`))]);
  expect(events.indexOf("answered")).toBeLessThan(events.indexOf("step 39"));
  server.close();
});
