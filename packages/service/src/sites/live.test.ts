import { expect, test } from "vitest";
import { type LiveMark, type LiveVerdict, markOf } from "./live.ts";

const BEGAN = new Date("2026-11-20T10:00:00.000Z");

const look = (verdict: LiveVerdict, since?: string): LiveMark => ({
  at: "2026-11-20T10:05:00.000Z",
  verdict,
  ...(since !== undefined && { since }),
  advice: "",
  platform: "other",
});

const LIVE = markOf(null, look("live"), BEGAN);
const BEFORE = "2026-11-13T10:00:00.000Z";
const NOW = BEGAN.toISOString();

test("a site that was never live has lost nothing, whatever it serves", () => {
  for (const verdict of ["stale", "other", "absent", "unreachable"] as const)
    expect(markOf(null, look(verdict, BEFORE), BEGAN)).not.toHaveProperty("lost");
});

test("a site that was live and serves earlier files, or none, is stale; with others it is another's", () => {
  expect(markOf(LIVE, look("stale", BEFORE), BEGAN).lost).toBe("stale");
  expect(markOf(LIVE, look("absent"), BEGAN).lost).toBe("stale");
  expect(markOf(LIVE, look("other"), BEGAN).lost).toBe("other");
});

test("files that this very crawl made old are no loss: their owner has had no time to copy the new ones", () => {
  expect(markOf(LIVE, look("stale", NOW), BEGAN)).not.toHaveProperty("lost");
  const next = new Date("2026-11-27T10:00:00.000Z");
  expect(markOf(markOf(LIVE, look("stale", NOW), BEGAN), look("stale", NOW), next).lost).toBe("stale");
});

test("a site that is out of reach stays what it was, and one that is live again has lost nothing", () => {
  const lost = markOf(LIVE, look("other"), BEGAN);
  expect(markOf(lost, look("unreachable"), BEGAN).lost).toBe("other");
  expect(markOf(lost, look("live"), BEGAN)).not.toHaveProperty("lost");
});

test("a look on request finds no loss, and ends one", () => {
  expect(markOf(LIVE, look("other"), undefined)).not.toHaveProperty("lost");
  const lost = markOf(LIVE, look("other"), BEGAN);
  expect(markOf(lost, look("other"), undefined).lost).toBe("other");
  expect(markOf(lost, look("live"), undefined)).not.toHaveProperty("lost");
});
