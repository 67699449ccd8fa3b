import type { Database } from "../database/database.ts";
import type { SiteList, SiteQuery } from "../site-query.ts";
import { isNarrow } from "./found.ts";
import { cursorIn, pageError } from "./order.ts";
import { listPage } from "./page.ts";
import { searchPage } from "./search.ts";

type CountedPage = Pick<SiteList, "items" | "next" | "looked"> & Partial<Pick<SiteList, "total">>;

/**
 * A page of a list, with a total where it is of some sites by search, tag or age.
 * @throws CrawlError `invalid_request` for a cursor that is not of this list; `database_slow`; `database_unavailable`
 */
export async function pageOf(database: Database, query: SiteQuery): Promise<CountedPage> {
  const after = cursorIn(query);
  try {
    return await database.read<CountedPage>((db) => (isNarrow(query) ? searchPage : listPage)(db, query, after));
  } catch (error) {
    throw pageError(error, after);
  }
}
