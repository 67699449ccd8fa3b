import { Store } from "./store.ts";

/** Number of enrolled sites, for the top bar; undefined until a list was loaded. */
export const siteCount = new Store<number | undefined>(undefined);
