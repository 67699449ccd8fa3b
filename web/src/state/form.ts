import { ApiError } from "../protocol/http.ts";
import type { CrawlRequest } from "../protocol/types.ts";
import { begin } from "./activity.ts";
import { type Options, optionsOf } from "./options.ts";
import { troubleOf } from "./query.ts";
import { refusal, refusalOf } from "./refusal.ts";
import { goTo, href } from "./route.ts";
import { Store } from "./store.ts";

/** Values of the form, kept while other screens are shown. */
export interface Form {
  readonly address: string;
  /** Options; undefined: those of the last visit. */
  readonly options?: Options;
}

export const form = new Store<Form>({ address: "" });

/** Opens the form, filled with a crawl's request. */
export function changeRequest(request: CrawlRequest): void {
  form.set({ address: request.url, options: optionsOf(request) });
  goTo(href.start);
}

/** Begins a crawl and opens its screen. A refusal is shown at the form, at its field. Never rejects. */
export async function startCrawl(request: CrawlRequest): Promise<void> {
  refusal.set(undefined);
  try {
    const id = await begin(request);
    form.set({ address: "" });
    goTo(href.crawl(id));
  } catch (thrown) {
    const refused = thrown instanceof ApiError ? refusalOf(thrown.body) : undefined;
    changeRequest(request);
    refusal.set(refused ?? { field: "other", why: troubleOf(thrown).why });
  }
}
