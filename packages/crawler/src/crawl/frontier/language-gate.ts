/**
 * Folders that may be another language, by name: one page of each is read before the others are asked for, since it says
 * which language the folder is.
 */
export class LanguageGate {
  readonly #underWay = new Map<string, number>();
  readonly #read = new Set<string>();

  /** True if a page may be asked for; `begun` are folders of which one is about to be. */
  isOpen(folder: string | undefined, begun?: ReadonlySet<string | undefined>): boolean {
    if (folder === undefined || this.#read.has(folder)) return true;
    return (this.#underWay.get(folder) ?? 0) === 0 && begun?.has(folder) !== true;
  }

  /** Says that a page of this folder was reached. */
  open(folder: string | undefined): void {
    if (folder !== undefined) this.#read.add(folder);
  }

  start(folder: string | undefined): void {
    if (folder !== undefined) this.#underWay.set(folder, (this.#underWay.get(folder) ?? 0) + 1);
  }

  settle(folder: string | undefined): void {
    if (folder !== undefined) this.#underWay.set(folder, (this.#underWay.get(folder) ?? 1) - 1);
  }
}
