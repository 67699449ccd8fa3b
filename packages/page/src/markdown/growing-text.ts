/** Most characters of the changeable end before its beginning moves to the fixed start. */
const MAX_END = 1_024;
/** Characters that stay in the end after such a move. */
const KEPT_END = 128;

/**
 * A text that grows at its end, and of which only the end is read and changed. Reading the whole text after each
 * addition would copy it each time.
 */
export class GrowingText {
  #start = "";
  #end = "";

  get length(): number {
    return this.#start.length + this.#end.length;
  }

  /** The last characters, at least 128 where there are as many. */
  get end(): string {
    return this.#end;
  }

  add(text: string): void {
    if (this.#end.length > MAX_END) {
      this.#start += this.#end.slice(0, -KEPT_END);
      this.#end = this.#end.slice(-KEPT_END);
    }
    this.#end += text;
  }

  /** Writes over the last characters. */
  replaceEnd(count: number, text: string): void {
    this.#end = this.#end.slice(0, this.#end.length - count) + text;
  }

  whole(): string {
    return this.#start + this.#end;
  }
}
