import { Store } from "./store.ts";

/** How many sites are enrolled, for the top bar; undefined until the list was seen. */
export const siteCount = new Store<number | undefined>(undefined);
