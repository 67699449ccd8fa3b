import { lookup } from "node:dns/promises";
import { throwIfStopped, unlessAborted } from "../../waiting/abort.ts";
import { Semaphore } from "../../waiting/semaphore.ts";
import { type DnsOptions, dnsResolve, NO_SERVER } from "./dns.ts";
import { HostsFile } from "./hosts-file.ts";
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

/** getaddrinfo holds one of four threads that files and compression need, too, for as long as a name server is silent. */
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
