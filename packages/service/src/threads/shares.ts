/** A member that takes part in turns. */
export interface Share {
  /** Milliseconds of processor time it was given, on the clock of those that compete; undefined: it never took part. */
  spentMs: number | undefined;
  /** Goes first until it was given so much more than the others. */
  readonly leadMs?: number;
}

/** Of the time that a member did not ask for, it keeps so much: some ordinary pages. */
const CREDIT_MS = 100;

/**
 * Turns by processor time: the member that was given least is first. One that comes back is at the level of the present, less a
 * small credit. All that are new have one share together until they were served once: to come under another name each time
 * gains nothing.
 */
export class Shares<Member extends Share> {
  readonly #competing = new Set<Member>();
  /** Served for the first time, and not yet charged what that took. */
  readonly #beginners = new WeakSet<Member>();
  /** Of the member that was served last, before it was. Never falls. */
  #nowMs = 0;
  #mostMs = 0;
  /** Of all that were never served. */
  #newMs = 0;

  get size(): number {
    return this.#competing.size;
  }

  /** From now on it waits for turns. */
  join(member: Member): void {
    if (this.#competing.has(member)) return;
    this.#competing.add(member);
    if (member.spentMs === undefined) this.#newMs = Math.max(this.#newMs, this.#nowMs);
    else member.spentMs = Math.max(member.spentMs, this.#nowMs - CREDIT_MS);
  }

  leave(member: Member): void {
    this.#competing.delete(member);
    // Time that nobody else wanted is no debt.
    if (this.size === 0) this.#nowMs = Math.max(this.#mostMs, this.#newMs);
  }

  /** Those that wait; of equal ones the first that came. */
  inOrder(): readonly Member[] {
    const rankOf = (member: Member): number => this.#spentBy(member) - (member.leadMs ?? 0);
    return [...this.#competing].sort((a, b) => rankOf(a) - rankOf(b));
  }

  /** Gives it a turn that is expected to take so long. */
  serve(member: Member, expectedMs: number): void {
    this.#nowMs = Math.max(this.#nowMs, this.#spentBy(member));
    if (member.spentMs === undefined) this.#beginners.add(member);
    this.#charge(member, expectedMs);
  }

  /** The turn is over, and took so much more than expected, or less. */
  settle(member: Member, ms: number): void {
    this.#charge(member, ms);
    this.#beginners.delete(member);
  }

  #charge(member: Member, ms: number): void {
    member.spentMs = this.#spentBy(member) + ms;
    this.#mostMs = Math.max(this.#mostMs, member.spentMs);
    if (this.#beginners.has(member)) this.#newMs += ms;
  }

  #spentBy({ spentMs }: Member): number {
    return spentMs ?? this.#newMs;
  }
}
