import { expect, test } from "vitest";
import { extended, isSelected, NONE, type Selection, toggled } from "./selection.ts";

const sites = ["a", "b", "c", "d", "e"].map((id) => ({ id }));
const ids = (selection: Selection) =>
  sites
    .map(({ id }) => id)
    .filter((id) => isSelected(selection, id))
    .join("");

test("a click selects or leaves one row; with Shift all rows from the last click to this one, in both directions", () => {
  const b = toggled(NONE, sites, "b");
  expect([ids(b), ids(extended(b, sites, "d")), ids(extended(b, sites, "a"))]).toEqual(["b", "bcd", "ab"]);
  expect(ids(extended(extended(b, sites, "d"), sites, "a"))).toBe("abcd");
  expect(ids(toggled(b, sites, "b"))).toBe("");
  expect(ids(extended(NONE, sites, "c"))).toBe("c");
});

test("with all matching sites selected, deselecting one leaves the loaded others selected", () => {
  expect(ids({ type: "all" })).toBe("abcde");
  expect(ids(toggled({ type: "all" }, sites, "c"))).toBe("abde");
});
