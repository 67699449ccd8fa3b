/** A list put together from lists that each show a part of it. */
export class Chain {
  /** Next key by key; the empty key stands before the first and behind the last. */
  readonly #next = new Map<string, string>([["", ""]]);
  #last = "";

  /** Puts each key that is not in the chain yet behind the one it follows here; a first one goes to the end. */
  insertInOrder(keys: Iterable<string>): void {
    let behind = this.#last;
    for (const key of keys) {
      if (!this.#next.has(key)) this.#insert(key, behind);
      behind = key;
    }
  }

  keys(): string[] {
    const keys: string[] = [];
    for (let key = this.#after(""); key !== ""; key = this.#after(key)) keys.push(key);
    return keys;
  }

  #insert(key: string, behind: string): void {
    this.#next.set(key, this.#after(behind));
    this.#next.set(behind, key);
    if (behind === this.#last) this.#last = key;
  }

  #after(key: string): string {
    return this.#next.get(key) ?? "";
  }
}
