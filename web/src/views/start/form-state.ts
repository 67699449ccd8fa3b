import { Store } from "../../state/store.ts";

/** What stands in the address field; kept while other screens are looked at, so that Cancel comes back to it. */
export const typedAddress = new Store("");
