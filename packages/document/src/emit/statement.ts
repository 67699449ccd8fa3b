import { isDeepStrictEqual } from "node:util";
import { type Ours, type Value, valueText } from "./harmless.ts";

/** One statement of a server's settings, with what stands in its block; or a remark of ours above the next. */
export type Statement =
  | { readonly words: readonly Value[]; readonly block?: readonly Statement[] }
  | { readonly comment: Ours };

/** A statement as its server reads it. */
export interface ReadStatement {
  readonly words: readonly string[];
  readonly block?: readonly ReadStatement[];
}

/** The language of a server's settings. */
export interface Language {
  write(statements: readonly Statement[]): string;
  /** Statements as the server reads them; undefined where it would refuse the text. */
  read(text: string): readonly ReadStatement[] | undefined;
}

/** Statements that the server must read in the written settings. */
export const meant = (statements: readonly Statement[]): readonly ReadStatement[] =>
  statements.flatMap((statement) =>
    "comment" in statement
      ? []
      : [
          {
            words: statement.words.map(valueText),
            ...(statement.block === undefined ? {} : { block: meant(statement.block) }),
          },
        ],
  );

/** True if the server reads in the written text what was meant. */
export const survives = ({ write, read }: Language, statements: readonly Statement[]): boolean =>
  isDeepStrictEqual(read(write(statements)), meant(statements));
