import { callBlob, callJson, callText } from "../protocol/http.ts";
import type { Bundle, Live, Miss, MissesAnswer, Snippet, SnippetsAnswer } from "../protocol/types.ts";

const at = (id: string, rest: string) => `/api/sites/${encodeURIComponent(id)}${rest}`;

export async function getBundle(id: string, signal: AbortSignal): Promise<Bundle> {
  return callJson(at(id, "/bundle"), {}, signal);
}

export async function getSnippets(id: string, signal: AbortSignal): Promise<readonly Snippet[]> {
  return (await callJson<SnippetsAnswer>(at(id, "/bundle/snippets"), {}, signal)).items;
}

export async function getMisses(id: string, signal: AbortSignal): Promise<readonly Miss[]> {
  return (await callJson<MissesAnswer>(at(id, "/misses"), {}, signal)).items;
}

export async function getZip(id: string, signal: AbortSignal): Promise<Blob> {
  return callBlob(at(id, "/bundle.zip"), {}, signal);
}

/** Asks the site's own addresses. */
export async function checkLive(id: string, signal: AbortSignal): Promise<Live> {
  return callJson(at(id, "/live"), { method: "POST" }, signal);
}

/** From the next crawl on, which is asked for at once. */
export async function startPublishing(id: string, signal: AbortSignal): Promise<void> {
  await callJson(at(id, ""), { method: "PATCH", body: { publish: true } }, signal);
  await callText(at(id, "/recrawl"), { method: "POST" }, signal);
}
