import { Store } from "./store.ts";

/** Number of enrolled sites, for the top bar; undefined until the list was seen. */
export const siteCount = new Store<number | undefined>(undefined);
