/** One address of a name; `family` is 4 or 6. */
export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** All addresses of a name, in the order to try them; `dns.lookup` with `all`. */
export type Resolve = (hostname: string, callback: (error: Error | null, addresses: ResolvedAddress[]) => void) => void;
