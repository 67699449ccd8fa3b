import { expect, test, vi } from "vitest";
import type { SiteHealth, Sites } from "../protocol/types.ts";
import type { SitePages } from "./site-pages.ts";

vi.stubGlobal("location", { hash: "" });
vi.stubGlobal("addEventListener", () => {});
const { withPage } = await import("./site-pages.ts");
const { healthQuery } = await import("./sites.ts");

/** A page whose only row is called as its end. */
const page = (next: string | null) => ({ items: [{ id: next }], next }) as unknown as Sites;

const none: SitePages = { cursors: [null], pages: new Map(), latest: undefined, isOld: true };

test("a page tells where the next one begins, and a list that has become shorter ends there", () => {
  const two = withPage(withPage(none, 0, page("a")), 1, page("b"));
  expect([two.cursors, [...two.pages.keys()], two.isOld]).toEqual([[null, "a", "b"], [0, 1], false]);
  const moved = withPage(two, 0, page("a2"));
  expect(moved.cursors).toEqual([null, "a2", "b"]);
  expect(withPage(two, 0, page(null))).toMatchObject({ cursors: [null] });
  expect([...withPage(two, 0, page(null)).pages.keys()]).toEqual([0]);
});

test("sites by age are asked for again soon while they are not as many as the list has", () => {
  const ages = { "1h": { upToDate: 1, failing: 2 }, never: { due: 4 } } as unknown as SiteHealth["ages"];
  expect(healthQuery(7).isWorking?.({ ages })).toBe(false);
  expect(healthQuery(57).isWorking?.({ ages })).toBe(true);
});
