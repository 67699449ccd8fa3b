/** Calls to the thread of the embedded database. A call outside the open transaction waits for its end. */
export type PgliteCall =
  | { readonly type: "open"; readonly folder: string }
  | {
      readonly type: "query";
      readonly text: string;
      readonly values: readonly unknown[];
      /** Number of the transaction that it belongs to. */
      readonly transaction?: number;
    }
  /** Runs several statements in one text. */
  | { readonly type: "exec"; readonly text: string }
  /** Begins a transaction when no other is open; the answer is its number. */
  | { readonly type: "begin" }
  | { readonly type: "commit" | "rollback"; readonly transaction: number }
  | { readonly type: "close" };

export interface NumberedCall {
  readonly id: number;
  readonly call: PgliteCall;
}

/** Parts of an error that can be copied between threads, code (SQLSTATE) and constraint included. */
export interface PgliteFailure {
  readonly message: string;
  readonly fields: Readonly<Record<string, string | number>>;
}

export type PgliteAnswer = { readonly id: number } & (
  | { readonly value: unknown }
  | { readonly failure: PgliteFailure }
);
