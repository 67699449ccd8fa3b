import { ApiError, callJson, callText } from "../protocol/http.ts";
import { Store } from "./store.ts";

/** Session of this browser. Only the server can read its cookie; the key is not kept. */
interface Session {
  readonly signedIn: boolean;
  /** Reason why the sign-in is shown again. */
  readonly trouble?: "wrongKey" | "ended";
}

export const session = new Store<Session>({ signedIn: false });

/** Called when the server refuses the cookie: it has expired, or the key has changed. */
export function sessionEnded(): void {
  session.set({ signedIn: false, trouble: "ended" });
}

/**
 * Exchanges the key for the cookie.
 * @throws ApiError for any failure but a wrong key
 */
export async function signIn(key: string): Promise<void> {
  try {
    await callJson("/auth/session", { method: "POST", key });
    session.set({ signedIn: true });
  } catch (thrown) {
    if (!(thrown instanceof ApiError) || thrown.status !== 401) throw thrown;
    session.set({ signedIn: false, trouble: "wrongKey" });
  }
}

/** @throws ApiError; the browser then stays signed in */
export async function signOut(): Promise<void> {
  await callText("/auth/session", { method: "DELETE" });
  session.set({ signedIn: false });
}
