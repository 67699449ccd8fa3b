import { lookup } from "node:dns/promises";
import { readFile, stat } from "node:fs/promises";
import { isIP } from "node:net";
import { join } from "node:path";
import { throwIfStopped, unlessAborted } from "../../waiting/abort.ts";
import { Semaphore } from "../../waiting/semaphore.ts";
import { type DnsOptions, dnsResolve, NO_SERVER } from "./dns.ts";
import { codeOf, lookupError, type Resolve, type ResolvedAddress } from "./resolve.ts";

export interface SystemOptions extends DnsOptions {
  /** Default: the machine's. */
  readonly hostsFile?: string | undefined;
  /** True if names that only this machine's other sources know (search domains, mDNS, a directory) are looked up there. */
  readonly knowsInnerNames: boolean;
}

const LOCALHOST: readonly ResolvedAddress[] = [
  { address: "127.0.0.1", family: 4 },
  { address: "::1", family: 6 },
];

/** Most look-ups by getaddrinfo at once: each holds one of four threads, which files and compression need as well. */
const MAX_SYSTEM_LOOKUPS = 2;

const SYSTEM_TIMEOUT_MS = 10_000;
const SYSTEM_TTL_MS = 10_000;

/**
 * Resolves names as this machine does: its hosts file, then its name servers, asked by ourselves. What getaddrinfo knows
 * beside them (nsswitch.conf) is asked only where `knowsInnerNames`, or where no name server can be reached.
 */
export function systemResolve({ hostsFile, knowsInnerNames, ...dns }: SystemOptions): Resolve {
  const hosts = new HostsFile(hostsFile);
  const ask = dnsResolve(dns);
  return async (hostname, signal) => {
    const name = hostname.toLowerCase().replace(/\.$/, "");
    const listed = await hosts.addressesOf(name);
    if (listed.length > 0) return listed;
    // RFC 6761, 6.3: never asked of a name server.
    if (name === "localhost" || name.endsWith(".localhost")) return LOCALHOST;
    try {
      return await ask(hostname, signal);
    } catch (thrown) {
      const isSilent = thrown instanceof Error && NO_SERVER.includes(codeOf(thrown.cause));
      const mayKnow = isSilent || (knowsInnerNames && codeOf(thrown) === "ENOTFOUND");
      if (!mayKnow || signal.aborted) throw thrown;
      return resolveByMachine(hostname, signal);
    }
  };
}

const systemLookups = new Semaphore(MAX_SYSTEM_LOOKUPS);

/** getaddrinfo: whatever this machine's own configuration says. For names that a person typed, and few at once. */
export const resolveByMachine: Resolve = async (hostname, signal) => {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(SYSTEM_TIMEOUT_MS)]);
  try {
    await systemLookups.acquire(limited);
    // An abandoned look-up still holds its thread.
    const looking = lookup(hostname, { all: true }).finally(() => systemLookups.release());
    const addresses = await unlessAborted(limited, looking);
    return addresses.map((one) => ({ ...one, ttlMs: SYSTEM_TTL_MS }));
  } catch (thrown) {
    throwIfStopped(signal);
    const isPassing = limited.aborted || codeOf(thrown) === "EAI_AGAIN";
    throw lookupError(isPassing ? "EAI_AGAIN" : "ENOTFOUND", hostname, thrown);
  }
};

type Entries = ReadonlyMap<string, readonly ResolvedAddress[]>;

const HOSTS_FILE =
  process.platform === "win32" ? join(process.env.SystemRoot ?? "", "System32/drivers/etc/hosts") : "/etc/hosts";

/** Milliseconds between two checks of the file for changes. */
const CHECK_MS = 5_000;

/** The machine's own list of names (hosts(5)), which goes before any name server. */
class HostsFile {
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
