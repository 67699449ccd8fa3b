import type { Answers } from "../../../src/shells/protocol/answers.ts";
import type { Reader } from "./reader.ts";
import { readerOf, type Shape } from "./shape.ts";
import shapes from "./shapes.json" with { type: "json" };

export type { Answers };

const SHAPES: Readonly<Record<string, unknown>> = shapes;

/** Reads an answer of the server as its schema has it: what is missing or of another kind becomes a harmless stand-in. */
export function answer<Name extends keyof Answers>(name: Name): Reader<Answers[Name]> {
  let read: Reader<unknown> | undefined;
  return (value) => {
    read ??= readerOf(SHAPES[name] as Shape);
    // The shapes come from the schemas that the types come from; a test holds them together.
    return read(value) as Answers[Name];
  };
}
