import { expect, test } from "vitest";
import { readEvents } from "./event-stream.ts";

async function* inPieces(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

test("a stream of events is read whole, however it is cut, and comments are passed over", async () => {
  const text =
    ':\n\nid: 1\nevent: site\ndata: {"a":"é: x"}\n\n:\n\nid: 2\nevent: page\ndata: {}\n\nid: 3\nevent: page\nda';
  for (const size of [1, 7, 1000]) {
    const read: unknown[] = [];
    for await (const event of readEvents(inPieces(text, size))) read.push(event);
    expect(read).toEqual([
      { number: 1, data: '{"a":"é: x"}' },
      { number: 2, data: "{}" },
    ]);
  }
});
