import { ApiError, callJson } from "../protocol/http.ts";
import { learnPublicUrl } from "../protocol/own-address.ts";
import type { ServerConfig } from "../protocol/types.ts";
import { session } from "./session.ts";
import { Store } from "./store.ts";

/** State of the server: not asked yet, the reason why it did not answer, or its features. */
export type Server =
  | { readonly type: "asking" }
  | { readonly type: "silent"; readonly why: string }
  | { readonly type: "known"; readonly config: ServerConfig };

export const server = new Store<Server>({ type: "asking" });

/** Milliseconds before a server that did not answer is asked again. */
const AGAIN_MS = 3000;

/** Asks the server for its features until it answers. Never rejects. */
export async function askServer(): Promise<void> {
  try {
    const config = await callJson<ServerConfig>("/api/config", {}, AbortSignal.timeout(30_000));
    learnPublicUrl(config.publicUrl);
    const { signedIn } = config;
    if (signedIn !== session.value.signedIn) session.set({ signedIn });
    server.set({ type: "known", config });
  } catch (thrown) {
    const why = thrown instanceof ApiError ? thrown.message : "The server did not answer in 30 seconds.";
    server.set({ type: "silent", why });
    setTimeout(() => void askServer(), AGAIN_MS);
  }
}

// A sign-in in another tab counts here, too.
addEventListener("visibilitychange", () => {
  const { value } = server;
  if (!document.hidden && value.type === "known" && value.config.keyRequired && !session.value.signedIn)
    void askServer();
});
