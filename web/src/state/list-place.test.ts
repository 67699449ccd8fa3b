import { expect, test, vi } from "vitest";

vi.stubGlobal("location", { hash: "" });
vi.stubGlobal("addEventListener", () => {});
const { placeQuery, readPlace, withStatus } = await import("./list-place.ts");

test("a place survives the address, and what is usual is not in it", () => {
  const place = {
    search: "a&b=c ü",
    tag: "client: north",
    filter: "paused",
    age: "1w",
    sort: "pages",
    isReversed: true,
  } as const;
  expect(readPlace(String(placeQuery(place)))).toEqual(place);
  const usual = { search: "", tag: "", filter: "all", age: "", sort: "status", isReversed: false };
  expect([String(placeQuery(readPlace(""))), readPlace("")]).toEqual(["", usual]);
});

test("states are chosen one by one, and all that need attention have one name", () => {
  let filter = "all";
  for (const [status, now] of [
    ["shrunk", "shrunk"],
    ["failing", "failing,shrunk"],
    ["notLive", "failing,notLive,shrunk"],
    ["undelivered", "attention"],
    ["notLive", "failing,undelivered,shrunk"],
  ] as const) {
    filter = withStatus({ filter }, status);
    expect(filter).toBe(now);
    expect(readPlace(`status=${filter}`).filter).toBe(now);
  }
  expect(withStatus({ filter: "shrunk" }, "shrunk")).toBe("all");
});

test("an address that somebody made up shows the usual list", () => {
  expect(readPlace("status=failing,moon&sort=constructor&order=up&tag=")).toEqual(readPlace(""));
  expect(readPlace(`q=${"x".repeat(9_999)}`).search).toHaveLength(200);
});
