import { yieldToEventLoop } from "@llmstxt-service/crawler/waiting/event-loop";
import { Zip, ZipDeflate } from "fflate";

/** The date of every entry, so that the same files are the same bytes: the first that the format knows. */
const DATE = new Date(1980, 0, 1);

/** A zip of the files as it grows, one file in memory at a time. */
export async function* zipped(
  files: AsyncIterable<{ readonly path: string; readonly text: string }>,
): AsyncGenerator<Uint8Array, void> {
  const chunks: Uint8Array[] = [];
  const failures: Error[] = [];
  const zip = new Zip((error, chunk) => void (error ? failures.push(error) : chunks.push(chunk)));
  for await (const { path, text } of files) {
    const entry = new ZipDeflate(path, { level: 6 });
    entry.mtime = DATE;
    zip.add(entry);
    entry.push(new TextEncoder().encode(text), true);
    yield* chunks.splice(0);
    if (failures[0]) throw failures[0];
    await yieldToEventLoop();
  }
  zip.end();
  yield* chunks;
}
