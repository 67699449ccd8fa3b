import type { LinkPlace } from "@llmstxt-service/page";

/** Most links of the homepage's menu and footer that count for one folder: a menu names every part of a site. */
const MAX_NAVIGATION = 4;

/** Number of the homepage's links into each folder, by which folders get turns. */
export class HomeShare {
  readonly #links = new Map<string, number>();
  readonly #inMenu = new Map<string, number>();
  #dated = 0;
  #inContent = 0;

  /** @param segments as in `Candidate` */
  add(
    { segments, isNews }: { readonly segments: readonly string[]; readonly isNews: boolean },
    place: LinkPlace,
  ): void {
    if (place === "content") {
      this.#inContent += 1;
      if (isNews) this.#dated += 1;
    }
    let path = "";
    for (const segment of segments) {
      path += `/${segment}`;
      if (place !== "content") {
        const inMenu = (this.#inMenu.get(path) ?? 0) + 1;
        this.#inMenu.set(path, inMenu);
        if (inMenu > MAX_NAVIGATION) continue;
      }
      this.#links.set(path, (this.#links.get(path) ?? 0) + 1);
    }
  }

  /** Links of the homepage into this folder. */
  of(path: string): number {
    return this.#links.get(path) ?? 0;
  }

  /** True if the homepage is mostly about dated pages, as a magazine's or a blog's is. */
  get isNews(): boolean {
    return this.#dated >= MANY_NEWS && this.#dated * 2 >= this.#inContent;
  }
}

const MANY_NEWS = 5;
