/** A member that takes turns. */
export interface Share {
  /** Milliseconds of processor time that it was given, comparable among members; undefined: it never took part. */
  spentMs: number | undefined;
  /** Milliseconds by which it may be ahead of the others and still go first. */
  readonly leadMs?: number;
}

/** Most milliseconds that a member keeps of the time in which it asked for nothing: some ordinary pages. */
const CREDIT_MS = 100;

/**
 * Turns by processor time: the member that was given least goes first. A member that returns starts at the present
 * level, less a small credit. All new members share one account until they were served once, so that coming under a new
 * name each time gains nothing.
 */
export class Shares<Member extends Share> {
  readonly #competing = new Set<Member>();
  /** Members served for the first time whose turn is not over. */
  readonly #beginners = new WeakSet<Member>();
  /** Time of the member served last, before that turn. Never falls. */
  #nowMs = 0;
  #mostMs = 0;
  /** Time of all members that were never served. */
  #newMs = 0;

  get size(): number {
    return this.#competing.size;
  }

  /** Makes a member wait for turns. */
  join(member: Member): void {
    if (this.#competing.has(member)) return;
    this.#competing.add(member);
    if (member.spentMs === undefined) this.#newMs = Math.max(this.#newMs, this.#nowMs);
    else member.spentMs = Math.max(member.spentMs, this.#nowMs - CREDIT_MS);
  }

  leave(member: Member): void {
    this.#competing.delete(member);
    // Time used while no other member waited is no debt.
    if (this.size === 0) this.#nowMs = Math.max(this.#mostMs, this.#newMs);
  }

  /** Waiting members in the order of their turns; equal ones in the order in which they came. */
  inOrder(): readonly Member[] {
    const rankOf = (member: Member): number => this.#spentBy(member) - (member.leadMs ?? 0);
    return [...this.#competing].sort((a, b) => rankOf(a) - rankOf(b));
  }

  /** Gives a member a turn with this expected time. */
  serve(member: Member, expectedMs: number): void {
    this.#nowMs = Math.max(this.#nowMs, this.#spentBy(member));
    if (member.spentMs === undefined) this.#beginners.add(member);
    this.#charge(member, expectedMs);
  }

  /** Ends a turn; `ms`: the difference to the expected time. */
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
