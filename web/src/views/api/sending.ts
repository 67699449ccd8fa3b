import { useEffect, useRef, useState } from "preact/hooks";
import { ApiError, sendRaw, typeOf } from "../../protocol/http.ts";

interface RawRequest {
  readonly method: string;
  readonly address: string;
  readonly body: string | undefined;
}

/** One request of the console, running or finished. */
export type Sent =
  | { readonly type: "sending"; readonly text: string }
  | {
      readonly type: "answered";
      readonly status: number;
      readonly kind: string;
      readonly text: string;
      readonly ms: number;
    }
  | { readonly type: "failed"; readonly why: string };

/** Most characters of an answer that are shown. */
const MAX_SHOWN = 200_000;

/** Sends one request at a time, and shows its answer as it arrives: a stream of events lasts as long as its crawl. */
export function useSending() {
  const [sent, setSent] = useState<Sent>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const send = async (request: RawRequest) => {
    running.current?.abort();
    const leaving = new AbortController();
    running.current = leaving;
    const begun = performance.now();
    setSent({ type: "sending", text: "" });
    try {
      const response = await sendRaw(request, leaving.signal);
      const text = await readShown(response, (soFar) => setSent({ type: "sending", text: soFar }));
      const kind = typeOf(response);
      setSent({ type: "answered", status: response.status, kind, text, ms: Math.round(performance.now() - begun) });
    } catch (thrown) {
      const why = leaving.signal.aborted ? "Stopped." : thrown instanceof ApiError ? thrown.message : String(thrown);
      if (running.current === leaving) setSent({ type: "failed", why });
    }
  };
  return { sent, send, stop: () => running.current?.abort() };
}

async function readShown(response: Response, onMore: (text: string) => void): Promise<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (let told = 0; reader !== undefined; ) {
    const { done, value } = await reader.read();
    if (done) break;
    text += value;
    if (text.length > MAX_SHOWN) {
      await reader.cancel();
      return `${text.slice(0, MAX_SHOWN)}\n… the rest is not shown`;
    }
    if (performance.now() - told < 250) continue;
    told = performance.now();
    onMore(text);
  }
  return text;
}
