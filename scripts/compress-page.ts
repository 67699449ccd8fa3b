// Writes the Brotli and gzip form beside each text file of the built page, as small as possible: the server sends the
// one that a browser accepts. Only our own files are compressed: none holds a secret or untrusted text.
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
