import type { Outcome } from "./candidate.ts";
import type { HomeShare } from "./home-share.ts";

interface Paged {
  readonly isNews: boolean;
  /** True if it counts among the pages that news must not crowd out: what a reader comes for, and what is secondary. */
  readonly isWanted: boolean;
}

/** Least places of the result for each news page, while other pages wait. */
const PLACES_A_NEWS = 3;

/** Keeps news and change logs from crowding out other pages. The homepage has the first place. */
export class NewsShare {
  readonly #home: Pick<HomeShare, "isNews">;
  #places = 1;
  #news = 0;
  #othersWaiting = 0;
  #othersUnderWay = 0;

  /** @param home tells if the homepage is about news; then news are not held back */
  constructor(home: Pick<HomeShare, "isNews">) {
    this.#home = home;
  }

  wait(page: Paged): void {
    if (isOther(page)) this.#othersWaiting += 1;
  }

  /** A page no longer waits. */
  leave(page: Paged): void {
    if (isOther(page)) this.#othersWaiting -= 1;
  }

  start(page: Paged): void {
    this.#places += 1;
    if (page.isNews) this.#news += 1;
    if (isOther(page)) this.#othersUnderWay += 1;
  }

  /** A page that is not listed gives its place back. */
  settle(page: Paged, outcome: Outcome): void {
    if (isOther(page)) this.#othersUnderWay -= 1;
    if (outcome === "listed") return;
    this.#places -= 1;
    if (page.isNews) this.#news -= 1;
  }

  /** True if a page may be asked for. What is under way may bring other pages: news wait for that, too. */
  mayStart(page: Paged): boolean {
    if (!page.isNews || this.#home.isNews || this.#othersWaiting + this.#othersUnderWay <= 0) return true;
    return isShare(this.#news + 1, this.#places + 1);
  }

  /** A copy for previews, in which further pages can be started without a change here. */
  preview(): Pick<NewsShare, "mayStart" | "start"> {
    const copy = new NewsShare(this.#home);
    copy.#places = this.#places;
    copy.#news = this.#news;
    copy.#othersWaiting = this.#othersWaiting;
    return {
      mayStart: (page) => copy.mayStart(page),
      start: (page) => {
        copy.leave(page);
        copy.#places += 1;
        if (page.isNews) copy.#news += 1;
      },
    };
  }
}

const isShare = (news: number, places: number): boolean => news * PLACES_A_NEWS <= places;

const isOther = ({ isNews, isWanted }: Paged): boolean => isWanted && !isNews;
