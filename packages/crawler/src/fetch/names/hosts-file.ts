import { readFile, stat } from "node:fs/promises";
import { isIP } from "node:net";
import { join } from "node:path";
import type { ResolvedAddress } from "./resolve.ts";

type Entries = ReadonlyMap<string, readonly ResolvedAddress[]>;

const HOSTS_FILE =
  process.platform === "win32" ? join(process.env.SystemRoot ?? "", "System32/drivers/etc/hosts") : "/etc/hosts";

/** A change of the file is noticed after this long. */
const CHECK_MS = 5_000;

/** The machine's own list of names (hosts(5)), which goes before any name server. */
export class HostsFile {
  readonly #path: string;
  #entries: Entries = new Map();
  #changedAt = Number.NaN;
  #checkedAt = Number.NEGATIVE_INFINITY;

  constructor(path = HOSTS_FILE) {
    this.#path = path;
  }

  /** The addresses of a name in lower case; none where the file does not name it. Never rejects. */
  async addressesOf(hostname: string): Promise<readonly ResolvedAddress[]> {
    if (performance.now() - this.#checkedAt > CHECK_MS) await this.#check();
    return this.#entries.get(hostname) ?? [];
  }

  async #check(): Promise<void> {
    try {
      const { mtimeMs } = await stat(this.#path);
      if (mtimeMs !== this.#changedAt) this.#entries = entriesOf(await readFile(this.#path, "latin1"));
      this.#changedAt = mtimeMs;
    } catch {
      // No such file, or one that cannot be read: it names nothing.
      this.#entries = new Map();
      this.#changedAt = Number.NaN;
    }
    this.#checkedAt = performance.now();
  }
}

function entriesOf(text: string): Entries {
  const entries = new Map<string, ResolvedAddress[]>();
  for (const line of text.split("\n")) {
    const [address = "", ...names] = (line.split("#", 1)[0] ?? "").split(/\s/).filter((word) => word !== "");
    const family = isIP(address);
    if (family === 0) continue;
    for (const name of names) {
      const addresses = entries.get(name.toLowerCase()) ?? [];
      entries.set(name.toLowerCase(), addresses);
      addresses.push({ address, family });
    }
  }
  return entries;
}
