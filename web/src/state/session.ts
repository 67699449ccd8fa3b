import { Store } from "./store.ts";

/** Session of this tab. */
interface Session {
  /** API key, sent with each request; undefined: none was typed. */
  readonly key?: string | undefined;
  /** True if the server has refused the request: the sign-in is shown. */
  readonly isLocked: boolean;
  /** True if a key that was right before was refused. */
  readonly hasEnded?: boolean;
}

const KEPT = "apiKey";

/** The browser forgets it with the tab. */
function readKey(): string | undefined {
  try {
    return sessionStorage.getItem(KEPT) ?? undefined;
  } catch {
    // The only error here is SecurityError: the browser allows no storage, and the key lasts as long as the page.
    return undefined;
  }
}

function keepKey(key: string | undefined): void {
  try {
    if (key === undefined) sessionStorage.removeItem(KEPT);
    else sessionStorage.setItem(KEPT, key);
  } catch {
    // SecurityError, as above
  }
}

export const session = new Store<Session>({ key: readKey(), isLocked: false });

/** Called when the server has accepted the key. */
export function begun(key: string): void {
  keepKey(key);
  session.set({ key, isLocked: false });
}

/** Called when the server refuses the key, or asks for one. */
export function ended(): void {
  const hasEnded = session.value.key !== undefined || session.value.hasEnded === true;
  keepKey(undefined);
  session.set({ isLocked: true, hasEnded });
}

export function signOut(): void {
  keepKey(undefined);
  session.set({ isLocked: true });
}
