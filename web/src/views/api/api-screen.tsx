import { getCrawl } from "../../protocol/crawls.ts";
import type { ServerConfig } from "../../protocol/types.ts";
import { useQuery } from "../../state/query.ts";
import { recentCrawls } from "../../state/recent.ts";
import { Console } from "./console.tsx";
import type { AskedCrawl } from "./examples.ts";
import { Examples } from "./examples-panel.tsx";

const EXAMPLE: AskedCrawl = { url: "https://example.com", maxPages: 50 };

/** Request of the crawl with this id, or of this browser's last one; another example if there is none. */
async function crawlOf(id: string | undefined, config: ServerConfig, signal: AbortSignal): Promise<AskedCrawl> {
  const known = id ?? recentCrawls()[0]?.id;
  if (known === undefined) return EXAMPLE;
  try {
    const { request } = await getCrawl(known, signal);
    const defaults: Readonly<Record<string, unknown>> = config.defaults;
    const told = Object.entries(request).filter(
      ([name, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(defaults[name] ?? false),
    );
    const { url, ...others } = Object.fromEntries(told);
    return { ...others, url: typeof url === "string" && url !== "" ? url : EXAMPLE.url };
  } catch {
    // The server does not keep the crawl any more, so another example is shown.
    signal.throwIfAborted();
    return EXAMPLE;
  }
}

interface ApiScreenProps {
  /** Id of the crawl whose request the examples use; undefined: the last crawl. */
  readonly id: string | undefined;
  readonly config: ServerConfig;
}

/** The REST interface: examples for a crawl, and a request to try. */
export default function ApiScreen({ id, config }: ApiScreenProps) {
  const asked = useQuery({ key: `example ${id}`, ask: (signal) => crawlOf(id, config, signal) });
  const crawl = asked.type === "there" ? asked.value : EXAMPLE;
  return (
    <div class="mx-auto grid max-w-[1440px] gap-[18px] px-6 pt-6 pb-16 phone:px-4">
      <div>
        <h1>API</h1>
        <p class="text-ink-2">
          Programs can do all that this page does. The <a href="/docs">reference</a> lists every request;{" "}
          <a href="/openapi.json">openapi.json</a> describes them for tools.
          {config.keyRequired && " Programs send the API key as X-API-Key; this page uses your session."}
        </p>
      </div>
      {asked.type === "asking" ? (
        <p class="text-ink-3">Loading…</p>
      ) : (
        <div class="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] items-start gap-[18px] narrow:grid-cols-[minmax(0,1fr)]">
          <Examples service={location.origin} crawl={crawl} keyRequired={config.keyRequired} />
          <Console crawl={crawl} />
        </div>
      )}
    </div>
  );
}
