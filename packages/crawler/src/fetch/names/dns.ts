import type { RecordWithTtl } from "node:dns";
import { Resolver } from "node:dns/promises";
import { networkInterfaces } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { onAbort, throwIfStopped } from "../../waiting/abort.ts";
import { codeOf, lookupError, type Resolve, type ResolvedAddress } from "./resolve.ts";

export interface DnsOptions {
  /** `address` or `address:port` of each. Default: those of this machine. */
  readonly servers?: readonly string[] | undefined;
  /** Milliseconds one look-up may take, repeats included. Default 5,000. */
  readonly timeoutMs?: number | undefined;
}

/** Milliseconds after which c-ares asks a server again; it waits longer each time. */
const TRY_MS = 1_500;
const TRIES = 3;
/**
 * Milliseconds that the first answer waits for the other address family (RFC 8305, 3): some servers never answer for
 * IPv6.
 */
const OTHER_FAMILY_MS = 50;
/** The longest that an answer is remembered, whatever the server says: a site may move. */
const MAX_TTL_MS = 30_000;

/** Error codes for a name that does not exist, has no such record, or is invalid. */
const NOT_FOUND: readonly unknown[] = ["ENOTFOUND", "ENODATA", "EBADNAME", "EBADQUERY"];

/** Error codes if no server could be asked: none is set, or nothing listens there. */
export const NO_SERVER: readonly unknown[] = ["ECONNREFUSED", "ENOTINITIALIZED", "ELOADIPHLPAPI"];

type LookupResult = { readonly addresses: readonly ResolvedAddress[] } | { readonly failure: unknown };

/**
 * Asks name servers over sockets of its own: no look-up holds one of Node's few threads, and each can be given up.
 * Also throws CrawlError `aborted`.
 */
export function dnsResolve({ servers, timeoutMs = 5_000 }: DnsOptions = {}): Resolve {
  return async (hostname, signal) => {
    throwIfStopped(signal);
    // One for each look-up: `cancel` ends all that a resolver is asked.
    const resolver = new Resolver({ timeout: TRY_MS, tries: TRIES });
    if (servers !== undefined) resolver.setServers(servers);
    const limited = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    const forget = onAbort(limited, () => resolver.cancel());
    try {
      return await bothFamilies(resolver, hostname);
    } catch (thrown) {
      throwIfStopped(signal);
      throw thrown;
    } finally {
      forget();
      resolver.cancel();
    }
  };
}

async function bothFamilies(resolver: Resolver, hostname: string): Promise<readonly ResolvedAddress[]> {
  const answers = new Map<4 | 6, LookupResult>();
  const ask = async (family: 4 | 6, records: Promise<readonly RecordWithTtl[]>): Promise<LookupResult> => {
    const answer = await records.then(
      (found): LookupResult => ({ addresses: found.map((record) => resolved(record, family)) }),
      (failure: unknown): LookupResult => ({ failure }),
    );
    answers.set(family, answer);
    return answer;
  };
  const asked = [
    ask(4, resolver.resolve4(hostname, { ttl: true })),
    ask(6, resolver.resolve6(hostname, { ttl: true })),
  ];
  const both = Promise.all(asked);
  const first = await Promise.race(asked);
  await ("addresses" in first ? Promise.race([both, sleep(OTHER_FAMILY_MS, undefined, { ref: false })]) : both);
  const order = [4, 6] as const;
  const inOrder = (hasIpv6() ? order.toReversed() : order).flatMap((family) => answers.get(family) ?? []);
  const addresses = inOrder.flatMap((answer) => ("addresses" in answer ? answer.addresses : []));
  if (addresses.length > 0) return addresses;
  const failures = inOrder.flatMap((answer) => ("failure" in answer ? [answer.failure] : []));
  const passing = failures.find((failure) => !NOT_FOUND.includes(codeOf(failure)));
  throw lookupError(passing === undefined ? "ENOTFOUND" : "EAI_AGAIN", hostname, passing ?? failures[0]);
}

const resolved = ({ address, ttl }: RecordWithTtl, family: 4 | 6): ResolvedAddress => ({
  address,
  family,
  ttlMs: Math.min(ttl * 1000, MAX_TTL_MS),
});

/** True if this machine has an address that IPv6 sites can answer: RFC 6724 then puts them first, and last otherwise. */
function hasIpv6(): boolean {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .some(({ family, address, internal }) => family === "IPv6" && !internal && /^[23]/.test(address));
}
