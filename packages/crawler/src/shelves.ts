// What reading an address taught of those beside it: two samples teach the kind of a shelf. Pure.

/** What an address brought: a page; a list that leads on; nothing new; no answer. */
export type Lesson = "page" | "index" | "waste" | "failed";

type Counts = Record<Lesson, number>;

/** Addresses of one folder, with what was learnt of them, of the folders of the same form, and of each folder above. */
export interface Shelf {
  readonly name: string;
  readonly isSuspect: boolean;
  readonly own: Counts;
  readonly form: Counts;
  readonly above: readonly Counts[];
}

/** Two samples teach the kind of a shelf, three that of all shelves of one form, five that a whole folder is dead. */
const [SAMPLES, FORM_SAMPLES, DEAD] = [2, 3, 5];
/** Share of what was read that brought nothing, from which on the others are not expected to bring more. */
const WASTE = 0.7;
/** Share of what was read that brought something, below which a form is waste. */
const WORTH = 0.3;

export class Shelves {
  readonly #shelves = new Map<string, Shelf>();
  readonly #counts = new Map<string, Counts>();

  of(name: string, isSuspect: boolean): Shelf {
    const key = isSuspect ? `suspect ${name}` : name;
    const known = this.#shelves.get(key) ?? this.#new(name, isSuspect);
    this.#shelves.set(key, known);
    return known;
  }

  #new(name: string, isSuspect: boolean): Shelf {
    const names = name.split("/");
    const mark = isSuspect ? "suspect " : "";
    // `/anything/reviews` is the form of all shelves of reviews.
    const form = names.length >= 2 ? [...names.slice(0, -2), "any", names.at(-1)].join("/") : name;
    const above = names.slice(0, -1).map((_, at) => this.#count(`${mark}above ${names.slice(0, at + 1).join("/")}`));
    const own = this.#count(mark + name);
    return { name, isSuspect, own, form: this.#count(`${mark}form ${form}`), above };
  }

  #count(key: string): Counts {
    const counts = this.#counts.get(key) ?? { page: 0, index: 0, waste: 0, failed: 0 };
    this.#counts.set(key, counts);
    return counts;
  }

  learn({ own, form, above }: Shelf, lesson: Lesson): void {
    for (const counts of [own, form, ...above]) counts[lesson]++;
  }

  /** True once two of a shelf have answered. */
  isKnown({ own: { page, index, waste } }: Shelf): boolean {
    return page + index + waste >= SAMPLES;
  }

  /** True where the neighbours brought nothing. */
  isWaste({ name, own, form, above }: Shelf): boolean {
    const waste = own.waste + own.failed;
    const read = own.page + own.index + waste;
    if (read >= SAMPLES && waste >= read * WASTE && name !== "") return true;
    const formWaste = form.waste + form.failed;
    if (formWaste >= FORM_SAMPLES && form.page + form.index < formWaste * WORTH) return true;
    return above.some((folder) => folder.waste + folder.failed >= DEAD && folder.page + folder.index === 0);
  }

  /** False where the neighbours do not answer, or arrange again what is known. */
  isAlive({ isSuspect, own: { page, index, waste, failed } }: Shelf): boolean {
    if (isSuspect && waste + failed >= DEAD && page + index === 0) return false;
    return failed < DEAD || failed < (page + index + waste + failed) * WASTE;
  }
}
