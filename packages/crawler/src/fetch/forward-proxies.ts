/** The proxies of this machine's network: what `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY` say. */
export interface ForwardProxies {
  /** For `http://` addresses: `http://user:password@host:port`, or `https://…`. */
  readonly http?: string | undefined;
  /** For `https://` addresses. */
  readonly https?: string | undefined;
  /** Hosts that are asked without one, as in `NO_PROXY`. */
  readonly bypass?: string | undefined;
}
