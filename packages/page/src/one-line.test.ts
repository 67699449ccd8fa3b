import fc from "fast-check";
import { expect, test } from "vitest";
import { onOneLine } from "./one-line.ts";

test("a text on one line is what a pattern for white space would make of it", () => {
  const character = fc.oneof(
    fc.constantFrom(..." \n\t\u00a0\u2003\u3000\ufeffab漢"),
    fc.string({ unit: "binary", maxLength: 1 }),
  );
  fc.assert(
    fc.property(fc.array(character), (characters) => {
      const text = characters.join("");
      expect(onOneLine(text)).toBe(text.replace(/\s+/g, " ").trim());
    }),
  );
});
