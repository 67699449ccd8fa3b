interface StreamedEvent {
  readonly number: number;
  readonly data: string;
}

/** Events of a `text/event-stream` as this server writes it: each has a number and one line of data. */
export async function* readEvents(chunks: AsyncIterable<string>): AsyncGenerator<StreamedEvent> {
  let rest = "";
  for await (const chunk of chunks) {
    const blocks = (rest + chunk).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const number = Number(/^id: (\d+)$/m.exec(block)?.[1] ?? 0);
      const data = /^data: (.*)$/m.exec(block)?.[1];
      // Blocks without data are comments that keep the connection open.
      if (data !== undefined) yield { number, data };
    }
  }
}
