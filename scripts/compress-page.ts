// Beside each text file of the built page its Brotli and gzip form, made once and as small as they get: the server hands
// out what a browser takes. Only files of our own are compressed: nothing secret, and no stranger's text, is in them.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const TEXT = /\.(?:html|js|css|svg)$/;

/** A smaller file is one packet either way. */
const MIN_BYTES = 1_024;

export function compressPage(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => TEXT.test(file))) {
    const file = join(folder, name);
    const bytes = readFileSync(file);
    if (bytes.length < MIN_BYTES) continue;
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
  }
}
