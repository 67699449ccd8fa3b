import type { FetchOutside } from "@llmstxt-service/crawler/fetch/forward-proxy";
import { record } from "./active.ts";
import { traceTime } from "./span.ts";

/** Tells of each request below the span it is made in: to whom, and what came of it; never its path, query or fields. */
export function tracedFetch(fetch: FetchOutside): FetchOutside {
  return async (url, request) => {
    const startedAt = traceTime();
    const host = URL.parse(url)?.host ?? "";
    const { method } = request;
    const tell = (outcome: { readonly status?: number; readonly failure?: string | undefined }) =>
      record({
        name: `${method} ${host}`,
        kind: "client",
        startedAt,
        endedAt: traceTime(),
        attributes: {
          "http.request.method": method,
          "server.address": host,
          ...(outcome.status !== undefined && { "http.response.status_code": outcome.status }),
        },
        failure: outcome.failure,
      });
    try {
      const response = await fetch(url, request);
      const { status } = response;
      // A store says 404 of a name that is free.
      tell({ status, failure: status >= 400 && status !== 404 ? String(status) : undefined });
      return response;
    } catch (error) {
      tell({ failure: error instanceof Error ? error.message : String(error) });
      throw error;
    }
  };
}
