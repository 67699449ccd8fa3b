import { ApiError, callJson } from "../protocol/http.ts";
import { fields, text } from "../protocol/reader.ts";
import { Store } from "./store.ts";

/** The key lives in this variable and nowhere else: no storage, no address, no form history. */
export interface Session {
  readonly key?: string;
  /** Whether the server turned the last key down. */
  readonly refused: boolean;
}

export const session = new Store<Session>({ refused: false });

/** Forgets the key. `refused`: the server did not take it, and the sign-in says so. */
export function signOut(why: "asked" | "refused"): void {
  session.set({ refused: why === "refused" });
}

/** The five-minute token for one crawl. @throws ApiError with 401 where the key is wrong. */
export async function crawlToken(key: string, signal: AbortSignal): Promise<string> {
  return text(fields(await callJson("/auth/token", { method: "POST", key }, signal)).token);
}

/** Tries the key and keeps it in memory when the server takes it. @throws ApiError for any failure but a wrong key. */
export async function signIn(key: string, signal: AbortSignal): Promise<void> {
  try {
    await crawlToken(key, signal);
    session.set({ key, refused: false });
  } catch (thrown) {
    if (!(thrown instanceof ApiError) || thrown.status !== 401) throw thrown;
    signOut("refused");
  }
}
