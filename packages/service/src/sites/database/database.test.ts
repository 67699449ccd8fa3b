import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { expect, test } from "vitest";
import { Database } from "./database.ts";

test("a caller that waits for the first try to open the database hears how it ended, not that it goes on", async () => {
  // A server that takes the connection and says nothing until it breaks it.
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const url = `postgres://u:p@127.0.0.1:${address.port}/d`;
  const database = new Database({ type: "postgres", url }, () => {});
  try {
    const [socket] = (await once(server, "connection")) as [Socket];
    let isOver = false;
    const tried = database.tried().then(() => {
      isOver = true;
    });
    expect([isOver, database.isOpening]).toEqual([false, true]);
    socket?.destroy();
    await tried;
    expect(database.isOpening).toBe(false);
    await expect(database.connection()).rejects.toThrow(/^Database unavailable: (?!Still being opened)/);
  } finally {
    server.close();
    await database.close();
  }
});
