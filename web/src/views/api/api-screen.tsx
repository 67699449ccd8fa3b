import type { ServerConfig } from "../../protocol/config.ts";
import { callJson } from "../../protocol/http.ts";
import { readCrawl } from "../../protocol/summary.ts";
import { type Asked, useAsked } from "../../state/asked.ts";
import { recentCrawls } from "../../state/recent.ts";
import { href } from "../../state/route.ts";
import { Console } from "./console.tsx";
import type { AskedCrawl } from "./examples.ts";
import { Examples } from "./examples-panel.tsx";
import { type Operation, operationsOf } from "./operations.ts";

interface Shown {
  readonly operations: readonly Operation[];
  readonly crawl: AskedCrawl;
}

const EXAMPLE: AskedCrawl = { url: "https://example.com", maxPages: 50 };

/** The crawl of this id, or the last one of this browser, as somebody would ask for it again. */
async function crawlOf(id: string | undefined, config: ServerConfig, signal: AbortSignal): Promise<AskedCrawl> {
  const known = id ?? recentCrawls()[0]?.id;
  if (known === undefined) return EXAMPLE;
  try {
    const { request } = readCrawl(await callJson(`/api/crawls/${encodeURIComponent(known)}`, {}, signal));
    const defaults: Readonly<Record<string, unknown>> = config.defaults;
    const told = Object.entries(request).filter(
      ([name, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(defaults[name] ?? false),
    );
    const { url, ...others } = Object.fromEntries(told);
    return { ...others, url: typeof url === "string" && url !== "" ? url : EXAMPLE.url };
  } catch {
    // It is not kept any more: any example will do.
    signal.throwIfAborted();
    return EXAMPLE;
  }
}

async function ask(id: string | undefined, config: ServerConfig, signal: AbortSignal): Promise<Shown> {
  const [openapi, crawl] = await Promise.all([callJson("/openapi.json", {}, signal), crawlOf(id, config, signal)]);
  return { operations: operationsOf(openapi), crawl };
}

interface ApiScreenProps {
  /** Of the crawl whose request the examples make. */
  readonly id: string | undefined;
  readonly config: ServerConfig;
}

/** The REST interface, tried where one stands: examples for a crawl just made, and a console. */
export default function ApiScreen({ id, config }: ApiScreenProps) {
  const asked = useAsked((signal) => ask(id, config, signal), [id]);
  return (
    <div class="mx-auto grid max-w-[1440px] gap-[18px] px-6 pt-6 pb-16 phone:px-4">
      <div>
        <h1 class="text-[22px]/[30px] font-semibold tracking-[-0.025em]">API</h1>
        <p class="text-ink-2">
          All that this page does, for programs.{" "}
          <a class="underline underline-offset-3" href="/openapi.json">
            openapi.json
          </a>{" "}
          and the{" "}
          <a class="underline underline-offset-3" href="/docs">
            reference as a plain page
          </a>
          .{config.keyRequired && " Programs send the API key as X-API-Key; this page uses your session."}
        </p>
      </div>
      <Body asked={asked} config={config} />
    </div>
  );
}

function Body({ asked, config }: { readonly asked: Asked<Shown>; readonly config: ServerConfig }) {
  if (asked.type === "asking") return <p class="text-ink-3">Loading…</p>;
  if (asked.type === "refused")
    return (
      <p class="panel p-4" role="alert">
        {asked.why}{" "}
        <a class="underline underline-offset-3" href={href.start}>
          Start page
        </a>
      </p>
    );
  const { operations, crawl } = asked.value;
  return (
    <div class="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] items-start gap-[18px] narrow:grid-cols-[minmax(0,1fr)]">
      <Examples service={location.origin} crawl={crawl} keyRequired={config.keyRequired} />
      <Console operations={operations} crawl={crawl} />
    </div>
  );
}
