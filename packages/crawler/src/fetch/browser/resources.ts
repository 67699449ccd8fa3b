import type { CDPSession } from "playwright-core";

/** Parts of `Fetch.requestPaused` that are needed. */
export interface Paused {
  readonly requestId: string;
  readonly resourceType: string;
  readonly request: {
    readonly url: string;
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
  };
  /** The answer to it, where that is there. */
  readonly responseStatusCode?: number;
  readonly responseErrorReason?: string;
  readonly responseHeaders?: { name: string; value: string }[];
}

type HeaderFields = NonNullable<Paused["responseHeaders"]>;

/** Without text, or for later: the site does not have to answer requests for them. */
const UNWANTED: readonly string[] = [
  "Image",
  "Media",
  "Font",
  "TextTrack",
  "Prefetch",
  "Manifest",
  "Ping",
  "CSPViolationReport",
];

/** Scripts that count visits and show advertisements: no text comes from them. */
const COUNTERS =
  /(?:^|\.)(?:google-analytics\.com|googletagmanager\.com|googlesyndication\.com|doubleclick\.net|connect\.facebook\.net|hotjar\.com|clarity\.ms|segment\.com|mixpanel\.com|amplitude\.com|mc\.yandex\.ru|hm\.baidu\.com|plausible\.io|nr-data\.net)$/;

/** Base64 characters of one script, and of all that are kept. */
const MAX_SCRIPT = 4 * 2 ** 20;
const MAX_SCRIPTS = 32 * 2 ** 20;

/** HeaderFields that hold for the body as it travelled. */
const OF_TRANSFER = /^(?:content-encoding|content-length|transfer-encoding|connection|date|age)$/i;

interface KeptScript {
  readonly fields: HeaderFields;
  /** Base64. */
  readonly body: string;
}

/** Answers what the pages of one crawl ask for beside themselves: scripts once, styles never. */
export class Resources {
  readonly #scripts = new Map<string, KeptScript>();
  #kept = 0;

  /** @throws when the page is gone */
  async answer(session: CDPSession, paused: Paused, credentials: { readonly headers?: HeaderFields }): Promise<void> {
    const { requestId, request } = paused;
    if (isUnwanted(paused)) {
      await session.send("Fetch.failRequest", { requestId, errorReason: "BlockedByClient" });
    } else if (paused.resourceType === "Stylesheet") {
      // An application may wait for its styles; empty ones cost nothing to lay out.
      const responseHeaders = [{ name: "content-type", value: "text/css" }, ...readableBy(request.headers)];
      await session.send("Fetch.fulfillRequest", { requestId, responseCode: 200, responseHeaders });
    } else if (paused.resourceType === "Script" && request.method === "GET") {
      await this.#script(session, paused, credentials);
    } else {
      await session.send("Fetch.continueRequest", { requestId, ...credentials });
    }
  }

  async #script(session: CDPSession, paused: Paused, credentials: { readonly headers?: HeaderFields }): Promise<void> {
    const { requestId, request, responseStatusCode, responseErrorReason } = paused;
    const kept = this.#scripts.get(request.url);
    if (responseStatusCode !== undefined || responseErrorReason !== undefined) {
      if (kept === undefined && isKeepable(paused)) await this.#keep(session, paused);
      await session.send("Fetch.continueResponse", { requestId });
    } else if (kept === undefined) {
      await session.send("Fetch.continueRequest", { requestId, interceptResponse: true, ...credentials });
    } else {
      const { fields, body } = kept;
      await session.send("Fetch.fulfillRequest", { requestId, responseCode: 200, responseHeaders: fields, body });
    }
  }

  async #keep(session: CDPSession, { requestId, request, responseHeaders = [] }: Paused): Promise<void> {
    const { body, base64Encoded } = await session.send("Fetch.getResponseBody", { requestId });
    const encoded = base64Encoded ? body : Buffer.from(body).toString("base64");
    if (encoded.length > MAX_SCRIPT || this.#kept + encoded.length > MAX_SCRIPTS) return;
    this.#kept += encoded.length;
    const fields = responseHeaders.filter(({ name }) => !OF_TRANSFER.test(name));
    this.#scripts.set(request.url, { fields, body: encoded });
  }
}

/** Icons are asked for by Chromium itself, as `Other`: `/favicon.ico`, or what `<link rel="icon">` names. */
function isUnwanted({ resourceType, request }: Paused): boolean {
  if (UNWANTED.includes(resourceType) || isForLater(request)) return true;
  if (resourceType === "Other") return request.headers.Accept?.startsWith("image/") === true;
  return resourceType === "Script" && COUNTERS.test(URL.parse(request.url)?.hostname ?? "");
}

/** True for a request of `<link rel="prefetch">`, whatever its type is said to be. */
const isForLater = ({ headers }: Paused["request"]): boolean =>
  Object.entries(headers).some(([name, value]) => /^(?:sec-)?purpose$/i.test(name) && value.includes("prefetch"));

/** A style that is asked for across origins is read only where its answer allows it. */
const readableBy = ({ Origin: origin }: Readonly<Record<string, string>>): HeaderFields =>
  origin === undefined ? [] : [{ name: "access-control-allow-origin", value: origin }];

/** True for a script that every page of the crawl is given alike. */
function isKeepable({ responseStatusCode, responseHeaders = [] }: Paused): boolean {
  const isOwn = ({ name, value }: HeaderFields[number]) =>
    /^(?:set-cookie|vary)$/i.test(name)
      ? !/^(?:accept-encoding|origin)$/i.test(value)
      : /^cache-control$/i.test(name) && /no-store/i.test(value);
  return responseStatusCode === 200 && !responseHeaders.some(isOwn);
}
