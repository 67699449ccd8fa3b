import { expect, test } from "vitest";
import { pickDocumentFlags, shownFlags } from "./document-flags.ts";

const isOn = (chosen: object, ofServer: object) =>
  Object.fromEntries(shownFlags(chosen, ofServer).map((shown) => [shown.name, shown.isOn]));

test("a choice about the document is the reader's, else the server's, else the usual one", () => {
  expect(isOn({ topics: false }, { topics: true })).toMatchObject({ topics: false });
  expect(isOn({}, { topics: true })).toMatchObject({ topics: true });
  expect(isOn({ topics: null }, {})).toMatchObject({ topics: true });
});

test("a choice that another version stored, or that was made up, is ignored", () => {
  expect(pickDocumentFlags({ topics: "yes", descLength: 7, constructor: true })).toEqual({});
});
