/** Calls to the thread of the embedded database. A call that is not part of an open transaction waits for its end. */
export type PgliteCall =
  | { readonly type: "open"; readonly folder: string }
  | {
      readonly type: "query";
      readonly text: string;
      readonly values: readonly unknown[];
      /** Part of this transaction. */
      readonly transaction?: number;
    }
  /** Several statements in one text. */
  | { readonly type: "exec"; readonly text: string }
  /** Answered with the number of the transaction, once no other is open. */
  | { readonly type: "begin" }
  | { readonly type: "commit" | "rollback"; readonly transaction: number }
  | { readonly type: "close" };

export interface NumberedCall {
  readonly id: number;
  readonly call: PgliteCall;
}

/** Parts of an error that cross threads: only what can be copied, its code (SQLSTATE) and its constraint among it. */
export interface PgliteFailure {
  readonly message: string;
  readonly fields: Readonly<Record<string, string | number>>;
}

export type PgliteAnswer = { readonly id: number } & (
  | { readonly value: unknown }
  | { readonly failure: PgliteFailure }
);
